package keep

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text without what the check overlooks: runs of white space are one space, quote marks, emphasis and list
// marks are gone, escapes are resolved. Everything else stands as it was.
type folded struct {
	text    string
	pieces  []piece
	numbers int // how many numbered list marks the text began lines with
}

// piece says where a stretch of the folded text stands in its source.
type piece struct{ fold, source int }

// at maps a position in the folded text back to the source.
func (f *folded) at(pos int) int {
	i := sort.Search(len(f.pieces), func(i int) bool { return f.pieces[i].fold > pos }) - 1
	if i < 0 {
		return 0
	}
	return f.pieces[i].source + pos - f.pieces[i].fold
}

// marks says which list marks a fold leaves out. An owner's "1." can be part of what they said, and a mark that a
// re-flowed summary moved into a line looks like any other dash, so that one fold alone would miss or merge too much.
type marks int

const (
	noMarks    marks = iota // bullets and numbers left out
	onlyNumber              // bullets left out
	allMarks                // none left out
	foldings
)

// folder folds one text.
type folder struct {
	source   string
	marks    marks
	emphasis []emphasisMark
	out      []byte
	folded   folded
	space    bool // white space was passed since the last output
	last     rune // of the output
}

// overlook folds source.
func overlook(source string, m marks) folded {
	f := folder{source: source, marks: m, emphasis: emphasis(source), out: make([]byte, 0, len(source))}
	for i := f.lineStart(0); i < len(source); {
		i = f.step(i)
	}
	f.folded.text = string(f.out)
	return f.folded
}

// step folds what stands at i and returns where the next piece begins.
func (f *folder) step(i int) int {
	s := f.source
	if isPlain(s[i]) {
		end := plainEnd(s, i)
		f.writeBytes(i, s[i:i+1], rune(s[i]))
		f.out = append(f.out, s[i+1:end]...)
		f.last = rune(s[end-1])
		return end
	}
	for len(f.emphasis) > 0 && f.emphasis[0].at < i {
		f.emphasis = f.emphasis[1:]
	}
	c := s[i]
	switch {
	case c == '\n':
		f.space = true
		return f.lineStart(i + 1)
	case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
		f.space = true
		return i + 1
	case c == '"' || c == '`':
		return i + 1
	case c == '\\':
		return f.escape(i)
	case c == '&':
		if r, n := entity(s[i:]); n > 0 {
			if !unicode.IsSpace(r) && !isQuoteMark(r) {
				f.write(i, r)
			} else {
				f.space = f.space || unicode.IsSpace(r)
			}
			return i + n
		}
	case c == '*' || c == '_':
		if len(f.emphasis) > 0 && f.emphasis[0].at == i {
			n := f.emphasis[0].n
			return i + n
		}
	}
	r, n := rune(c), 1
	if c >= utf8.RuneSelf {
		r, n = utf8.DecodeRuneInString(s[i:])
	}
	switch {
	case r == utf8.RuneError && n == 1:
		f.writeBytes(i, s[i:i+1], r)
		return i + 1
	case unicode.IsSpace(r):
		f.space = true
		return i + n
	case isApostrophe(r):
		if next, _ := utf8.DecodeRuneInString(s[i+n:]); isWord(f.last) && !f.space && isWord(next) {
			f.write(i, '\'')
		}
		return i + n
	case isQuoteMark(r):
		return i + n
	}
	f.writeBytes(i, s[i:i+n], r)
	return i + n
}

// plainEnd passes what every fold leaves alone, single spaces between such bytes included.
func plainEnd(s string, i int) int {
	for i < len(s) && (isPlain(s[i]) || s[i] == ' ' && i+1 < len(s) && isPlain(s[i+1])) {
		i++
	}
	return i
}

// isPlain tells the bytes that stand for themselves.
func isPlain(c byte) bool {
	return c > ' ' && c < utf8.RuneSelf && !special[c]
}

var special = [utf8.RuneSelf]bool{'"': true, '\'': true, '`': true, '\\': true, '&': true, '*': true, '_': true, 0x7f: true}

// escape folds the backslashes at i: however many there are count as one, and that one goes where it only escapes.
func (f *folder) escape(i int) int {
	s, j := f.source, i
	for j < len(s) && s[j] == '\\' {
		j++
	}
	if j < len(s) {
		switch s[j] {
		case 'n':
			f.space = true
			return f.lineStart(j + 1)
		case '"', '\'', '`':
			return j
		case '*', '_', '#', '>':
			f.write(j, rune(s[j]))
			return j + 1
		}
	}
	f.write(i, '\\')
	return j
}

// lineStart passes the indentation and the marks that begin a line.
func (f *folder) lineStart(i int) int {
	s := f.source
	for i < len(s) {
		switch n := bulletLen(s[i:]); {
		case s[i] == ' ' || s[i] == '\t':
			f.space = true
			i++
		case s[i] == '>' && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n' || s[i+1] == '>'):
			i++
		case n > 0 && f.marks != allMarks:
			i += n
		case n == 0 && numberLen(s[i:]) > 0:
			f.folded.numbers++
			if f.marks != noMarks {
				return i
			}
			i += numberLen(s[i:])
		default:
			return i
		}
	}
	return i
}

// bulletLen returns the length of the bullet that s begins with, its white space not counted.
func bulletLen(s string) int {
	if s == "" {
		return 0
	}
	n := 1
	switch r, size := utf8.DecodeRuneInString(s); r {
	case '-', '*', '+':
	case '•', '◦', '▪', '‣':
		n = size
	default:
		return 0
	}
	if n == len(s) || s[n] != ' ' && s[n] != '\t' {
		return 0
	}
	return n
}

// numberLen does the same for "1." and "1)".
func numberLen(s string) int {
	n := 0
	for n < len(s) && n < 3 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == 0 || n+1 >= len(s) || s[n] != '.' && s[n] != ')' || s[n+1] != ' ' && s[n+1] != '\t' {
		return 0
	}
	return n + 1
}

func (f *folder) write(i int, r rune) {
	var b [utf8.UTFMax]byte
	f.writeBytes(i, string(b[:utf8.EncodeRune(b[:], r)]), r)
}

func (f *folder) writeBytes(i int, b string, r rune) {
	if f.space && len(f.out) > 0 && !unspaced(f.last) && !unspaced(r) {
		f.out = append(f.out, ' ')
	}
	f.space = false
	p := f.folded.pieces
	if len(p) == 0 || p[len(p)-1].source+len(f.out)-p[len(p)-1].fold != i {
		f.folded.pieces = append(p, piece{len(f.out), i})
	}
	f.out = append(f.out, b...)
	f.last = r
}

// entity reads the HTML entity that s begins with.
func entity(s string) (rune, int) {
	for _, e := range [...]struct {
		name string
		r    rune
	}{{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#34;", '"'}, {"&#39;", '\''}, {"&#x27;", '\''}, {"&apos;", '\''}, {"&nbsp;", ' '}} {
		if strings.HasPrefix(s, e.name) {
			return e.r, len(e.name)
		}
	}
	return 0, 0
}

func isQuoteMark(r rune) bool {
	switch r {
	case '"', '`', '“', '”', '„', '‟', '«', '»', '‹', '›', '「', '」', '『', '』', '＂', '〝', '〞', '〟':
		return true
	}
	return isApostrophe(r)
}

// isApostrophe tells the quote marks that also stand inside words.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '‘', '’', '‚', '‛', '´', '＇':
		return true
	}
	return false
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// unspaced tells the scripts that set no spaces between words: white space beside them is re-flow.
func unspaced(r rune) bool {
	return r >= 0x2E80 && r <= 0xA4CF || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF00 && r <= 0xFFEF ||
		r >= 0x20000 && r <= 0x3FFFF || r >= 0x0E00 && r <= 0x0EFF
}
