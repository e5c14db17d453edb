package transcript

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// cursor walks JSON without decoding it. It reads keys and short strings as they stand, and leaps over what is not
// asked for. Whatever it does not understand sets bad, and the row is then decoded like any other.
type cursor struct {
	b   []byte
	i   int
	bad bool
}

func (c *cursor) peek() byte {
	for c.i < len(c.b) {
		switch ch := c.b[c.i]; ch {
		case ' ', '\t', '\r', '\n':
			c.i++
		default:
			return ch
		}
	}
	c.bad = true
	return 0
}

// eat takes ch if it comes next.
func (c *cursor) eat(ch byte) bool {
	if c.peek() != ch {
		return false
	}
	c.i++
	return true
}

// str takes a string and returns what stands between its quotes, escapes as written.
func (c *cursor) str() []byte {
	if !c.eat('"') {
		c.bad = true
		return nil
	}
	start := c.i
	for {
		n := bytes.IndexByte(c.b[c.i:], '"')
		if n < 0 {
			c.bad, c.i = true, len(c.b)
			return nil
		}
		end := c.i + n
		c.i = end + 1
		if c.b[end-1] != '\\' || !escaped(c.b[start:end]) {
			return c.b[start:end]
		}
	}
}

// escaped says whether an odd number of backslashes ends s.
func escaped(s []byte) bool {
	n := len(s)
	for n > 0 && s[n-1] == '\\' {
		n--
	}
	return (len(s)-n)%2 == 1
}

// skip leaps over one value.
func (c *cursor) skip() {
	depth := 0
	for {
		switch c.peek() {
		case 0:
			return
		case '"':
			c.str()
		case '{', '[':
			depth++
			c.i++
		case '}', ']':
			depth--
			c.i++
		case ',', ':':
			c.i++
			c.bad = c.bad || depth == 0
		default:
			c.literal()
		}
		if c.bad || depth < 0 {
			c.bad = true
			return
		}
		if depth == 0 {
			return
		}
	}
}

// literal takes a number or a bare word.
func (c *cursor) literal() []byte {
	start := c.i
	for c.i < len(c.b) {
		switch c.b[c.i] {
		case ' ', '\t', '\r', '\n', ',', ':', ']', '}', '{', '[', '"':
			return c.b[start:c.i]
		}
		c.i++
	}
	return c.b[start:]
}

// text takes a string and returns what it means; of any other value nothing.
func (c *cursor) text() string {
	if c.peek() != '"' {
		c.skip()
		return ""
	}
	s, ok := unescape(c.str())
	c.bad = c.bad || !ok
	return s
}

// unescape gives what stands between the quotes of a JSON string its meaning, as encoding/json does.
func unescape(s []byte) (text string, ok bool) {
	n := bytes.IndexByte(s, '\\')
	if n < 0 {
		return strings.ToValidUTF8(string(s), "\ufffd"), true
	}
	out := make([]byte, 0, len(s))
	for ; n >= 0; n = bytes.IndexByte(s, '\\') {
		out = append(out, s[:n]...)
		if s = s[n+1:]; len(s) == 0 {
			return "", false
		}
		ch := s[0]
		s = s[1:]
		if ch != 'u' {
			at := bytes.IndexByte([]byte(`"\/bfnrt`), ch)
			if at < 0 {
				return "", false
			}
			out = append(out, "\"\\/\b\f\n\r\t"[at])
			continue
		}
		r, ok := codeUnit(s)
		if !ok {
			return "", false
		}
		s = s[4:]
		if utf16.IsSurrogate(r) {
			half, paired := bytes.CutPrefix(s, []byte(`\u`))
			low, _ := codeUnit(half)
			if r = utf16.DecodeRune(r, low); paired && r != utf8.RuneError {
				s = half[4:]
			} else {
				r = utf8.RuneError
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return strings.ToValidUTF8(string(append(out, s...)), "\ufffd"), true
}

// codeUnit reads four hexadecimal digits.
func codeUnit(s []byte) (r rune, ok bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[:4]), 16, 16)
	return rune(n), err == nil
}

// yes takes a value and says whether it is true.
func (c *cursor) yes() bool {
	yes := c.peek() == 't'
	c.skip()
	return yes
}

// raw takes a value as it stands.
func (c *cursor) raw() []byte {
	c.peek()
	at := c.i
	c.skip()
	return c.b[at:c.i]
}

// fields calls each with every key of the object that comes next; of any other value it takes nothing.
func (c *cursor) fields(each func(key []byte)) {
	if c.peek() != '{' {
		c.skip()
		return
	}
	c.object(func(key []byte) bool { each(key); return true })
}

// object calls each with every key of the object that comes next; each takes the value. It stops early when each
// answers false, and leaves the cursor where it stands then.
func (c *cursor) object(each func(key []byte) bool) {
	c.list('{', '}', func() bool {
		key := c.str()
		if bytes.IndexByte(key, '\\') >= 0 || !c.eat(':') {
			c.bad = true
		}
		return !c.bad && each(key)
	})
}

// array calls each at every element of the array that comes next; each takes the element.
func (c *cursor) array(each func() bool) { c.list('[', ']', each) }

func (c *cursor) list(open, end byte, each func() bool) {
	if !c.eat(open) {
		c.bad = true
		return
	}
	if c.eat(end) {
		return
	}
	for !c.bad {
		if !each() || c.bad || c.eat(end) {
			return
		}
		if !c.eat(',') {
			c.bad = true
		}
	}
}
