package keep

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spot is where a quote was found: the text before and after it, as they stand in the source.
type spot struct {
	first, last   rune // of the quote
	before, after string
	// marks that surround the quote are taken off before and after; these say what they were
	opened, closed   bool // by a quote mark
	touched, touches bool // by any mark
}

// around is how much of the text beside a quote is looked at.
const around = 400

func place(text string, from, to int) spot {
	p := spot{before: text[max(0, from-around):from], after: text[to:min(len(text), to+around)]}
	p.first, _ = utf8.DecodeRuneInString(text[from:])
	p.last, _ = utf8.DecodeLastRuneInString(text[:to])
	for p.before != "" {
		r, n := utf8.DecodeLastRuneInString(p.before)
		if !isQuoteMark(r) && r != '*' && r != '_' && !(r == '\\' && p.opened) {
			break
		}
		p.touched, p.opened = true, p.opened || isQuoteMark(r)
		p.before = p.before[:len(p.before)-n]
	}
	for p.after != "" {
		r, n := utf8.DecodeRuneInString(p.after)
		if !isQuoteMark(r) && r != '*' && r != '_' && !(r == '\\' && len(p.after) > 1 && (p.after[1] == '"' || p.after[1] == '\'')) {
			break
		}
		p.touches, p.closed = true, p.closed || isQuoteMark(r)
		p.after = p.after[n:]
	}
	return p
}

// whole reports whether the quote is not a part of longer words, names, numbers or paths.
func (p spot) whole() bool {
	return (p.touched || !joinedLeft(p.before, p.first)) && (p.touches || !joinedRight(p.last, p.after))
}

func joinedLeft(before string, first rune) bool {
	prev, n := utf8.DecodeLastRuneInString(before)
	if n == 0 || unspaced(prev) || unspaced(first) {
		return false
	}
	if isWord(prev) {
		return isWord(first) || strings.ContainsRune(joiners, first)
	}
	prior, _ := utf8.DecodeLastRuneInString(before[:len(before)-n])
	switch {
	case !isWord(first):
		return false
	case strings.ContainsRune(joiners, prev) && isWord(prior) && !(prev == ':' && !unicode.IsDigit(first)):
		return true
	case prev == '.':
		return prior == '/' // "../x", but not "...x"
	case prev == '-':
		return prior == '-' || prior != '\n' && prior != utf8.RuneError // an option, not a list mark
	}
	return strings.ContainsRune(`/\@#$~`, prev)
}

func joinedRight(last rune, after string) bool {
	next, n := utf8.DecodeRuneInString(after)
	if n == 0 || unspaced(next) || unspaced(last) {
		return false
	}
	if isWord(next) {
		return isWord(last) || strings.ContainsRune(joiners, last)
	}
	then, _ := utf8.DecodeRuneInString(after[n:])
	switch {
	case !isWord(last):
		return false
	case strings.ContainsRune(joiners, next) && isWord(then), next == ',' && unicode.IsDigit(last) && unicode.IsDigit(then):
		return true
	}
	return strings.ContainsRune(`%+#~`, next)
}

// joiners stand inside names, numbers, paths and options.
const joiners = `-._/\@:#$~'’=`

// alone reports whether the quote is an item of its own: between quote marks, a whole line, or all that follows a colon.
// What is a sentence may also be the last one between quote marks.
func (p spot) alone(sentence bool) bool {
	if p.opened && p.closed {
		return true
	}
	if sentence && (p.opened || strings.HasSuffix(p.before, ". ") || strings.HasSuffix(p.before, "? ") || strings.HasSuffix(p.before, "! ")) &&
		(p.closed || p.opened && (p.last == '.' || p.last == '!')) {
		return true
	}
	after := strings.TrimLeft(p.after, ".!,; \t*_`")
	if after != "" && after[0] != '\n' && after[0] != '\r' {
		return false
	}
	before := strings.TrimRight(p.before, " \t")
	return before == "" || strings.HasSuffix(before, ":") || listMark(before[strings.LastIndexByte(before, '\n')+1:])
}

// listMark reports whether s is nothing but the marks that begin a line.
func listMark(s string) bool {
	s = strings.Trim(s, " \t>")
	return s == "" || bulletLen(s+" ") == len(s) || numberLen(s+" ") == len(s)
}

// turned reports whether the words beside the quote deny, soften or take back what it says.
func (p spot) turned() bool { return p.deniedBefore() || p.deniedAfter() }

// deniedBefore looks for a negation in the clause that the quote stands in, or in the line that heads its list.
func (p spot) deniedBefore() bool {
	if line := p.before[strings.LastIndexByte(p.before, '\n')+1:]; listMark(line) && strings.TrimSpace(line) != "" {
		return headDenies(p.before)
	}
	if deniesUnspaced(p.before) {
		return true
	}
	limit := 14
	if p.opened { // what stands before a quotation is another clause's business, but for: do not "use X"
		limit = 3
	}
	joined := true // nothing parts the clause from the quote
	for _, c := range clausesBefore(p.before, 4) {
		n := len(c.words)
		switch {
		case joined:
			near := c.words[max(0, n-limit):]
			if deny(near) || !p.opened && slices.ContainsFunc(c.words[max(0, n-3):], soft) {
				return true
			}
			joined = n > 0 && slices.Contains([]string{"or", "nor", "oder"}, c.words[n-1]) // "do not push, tag or release"
		case c.mark == '\n' && deny(c.words[max(0, n-2):]), n > 1 && deny(c.words[n-1:]):
			return true // "do not", a break, "use X"; "do not, whatever happens, use X"
		}
		if !joined && n > 0 && c.mark != ',' && c.mark != 0 {
			return false
		}
	}
	return false
}

// clause is a run of words; mark is what parts it from the text to its right.
type clause struct {
	words []string
	mark  rune // ',' ':' '\n', 0 for none
}

// clausesBefore returns the clauses of the last sentence of text, the last one first.
func clausesBefore(text string, n int) []clause {
	cs := []clause{{}}
	for text != "" {
		r, size := utf8.DecodeLastRuneInString(text)
		if isWord(r) {
			start := strings.LastIndexFunc(text, func(r rune) bool { return !isWord(r) && !isApostrophe(r) })
			_, size := utf8.DecodeRuneInString(text[max(start, 0):])
			if start < 0 {
				size = 0
			}
			c := &cs[len(cs)-1]
			c.words = append(c.words, strings.ReplaceAll(strings.ToLower(text[max(start, 0)+size:]), "’", "'"))
			text = text[:max(start, 0)+size]
			continue
		}
		text = text[:len(text)-size]
		mark := rune(0)
		switch r {
		case '.', '!', '?', ';', '。', '！', '？', '；', '|', '#':
			return reversed(cs)
		case ':', '：':
			mark = ':'
		case '\n':
			if mark = '\n'; strings.HasSuffix(strings.TrimRight(text, " \t\r"), "\n") {
				return reversed(cs) // a blank line
			}
		case ',', '(', ')', '[', ']', '—', '–', '"', '“', '”', '„', '«', '»', '，', '、':
			mark = ','
		case '-', '*', '+', '•':
			if line := text[strings.LastIndexByte(text, '\n')+1:]; strings.TrimSpace(line) == "" {
				return reversed(cs) // a list mark
			}
			if r == '-' && strings.HasSuffix(text, " ") {
				mark = ','
			}
		}
		if mark != 0 {
			if len(cs) == n {
				break
			}
			cs = append(cs, clause{mark: mark})
		}
	}
	return reversed(cs)
}

// reversed puts the words of each clause, read from the right, in order.
func reversed(cs []clause) []clause {
	for _, c := range cs {
		slices.Reverse(c.words)
	}
	return cs
}

// headDenies reports whether the line that heads the list item denies it: "Do not:", "Rejected:".
func headDenies(before string) bool {
	cut := strings.LastIndexByte(before, '\n')
	if cut < 0 {
		return false
	}
	indent := indentation(before[cut+1:])
	for before = before[:cut]; before != ""; {
		cut = strings.LastIndexByte(before, '\n')
		line := before[cut+1:]
		before = before[:max(cut, 0)]
		text := strings.TrimSpace(line)
		switch {
		case text == "", indentation(line) > indent, indentation(line) == indent && startsItem(text):
			continue
		}
		words := strings.Fields(strings.ToLower(strings.Trim(text, "-+•#*_:> \t")))
		if len(words) > 6 || !strings.HasSuffix(strings.TrimRight(text, "*_"), ":") && !strings.HasPrefix(text, "#") && !strings.HasSuffix(text, "**") {
			return false
		}
		for i, w := range words {
			next := ""
			if i+1 < len(words) {
				next = words[i+1]
			}
			w = strings.Trim(w, "*_:()")
			if slices.Contains(takenBack, w) || w != "no" && w != "without" && next != "yet" && next != "done" && next != "started" && negates(w, next) {
				return true
			}
		}
		return false
	}
	return false
}

func startsItem(line string) bool { return bulletLen(line) > 0 || numberLen(line) > 0 }

func indentation(line string) int {
	n := 0
	for ; n < len(line) && (line[n] == ' ' || line[n] == '\t'); n++ {
	}
	return n
}

// deniedAfter looks for what denies behind: a German "nicht", "… was rejected", "if possible".
func (p spot) deniedAfter() bool {
	line, _, _ := strings.Cut(p.after, "\n\n")
	lower := strings.ToLower(line)
	clause := lower
	if i := strings.IndexAny(lower, ".,;:!?\n()—"); i >= 0 {
		clause = lower[:i]
	}
	if unspaced(p.last) {
		for _, n := range [...]string{"しない", "ない", "ません", "てはいけ", "禁止"} {
			if i := strings.Index(clause, n); i >= 0 && i < 12 {
				return true
			}
		}
	}
	words := strings.Fields(clause)
	for i, w := range words[:min(len(words), 8)] {
		switch w {
		case "nicht", "nie", "niemals", "keinesfalls", "never":
			return true
		case "not", "isn't", "wasn't":
			if i < 2 {
				return true
			}
		}
	}
	for _, soft := range [...]string{"if possible", "where possible", "when possible", "if convenient", "wenn möglich", "unless"} {
		if strings.HasPrefix(strings.TrimSpace(clause), soft) {
			return true
		}
	}
	return isTakenBack(lower)
}

// isTakenBack reports whether after says that the quote does not hold any more: "(replaced by …)", "was withdrawn".
func isTakenBack(after string) bool {
	if eol := strings.IndexByte(after, '\n'); eol >= 0 {
		after = after[:eol]
	}
	words := strings.FieldsFunc(after, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	for i, w := range words[:min(len(words), 4)] {
		switch {
		case slices.Contains(takenBack, w): // "(rejected the empty string)" is about something else
			return i+1 == len(words) || slices.Contains(asPassive, words[i+1])
		case w != "is" && w != "was" && w != "been" && w != "has" && w != "now" && w != "later":
			return false
		}
	}
	return false
}

var negations = []string{"not", "never", "no", "nor", "neither", "without", "avoid", "avoids", "avoiding", "cannot", "dont", "don't", "won't", "can't",
	"instead", "rather", "against", "refuse", "refused", "refuses", "stop", "stopped", "forbid", "forbids", "forbidden", "prohibited", "reject", "rejected",
	"nicht", "nie", "niemals", "kein", "keine", "keinen", "keinem", "keiner", "ohne", "keinesfalls", "statt",
	"ne", "pas", "jamais", "sans", "nunca", "jamás", "não", "nao", "sin", "non", "mai", "senza", "не", "нет", "никогда", "без", "nigdy", "bez", "niet", "nooit", "geen", "zonder", "inte", "aldrig", "ikke"}

// takenBack says that what was said does not hold any more.
var takenBack = []string{"replaced", "superseded", "withdrawn", "reversed", "revoked", "rejected", "declined", "cancelled", "canceled", "obsolete"}

// asPassive follows a word of takenBack that is said of the quote.
var asPassive = []string{"by", "on", "in", "at", "later", "with", "after", "since", "and", "now", "again", "below", "see", "when"}

// softeners make a wish out of an order.
var softeners = []string{"prefer", "prefers", "preferred", "preferably", "might", "may", "could", "maybe", "perhaps", "possibly", "optionally", "ideally",
	"consider", "considers", "considered", "considering", "whether", "vielleicht", "eventuell", "möglichst"}

func soft(w string) bool { return slices.Contains(softeners, w) }

// deny reports whether words hold a negation of what follows them.
func deny(words []string) bool {
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if negates(w, next) {
			return true
		}
	}
	return false
}

// negates reports whether w denies what follows it. next is the word after it: "don't forget to" denies nothing.
func negates(w, next string) bool {
	switch next {
	case "forget", "hesitate", "worry", "only", "problem", "vergessen":
		return false
	case "that", "this":
		if w == "stop" {
			return false
		}
	}
	return strings.HasSuffix(w, "n't") || slices.Contains(negations, w)
}

// deniesUnspaced looks for a negation in the last characters of a script that sets no spaces.
func deniesUnspaced(before string) bool {
	for range 5 {
		r, n := utf8.DecodeLastRuneInString(before)
		before = before[:len(before)-n]
		if !unspaced(r) || unicode.IsPunct(r) {
			return false
		}
		if strings.ContainsRune("不别別勿莫沒没未禁", r) {
			return true
		}
	}
	return false
}
