package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// spot is where a quote was found: the text before and after it, as they stand in the source.
type spot struct {
	quote         string // folded
	first, last   rune   // of the quote, in the source
	before, after string
	// marks that surround the quote are taken off before and after; these say what they were
	opened, closed   bool // by a quote mark
	touched, touches bool // by any mark
}

// How much of the text beside a quote is looked at. A list may be long, and its head stands before it.
const (
	lookBack  = 4000
	lookAhead = 400
)

func place(quote, text string, from, to int) spot {
	p := spot{quote: quote, before: text[max(0, from-lookBack):from], after: text[to:min(len(text), to+lookAhead)]}
	p.first, _ = utf8.DecodeRuneInString(text[from:])
	p.last, _ = utf8.DecodeLastRuneInString(text[:to])
	for p.before != "" {
		r, n := utf8.DecodeLastRuneInString(p.before)
		prior, _ := utf8.DecodeLastRuneInString(p.before[:len(p.before)-n])
		if (isApostrophe(r) || r == '_' || r == '*') && isWord(prior) && !p.touched { // a part of a word
			break
		}
		if !isQuoteMark(r) && r != '*' && r != '_' && !(r == '\\' && p.opened) {
			break
		}
		p.touched, p.opened = true, p.opened || isQuoteMark(r)
		p.before = p.before[:len(p.before)-n]
	}
	for p.after != "" {
		r, n := utf8.DecodeRuneInString(p.after)
		next, _ := utf8.DecodeRuneInString(p.after[n:])
		if (isApostrophe(r) || r == '_' || r == '*') && isWord(next) && !p.touches {
			break
		}
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
	return strings.ContainsRune(`/\@#$~`, prev) || unicode.IsDigit(first) && (strings.ContainsRune(`<>≤≥±≈+`, prev) || prev == '–' && unicode.IsDigit(prior))
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
	return strings.ContainsRune(`%+#~`, next) || unicode.IsDigit(last) && (strings.ContainsRune(`‰°×^`, next) || next == '–' && unicode.IsDigit(then))
}

// joiners stand inside names, numbers, paths and options.
const joiners = `-._/\@:#$~'’=*`

// alone reports whether the quote is an item of its own: between quote marks, a whole line, or all that follows a colon.
func (p spot) alone() bool {
	if p.opened && p.closed || p.lastSentence() {
		return true
	}
	after, _, _ := strings.Cut(p.after, "\n")
	if bareEntry(strings.TrimLeft(after, ".!,; \t\r")) != "" {
		return false
	}
	line := p.line()
	if label, ok := strings.CutSuffix(strings.TrimRight(line, " \t*_"), ":"); ok && (strings.Contains(p.quote, " ") || saysWho(label)) {
		return true
	}
	return itemStart(line)
}

// line returns what stands before the quote on its line.
func (p spot) line() string { return p.before[strings.LastIndexByte(p.before, '\n')+1:] }

// itemStart reports whether line holds nothing but what stands before the text of an item: its mark, a date, a label.
func itemStart(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	if mark := max(bulletLen(line), numberLen(line)); mark > 0 {
		line = line[mark:]
	}
	return bareEntry(line) == ""
}

// lastSentence reports whether the quote is a sentence that ends what stands between quote marks, or begins it. What
// has a number in it, or is one word, would be a sentence by chance.
func (p spot) lastSentence() bool {
	if len(p.quote) < 10 || strings.ContainsAny(p.quote, "0123456789") {
		return false
	}
	begins := p.opened || strings.HasSuffix(p.before, ". ") || strings.HasSuffix(p.before, "? ") || strings.HasSuffix(p.before, "! ")
	return begins && (p.closed || p.opened && (p.last == '.' || p.last == '!'))
}

// saysWho reports whether a label names the owner or an answer, so that one word behind it is theirs.
func saysWho(label string) bool {
	label = strings.ToLower(label)
	for _, w := range [...]string{"user", "owner", "answer", "said", "repl", "cho", "decision", "approval", "confirm", "feedback", "message", "nutzer", "antwort", "用户", "回答"} {
		if strings.Contains(label, w) {
			return true
		}
	}
	return false
}
