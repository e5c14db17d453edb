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
	return h.rest == "" && h.number == 0 && !strings.ContainsAny(h.title, `"“„«`)
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

// isNone reports whether an entry says that there is none.
func isNone(entry string) bool {
	w := strings.FieldsFunc(strings.ToLower(entry), func(r rune) bool { return !unicode.IsLetter(r) && r != '/' })
	if len(w) == 0 {
		return true
	}
	switch w[0] {
	case "none", "nothing", "n/a", "keine", "nichts":
		return len(w) <= 8 && !strings.ContainsAny(entry, `"“„«「`)
	case "no":
		return len(w) <= 6 && len(w) > 1 && !strings.ContainsAny(entry, `"“„«「`) && strings.Contains(" decisions items questions open pending decision item question ", " "+w[len(w)-1]+" ")
	}
	return false
}

// isGroup reports whether an entry only heads others: "Rules:", "**Approvals**".
func isGroup(entry string) bool {
	bare := strings.Trim(entry, "*_ ")
	return strings.HasSuffix(bare, ":") || len(bare) < len(entry) && strings.HasPrefix(entry, "**") && strings.HasSuffix(entry, "**") && len(strings.Fields(bare)) < 4
}

// entryTexts returns what an entry quotes, or else the entry itself without its date and label.
func entryTexts(entry string) (texts []string, quoted bool) {
	bare := bareEntry(entry)
	if quotes, first := quotations(entry); len(quotes) > 0 && (quoteStart(bare) > 0 || introduces(entry[:first])) {
		return quotes, true
	}
	if bare == "" {
		return nil, false
	}
	return []string{bare}, false
}

// introduces reports whether what stands before a quotation says that it is the item.
func introduces(before string) bool {
	last := lastWord(before)
	if last == "" {
		return true
	}
	if r, _ := utf8.DecodeLastRuneInString(last); r == ':' || r == '：' || r == '—' || r == '–' || unspaced(r) {
		return true
	}
	switch last {
	case "said", "says", "wrote", "typed", "asked", "answered", "replied", "decided", "chose", "-":
		return true
	}
	return false
}

// quotations returns the outermost quotations of s, and where the first begins.
func quotations(s string) (quotes []string, first int) {
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
				if q := strings.TrimSpace(s[start+w : i]); q != "" && !asksBefore(s[:start]) {
					quotes = append(quotes, q)
					first = min(first, start)
				}
			}
		}
	}
	return quotes, first
}

// asksBefore reports whether the quotation behind text is what was answered: "yes" (to: "Shall I push?").
func asksBefore(text string) bool {
	switch strings.TrimLeft(lastWord(text), "([") {
	case "to", "to:", "answering", "answering:", "question:", "asked:", "q:":
		return true
	}
	return false
}

// lastWord returns the last word of text in lower case; of a very long one, the end.
func lastWord(text string) string {
	words := strings.Fields(text[max(0, len(text)-64):])
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(words[len(words)-1])
}

// bareEntry takes the check box, the dates and the label off an entry.
func bareEntry(s string) string {
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
	case "decision", "approval", "permission", "rule", "choice", "correction", "open question", "question", "owner", "user", "pinned", "standing rule", "rules", "decisions", "approvals", "permissions", "choices", "corrections", "open questions", "standing rules":
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
