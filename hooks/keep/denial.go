package keep

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// turned reports whether the words beside the quote deny, soften or take back what it says.
func (p spot) turned() bool { return p.deniedBefore() || p.deniedAfter() }

// deniedBefore looks for a negation in the clause that the quote stands in, or in the line that heads its list.
func (p spot) deniedBefore() bool {
	if line := p.line(); itemStart(line) {
		if denies := headDenies(p.before); denies || strings.TrimSpace(line) != "" {
			return denies
		}
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
		case c.mark == '\n' && deny(c.words[max(0, n-2):]), n > 0 && !(n == 1 && isAnswer(c.words[0])) && deny(c.words[n-1:]):
			return true // "do not", a break, "use X"; "do not, whatever happens, use X"; "never: use X"
		}
		if !joined && n > 0 && c.mark != ',' && c.mark != 0 {
			return false
		}
	}
	return false
}

// isAnswer tells the negations that answer a question when they stand alone: "no, use X" denies nothing of X.
func isAnswer(w string) bool {
	return w == "no" || w == "nein" || w == "non" || w == "нет" || w == "nie" || w == "não"
}

// clause is a run of words; mark is what parts it from the text to its right.
type clause struct {
	words []string
	mark  rune // ',' ':' '\n', 0 for none
}

// clausesBefore returns the clauses of the last sentence of text, the last one first.
func clausesBefore(text string, n int) []clause {
	cs := []clause{{}}
	for text = text[max(0, len(text)-400):]; text != ""; {
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
		if len(words) == 0 || len(words) > 6 || !strings.HasSuffix(strings.TrimRight(text, "*_"), ":") && !strings.HasPrefix(text, "#") && !strings.HasSuffix(text, "**") {
			return false
		}
		for i := range words {
			words[i] = strings.Trim(words[i], "*_:()")
		}
		end := words[max(0, len(words)-2):]
		return slices.ContainsFunc(words, isTaken) || end[len(end)-1] != "no" && deny(end)
	}
	return false
}

func isTaken(w string) bool { return slices.Contains(takenBack, w) }

func startsItem(line string) bool { return bulletLen(line) > 0 || numberLen(line) > 0 }

func indentation(line string) int {
	n := 0
	for ; n < len(line) && (line[n] == ' ' || line[n] == '\t'); n++ {
	}
	return n
}

// deniedAfter looks for what denies or weakens behind: a German "nicht", "… was rejected", "if possible".
func (p spot) deniedAfter() bool {
	if strings.HasPrefix(strings.TrimLeft(p.after, " "), "?") && p.last != '?' { // what was said became a question
		return true
	}
	lower := strings.ToLower(p.after)
	if eol := strings.Index(lower, "\n\n"); eol >= 0 {
		lower = lower[:eol]
	}
	clause := lower
	if end := strings.IndexAny(lower, ".,;:!?\n()—"); end >= 0 {
		clause = lower[:end]
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
	if len(words) > 0 && !p.closed {
		switch words[0] {
		case "if", "unless", "except", "or", "wenn", "falls", "sofern", "außer", "oder":
			return true
		case "where", "when":
			if len(words) > 1 && (words[1] == "possible" || words[1] == "convenient") {
				return true
			}
		case "without", "until", "ohne", "bis": // "never push" + "without asking"
			return deny(strings.Fields(strings.ToLower(p.quote)))
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
		case isTaken(w): // "(rejected the empty string)" is about something else
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

// softeners make a wish, a condition or a question out of an order.
var softeners = []string{"prefer", "prefers", "preferred", "preferably", "might", "may", "could", "maybe", "perhaps", "possibly", "optionally", "ideally",
	"consider", "considers", "considered", "considering", "whether", "suggested", "proposed", "tried", "failed", "only", "rarely", "seldom", "hardly",
	"before", "if", "unless", "until", "why", "how", "vielleicht", "eventuell", "möglichst", "nur", "selten", "kaum", "ob", "wenn", "falls", "bevor", "bis"}

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
	case "forget", "hesitate", "worry", "only", "problem", "vergessen", "yet", "done", "started", "violate", "break", "ignore", "weaken", "lose", "miss":
		return false
	case "that", "this":
		if w == "stop" {
			return false
		}
	}
	return strings.HasSuffix(w, "n't") || slices.Contains(negations, w)
}

// deniesUnspaced looks for a negation or a softener in the last characters of a script that sets no spaces.
func deniesUnspaced(before string) bool {
	from := len(before)
	for range 6 {
		r, n := utf8.DecodeLastRuneInString(before[:from])
		if !unspaced(r) || unicode.IsPunct(r) {
			break
		}
		from -= n
	}
	near := before[from:]
	return strings.ContainsAny(near, "不别別勿莫没沒未禁") || slices.ContainsFunc([]string{"可能", "也许", "或许", "考虑", "尽量", "最好", "如果"}, func(w string) bool {
		return strings.Contains(near, w)
	})
}
