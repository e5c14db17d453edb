package keep

import (
	"strings"
	"unicode/utf8"
)

// The sections that the brief asks for.
const (
	ownerSection   = "owner decisions"
	waitingSection = "waiting on the owner"
)

// item is one entry of a section: what it quotes, or else its text.
type item struct {
	text   string
	quoted bool
}

// sections returns the items of the two sections of a summary, in the forms in which models write them.
func sections(text string) (owner, waiting []item) {
	if !strings.Contains(text, "wner") && !strings.Contains(text, "WNER") {
		return nil, nil
	}
	var in *section
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n \t")
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		h, isHeading := readHeading(line)
		var list *[]item
		switch {
		case fenced || !isHeading:
		case h.named(ownerSection):
			list = &owner
		case h.named(waitingSection):
			list = &waiting
		}
		switch {
		case list != nil:
			in.close()
			in = &section{heading: h, list: list}
			in.entry, in.open = h.rest, h.rest != ""
		case in != nil && isHeading && !fenced && in.endedBy(h):
			in.close()
			in = nil
		case in != nil:
			in.line(line)
		}
	}
	in.close()
	return owner, waiting
}

// heading is a line that may open a section.
type heading struct {
	level  int // of "#" marks; 0: none
	number int // of "7."; 0: none
	bold   bool
	indent int
	colon  bool
	title  string // without marks, lower case
	rest   string // what follows the title's colon
}

// readHeading reads "## Title", "**Title:** rest", "7. Title:", "- **Title**", "Title:" and mixtures of them.
func readHeading(line string) (heading, bool) {
	var h heading
	h.indent = indentation(line)
	s := line[h.indent:]
	for strings.HasPrefix(s, "#") {
		h.level, s = h.level+1, s[1:]
	}
	if h.level > 0 && s != "" && s[0] != ' ' {
		return h, false
	}
	s = h.dropNumber(strings.TrimSpace(s))
	if n := bulletLen(s); n > 0 && strings.HasPrefix(s[n:], " **") {
		s = s[n+1:]
	}
	if inner := strings.TrimLeft(s, "*_"); len(inner) < len(s) && len(s)-len(inner) >= 2 {
		mark := s[:len(s)-len(inner)]
		title, rest, ok := strings.Cut(inner, mark)
		if !ok {
			return h, false
		}
		h.bold = true
		s = h.dropNumber(title) + rest
	}
	if i := strings.IndexAny(s, ":："); i >= 0 {
		_, n := utf8.DecodeRuneInString(s[i:])
		h.colon, h.rest, s = true, strings.TrimSpace(s[i+n:]), s[:i]
	}
	if i := strings.IndexAny(s, "(（"); i > 0 { // "Owner decisions (verbatim)"
		s = s[:i]
	}
	h.title = strings.ToLower(strings.Trim(s, " *_\"“”`#—–-"))
	return h, h.title != "" && (h.level > 0 || h.bold || h.colon || h.number > 0 || h.named(ownerSection) || h.named(waitingSection))
}

// dropNumber takes "7." off the title.
func (h *heading) dropNumber(s string) string {
	n := numberLen(s)
	if n == 0 {
		return s
	}
	h.number = 0
	for _, c := range s[:n-1] {
		h.number = h.number*10 + int(c-'0')
	}
	return strings.TrimSpace(s[n:])
}

func (h heading) named(name string) bool {
	rest, ok := strings.CutPrefix(h.title, name)
	return ok && (rest == "" || rest[0] == ' ' && len(rest) < 30)
}

// stock reports whether the heading is one of those that the client asks for.
func (h heading) stock() bool {
	switch h.title {
	case "primary request and intent", "key technical concepts", "files and code sections", "errors and fixes", "problem solving", "all user messages",
		"pending tasks", "current work", "optional next step":
		return true
	}
	return false
}

// section collects the items of one section.
type section struct {
	heading
	list   *[]item
	entry  string // the one being read
	open   bool   // there is one
	listed bool   // the section holds a list
}

// endedBy reports whether h opens another section, rather than an item or a group of this one.
func (s *section) endedBy(h heading) bool {
	switch {
	case h.stock():
		return true
	case h.level > 0:
		return s.level == 0 || h.level <= s.level
	case s.level > 0, h.indent > s.indent:
		return false
	case s.number > 0:
		return h.number == s.number+1 && (h.bold || h.colon)
	case s.bold:
		return h.bold && !isLabel(h.title)
	}
	return h.rest == "" && h.number == 0 && !isLabel(h.title) && !strings.ContainsAny(h.title, `"“„«`)
}

func (s *section) line(line string) {
	text := strings.TrimSpace(line)
	mark := max(bulletLen(text), numberLen(text))
	if mark == 0 && strings.HasPrefix(text, ">") {
		mark = 1
	}
	body := strings.TrimSpace(text[mark:])
	switch {
	case s.open && len(s.entry) > longestEntry:
		// no entry is that long: what follows would only be dragged along
		if text == "" || mark > 0 {
			s.close()
		}
	case s.open && quoteStart(body) == 0 && s.unclosed(): // a quotation goes on, lists and blank lines of its own included
		s.entry += "\n" + text
	case text == "":
		s.close()
	case strings.HasPrefix(text, "|"):
		s.close()
		quotes, _ := quotations(text)
		s.take(quotes, true)
	case mark > 0:
		s.close()
		s.entry, s.open, s.listed = body, true, true
	case strings.HasPrefix(text, "#"), isGroup(text):
		s.close()
	case s.open:
		s.entry += "\n" + text
	case s.listed && quoteStart(bareEntry(text)) == 0:
		// a paragraph behind the list is no item
	default:
		s.entry, s.open = text, true
	}
}

const longestEntry = 4000

// unclosed reports whether the item begins with a quotation that has not ended.
func (s *section) unclosed() bool {
	bare := bareEntry(s.entry)
	n := quoteStart(bare)
	if n == 0 {
		return false
	}
	quotes, _ := quotations(bare)
	return len(quotes) == 0
}

// quoteStart returns the length of the quote mark that s begins with.
func quoteStart(s string) int {
	if r, n := utf8.DecodeRuneInString(s); r != '`' && !isApostrophe(r) && isQuoteMark(r) {
		return n
	}
	return 0
}

// close stores the item that was being read.
func (s *section) close() {
	if s == nil || !s.open {
		return
	}
	s.open = false
	if s.entry == "" || isNone(s.entry) || isGroup(s.entry) {
		return
	}
	s.take(entryTexts(s.entry))
}

func (s *section) take(texts []string, quoted bool) {
	for _, t := range texts {
		*s.list = append(*s.list, item{t, quoted})
	}
}
