package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
	case "decision", "approval", "permission", "rule", "choice", "correction", "open question", "question", "owner", "user", "pinned", "standing rule", "rules", "approvals and permissions", "decisions", "approvals", "permissions", "choices", "corrections", "open questions", "standing rules":
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
