package transcript

import "bytes"

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
