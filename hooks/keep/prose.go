package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// stretch is a piece of a text, from its first byte to behind its last.
type stretch struct {
	from, to int
	item     bool // begins with a list mark, which stands before from
	after    bool // comes right behind pasted lines, without a blank one between
	para     bool // begins a paragraph
}

// longestOwn is how much of a message is looked at: what is longer is a paste, with the owner's words before or behind it.
const longestOwn = 64 << 10

// ownLines returns the lines of a message that are the owner's own prose. Left out are code blocks, pasted logs and stack
// traces, terminal sessions, diffs, JSON, quoted mail, transcripts and chats, what a review bot wrote, pasted_content and
// other tagged blocks, and items that are ticked off.
func ownLines(text string) []stretch {
	var out []stretch
	p := paste{text: text}
	for from := 0; from < len(text); {
		if from > longestOwn/2 && len(text)-from > longestOwn/2 {
			from = len(text) - longestOwn/2
			if i := strings.IndexByte(text[from:], '\n'); i >= 0 && i < longestOwn/4 {
				from += i + 1
			}
			for from < len(text) && !utf8.RuneStart(text[from]) {
				from++
			}
		}
		to := len(text)
		if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
			to = from + i
		}
		if to-from > longestOwn/2 {
			to = from + longestOwn/2
			for !utf8.RuneStart(text[to]) {
				to--
			}
		}
		out = p.line(out, from, to)
		from = to
		if from < len(text) && text[from] == '\n' {
			from++
		}
	}
	return out
}

// paste is what ownLines knows about the lines before.
type paste struct {
	text    string
	fence   bool            // inside a fenced block
	tag     string          // inside a tagged block of this name
	lonely  map[string]bool // tags that are never closed
	log     bool            // the last line was pasted
	skip    bool            // the paragraph belongs to somebody else
	skipped bool            // one line of it was seen
	bot     bool            // a review bot speaks
	diff    bool
	blank   bool // the last line was blank
	began   bool
}

func (p *paste) line(out []stretch, from, to int) []stretch {
	line := strings.TrimSpace(p.text[from:to])
	if p.tag != "" {
		if strings.Contains(line, "</"+p.tag+">") {
			p.tag = ""
		}
		p.log = true
		return out
	}
	if line == "" {
		p.log, p.blank = false, true
		if p.skipped {
			p.skip, p.skipped = false, false
		}
		return out
	}
	if p.opensTag(line, to) || p.fenced(line) {
		// A fence that opens behind words leaves them to the owner: didn't ``` … ``` this one succeed?
		if i := strings.Index(p.text[from:to], "```"); i > 0 && p.fence {
			return p.own(out, from, from+i)
		}
		p.log = true
		return out
	}
	if p.fence {
		return out
	}
	if p.skip {
		p.skipped = true
		p.log = true
		return out
	}
	if botLine(line) {
		p.bot = true
	}
	if p.blank && !strings.ContainsAny(line[:1], "+-@") {
		p.diff = false
	}
	if strings.HasPrefix(line, "diff --git") || strings.HasPrefix(line, "@@ ") {
		p.diff = true
	}
	indented := p.log && (strings.HasPrefix(p.text[from:to], "  ") || p.text[from] == '\t')
	if p.bot && !(p.blank && addressesModel(line)) || p.diff || indented || pastedLine(line) {
		p.log, p.blank = true, false
		return out
	}
	p.bot = false
	if i := cites(p.text[from:to]); i > 0 {
		p.log = true
		return p.own(out, from, from+i)
	}
	out = p.own(out, from, to)
	if announcesPaste(line) {
		p.skip, p.skipped = true, false
	}
	return out
}

// own adds a line of the owner's, without its list mark.
func (p *paste) own(out []stretch, from, to int) []stretch {
	s := p.text[from:to]
	i := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	n := itemMark(s[i:])
	rest := strings.TrimSpace(s[i+n:])
	l := stretch{from: from + i + n, to: from + len(strings.TrimRightFunc(s, unicode.IsSpace)), item: n > 0, after: p.log, para: p.blank || !p.began}
	p.log, p.blank, p.began = false, false, true
	if rest == "" || n > 0 && ticked(rest) || strings.HasPrefix(rest, "~~") {
		return out
	}
	return append(out, l)
}

func (p *paste) fenced(line string) bool {
	n := strings.Count(line, "```")
	if n == 0 && strings.HasPrefix(line, "~~~") {
		n = 1
	}
	if n%2 == 1 {
		p.fence = !p.fence
		return true
	}
	return false
}

// opensTag tells whether line begins a tagged block that is closed later, in this line or a following one.
func (p *paste) opensTag(line string, to int) bool {
	if len(line) < 3 || line[0] != '<' || p.fence {
		return false
	}
	n := 1
	for n < len(line) && n < 40 && (isAlnum(line[n]) || line[n] == '_' || line[n] == '-') {
		n++
	}
	name := line[1:n]
	if name == "" || n == len(line) || line[n] != '>' && line[n] != ' ' || p.lonely[name] {
		return false
	}
	switch end := "</" + name + ">"; {
	case strings.Contains(line, end):
		return strings.HasSuffix(line, end)
	case strings.Contains(p.text[to:], end), name == "pasted_content":
		p.tag = name
		return true
	}
	if p.lonely == nil {
		p.lonely = map[string]bool{}
	}
	p.lonely[name] = true
	return false
}

// itemMark returns the length of "- ", "* ", "1. ", "2) " and the like at the start of s, with an open check box.
func itemMark(s string) int {
	n := 0
	switch {
	case s == "":
		return 0
	case strings.HasPrefix(s, "• "), strings.HasPrefix(s, "– "), strings.HasPrefix(s, "— "):
		_, n = utf8.DecodeRuneInString(s)
	case s[0] == '-' || s[0] == '*' || s[0] == '+':
		n = 1
	case strings.HasPrefix(s, "#"):
		n = len(s) - len(strings.TrimLeft(s, "#"))
	default:
		for n < len(s) && n < 3 && isDigit(s[n]) {
			n++
		}
		if n == 0 && len(s) > 1 && isLower(s[0]) && s[1] == ')' {
			n = 1
		}
		for k := n; n > 0 && k < len(s) && (s[k] == '+' || isDigit(s[k])); k++ {
			n = k + 1 // 5+6.
		}
		if n == 0 || n == len(s) || s[n] != '.' && s[n] != ')' && s[n] != ':' {
			return 0
		}
		n++
	}
	if n == len(s) {
		return n
	}
	if s[n] != ' ' && s[n] != '\t' {
		if r, _ := utf8.DecodeRuneInString(s[n:]); !cjk(r) {
			return 0
		}
	}
	rest := strings.TrimLeft(s[n:], " \t")
	if box := strings.TrimPrefix(rest, "[ ] "); box != rest {
		rest = box
	}
	return len(s) - len(rest)
}

// ticked tells a list item that is done.
func ticked(s string) bool {
	for _, m := range []string{"[x]", "[X]", "[✓]", "[✔]", "✅", "✔", "☑", "DONE", "Done:", "done:"} {
		if strings.HasPrefix(s, m) {
			return true
		}
	}
	return false
}

// addressesModel tells whether a line that stands among somebody else's text speaks to the model again.
func addressesModel(line string) bool {
	s := newSentence(line, 0, len(line))
	cue, _, _ := theMatcher().match(s, false)
	return cue >= 0 && s.head < len(s.toks) && s.toks[s.head].norm != "you" && !strings.HasPrefix(line, "**")
}
