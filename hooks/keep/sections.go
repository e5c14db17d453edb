package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The sections that the brief asks for.
const (
	ownerSection   = "owner decisions"
	waitingSection = "waiting on the owner"
)

// sections returns the items of the two sections of a summary, in the forms in which models write them.
func sections(text string) (owner, waiting []string) {
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
		var list *[]string
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
			if h.rest != "" {
				in.add(h.rest, true)
			}
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

// readHeading reads "## Title", "**Title:** rest", "7. Title:", "Title:" and mixtures of them.
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
	s = strings.TrimSpace(s)
	if n := numberLen(s); n > 0 {
		for _, c := range s[:n-1] {
			h.number = h.number*10 + int(c-'0')
		}
		s = strings.TrimSpace(s[n:])
	}
	if inner := strings.TrimLeft(s, "*_"); len(inner) < len(s) && len(s)-len(inner) >= 2 {
		mark := s[:len(s)-len(inner)]
		title, rest, ok := strings.Cut(inner, mark)
		if !ok {
			return h, false
		}
		h.bold = true
		s = title + rest
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

func (h heading) named(name string) bool { return h.title == name }

// section collects the items of one section.
type section struct {
	heading
	list *[]string
	item string // the one being read
	at   int    // its indentation
	open bool   // an item is being read
}

// endedBy reports whether h opens another section, rather than an item or a group of this one.
func (s *section) endedBy(h heading) bool {
	switch {
	case h.level > 0:
		return s.level == 0 || h.level <= s.level
	case s.level > 0, h.indent > s.indent:
		return false
	case s.number > 0:
		return h.number == s.number+1 && (h.bold || h.colon)
	case s.bold:
		return h.bold && h.rest == ""
	}
	return h.rest == "" && h.number == 0 && !strings.ContainsAny(h.title, `"“„«`)
}

func (s *section) line(line string) {
	indent := indentation(line)
	text := strings.TrimSpace(line)
	if text == "" {
		s.close()
		return
	}
	mark := bulletLen(text)
	if mark == 0 {
		mark = numberLen(text)
	}
	if mark == 0 && strings.HasPrefix(text, ">") {
		mark = 1
	}
	if mark > 0 {
		s.add(strings.TrimSpace(text[mark:]), true)
		s.at = indent
		return
	}
	s.add(text, !s.open)
}

// add takes a new item, or goes on with the one that is being read.
func (s *section) add(text string, fresh bool) {
	if fresh {
		s.close()
		s.item, s.open = text, true
		return
	}
	s.item += "\n" + text
}

// close stores the item that was being read.
func (s *section) close() {
	if s == nil || !s.open {
		return
	}
	s.open = false
	if s.item == "" || isNone(s.item) || isGroup(s.item) {
		return
	}
	*s.list = append(*s.list, itemTexts(s.item)...)
}

// isNone reports whether an item says that there is none.
func isNone(item string) bool {
	w := strings.FieldsFunc(strings.ToLower(item), func(r rune) bool { return !unicode.IsLetter(r) && r != '/' })
	if len(w) == 0 {
		return true
	}
	switch w[0] {
	case "none", "nothing", "n/a", "keine", "nichts":
		return len(w) <= 8 && !strings.ContainsAny(item, `"“„«「`)
	case "no":
		return len(w) <= 6 && len(w) > 1 && !strings.ContainsAny(item, `"“„«「`) && strings.Contains(" decisions items questions open pending decision item question ", " "+w[len(w)-1]+" ")
	}
	return false
}

// isGroup reports whether an item only heads others: "Rules:", "**Approvals**".
func isGroup(item string) bool {
	bare := strings.Trim(item, "*_ ")
	return strings.HasSuffix(bare, ":") || len(bare) < len(item) && strings.HasPrefix(item, "**") && strings.HasSuffix(item, "**") && len(strings.Fields(bare)) < 4
}

// itemTexts returns what an item quotes, or else the item itself without its date and label.
func itemTexts(item string) []string {
	quotes, first, length := quotations(item)
	bare := bareItem(item)
	if len(quotes) > 0 && (first <= len(item)-len(bare)+3 || length*2 >= len(bare) || strings.HasSuffix(strings.TrimSpace(item[:first]), ":")) {
		return quotes
	}
	if bare == "" {
		return nil
	}
	return []string{bare}
}

// quotations returns the outermost quotations of s, where the first begins, and how long they are together.
func quotations(s string) (quotes []string, first, length int) {
	first = len(s)
	depth, start := 0, 0
	for i, r := range s {
		n := utf8.RuneLen(r)
		if n < 0 {
			n = 1
		}
		opens, closes := false, false
		switch r {
		case '"', '＂':
			prev, _ := utf8.DecodeLastRuneInString(s[:i])
			next, _ := utf8.DecodeRuneInString(s[i+n:])
			opens = (i == 0 || unicode.IsSpace(prev) || strings.ContainsRune("([{“\"—–:*_/\\", prev) || unspaced(prev)) && !unicode.IsSpace(next) && i+n < len(s)
			closes = depth > 0 && !(opens && depth < 2 && i > start && unicode.IsSpace(prev))
			opens = opens && !closes
		case '“', '„', '«', '「', '『':
			opens = !(r == '“' && depth > 0 && strings.HasPrefix(s[start:], "„"))
			closes = !opens
		case '”', '»', '」', '』':
			closes = true
		}
		switch {
		case opens:
			if depth++; depth == 1 {
				start = i
			}
		case closes && depth > 0:
			if depth--; depth == 0 {
				_, w := utf8.DecodeRuneInString(s[start:])
				if q := strings.TrimSpace(s[start+w : i]); q != "" {
					quotes = append(quotes, q)
					first = min(first, start)
					length += len(q)
				}
			}
		}
	}
	return quotes, first, length
}

// bareItem takes the check box, the dates and the label off an item.
func bareItem(s string) string {
	for {
		was := s
		s = strings.TrimLeft(s, " \t*_—–-:")
		for _, box := range [...]string{"[ ]", "[x]", "[X]"} {
			s = strings.TrimPrefix(s, box)
		}
		s = dropDate(s)
		if label, rest, ok := strings.Cut(s, ":"); ok && isLabel(strings.ToLower(strings.Trim(label, "*_ []()"))) {
			s = rest
		}
		if s == was {
			break
		}
	}
	s = strings.TrimSpace(s)
	if i := strings.LastIndexAny(s, "([—"); i > 0 && isDateText(strings.Trim(s[i:], "([—)] .")) {
		s = strings.TrimSpace(s[:i])
	}
	return strings.Trim(s, "*_`")
}

func isLabel(s string) bool {
	switch s {
	case "decision", "approval", "permission", "rule", "choice", "correction", "open question", "question", "owner", "user", "pinned", "standing rule", "rules":
		return true
	}
	return false
}

// dropDate takes a date, bracketed or not, off the beginning of s.
func dropDate(s string) string {
	if s == "" {
		return s
	}
	if i := strings.IndexByte("([", s[0]); i >= 0 {
		if end := strings.IndexByte(s, ")]"[i]); end > 0 && isDateText(s[1:end]) {
			return s[end+1:]
		}
		return s
	}
	end := strings.IndexFunc(s, func(r rune) bool {
		return r == '—' || r == '–' || r == '"' || r == '“' || r == '„' || r == '«'
	})
	for i := range len(s) {
		if s[i] == ':' && i+1 < len(s) && s[i+1] == ' ' || s[i] == '-' && i > 0 && s[i-1] == ' ' {
			if end < 0 || i < end {
				end = i
			}
			break
		}
	}
	if end > 0 && isDateText(strings.TrimSpace(s[:end])) {
		return s[end:]
	}
	return s
}

// isDateText reports whether s is a date, a time, or says that there is none.
func isDateText(s string) bool {
	s = strings.ToLower(strings.Trim(s, "*_, "))
	if len(s) > 40 || s == "" {
		return false
	}
	if strings.Contains(s, "date") && (strings.Contains(s, "no ") || strings.Contains(s, "unknown") || strings.Contains(s, "not ")) {
		return true
	}
	digits := 0
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch {
		case w[0] >= '0' && w[0] <= '9':
			digits += len(strings.TrimRight(w, "abcdefghijklmnopqrstuvwxyz"))
		case len(w) >= 3 && strings.Contains("january february march april may june july august september october november december januar februar märz mai juni juli oktober dezember monday tuesday wednesday thursday friday saturday sunday", w):
		case w == "utc" || w == "gmt" || w == "z" || w == "t" || w == "at" || w == "am" || w == "pm" || w == "on" || w == "um" || w == "sept":
		default:
			return false
		}
	}
	return digits >= 3
}
