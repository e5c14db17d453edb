package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestSentence bounds what is read as one sentence; what is longer was not written as one.
const longestSentence = 2000

// sentences cuts the owner's lines into sentences. A line that ends without a stop goes on in the next one where that
// begins in lower case: it was wrapped.
func sentences(text string, lines []stretch) []*sentence {
	var out []*sentence
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		to := l.to
		for i+1 < len(lines) && wrapped(text, l, to, lines[i+1]) {
			i++
			to = lines[i].to
		}
		opens := true
		for from := l.from; from < to; {
			end := sentenceEnd(text, from, to)
			for end < to && opensOnly(text, from, end) {
				end = sentenceEnd(text, end, to)
			}
			if end-from <= longestSentence {
				if s := newSentence(text, from, end); speaks(s) {
					s.item, s.after, s.opens, s.para = l.item, l.after, opens, opens && l.para
					out = append(out, s)
					opens = false
				}
			}
			from = end
		}
	}
	if len(out) == 1 {
		out[0].only = true
	}
	return out
}

// opensOnly tells a sentence of one word that only opens the next: "First. Check the tests."
func opensOnly(text string, from, to int) bool {
	if to-from > 20 {
		return false
	}
	m, n := theMatcher(), 0
	for _, t := range tokens(text, from, to) {
		if t.mark {
			continue
		}
		if c := m.classes[t.norm]; c&fillWord == 0 || c&(yesWord|weakWord) != 0 || denies(t.norm) {
			return false
		}
		n++
	}
	return n == 1
}

func speaks(s *sentence) bool {
	for _, t := range s.toks {
		if !t.mark {
			return true
		}
	}
	return false
}

// wrapped tells whether next goes on with the sentence that line l ends in: that one is long and does not end, and the next
// begins in lower case, or it ends in a word that wants another.
func wrapped(text string, l stretch, to int, next stretch) bool {
	if next.item || next.para || next.after || to-l.from > longestSentence {
		return false
	}
	last := text[l.from:to]
	if i := strings.LastIndexByte(last, '\n'); i >= 0 {
		last = last[i+1:]
	}
	r, _ := utf8.DecodeLastRuneInString(last)
	n, _ := utf8.DecodeRuneInString(text[next.from:])
	if strings.ContainsRune(".!?:;。！？：；", r) {
		return false
	}
	word := last[strings.LastIndexByte(last, ' ')+1:]
	return len(last) >= 60 && (unicode.IsLower(n) || n == '(') || len(last) >= 30 && theMatcher().classes[lowered(word)]&(commonWord|joinWord) != 0
}

// sentenceEnd returns the end of the sentence that begins at from.
func sentenceEnd(text string, from, to int) int {
	open := byte(0) // inside a quotation a stop ends nothing
	for i := from; i < to; {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(text[i:to])
			i += n
			if strings.ContainsRune("。！？", r) {
				return i
			}
			continue
		}
		i++
		switch c {
		case '`', '"':
			if open == c {
				open = 0
			} else if open == 0 && closing(text, i, to, rune(c)) > 0 {
				open = c
			}
		case '.', '!', '?':
			for i < to && strings.IndexByte(".!?", text[i]) >= 0 {
				i++
			}
			if open != 0 || i < to && !endsHere(text, from, i, to, c) {
				continue
			}
			for i < to && strings.IndexByte(`)"'`, text[i]) >= 0 {
				i++
			}
			return i
		}
	}
	return to
}

// endsHere tells whether the stop before i ends a sentence, and does not belong to a number, a name or an abbreviation.
func endsHere(text string, from, i, to int, c byte) bool {
	r, _ := utf8.DecodeRuneInString(text[i:to])
	if !unicode.IsSpace(r) && !cjk(r) {
		if strings.IndexByte(`)"'`, text[i]) < 0 || i+1 < to && text[i+1] != ' ' {
			return false
		}
	}
	if c != '.' {
		return true
	}
	k := i - 1
	for k > from && text[k-1] != ' ' && text[k-1] != '(' && text[k-1] != '\n' {
		k--
	}
	word := strings.ToLower(strings.TrimRight(text[k:i], "."))
	switch word {
	case "e.g", "eg", "i.e", "ie", "vs", "etc", "resp", "approx", "ca", "nr", "no", "dr", "mr", "mrs", "ms", "prof", "st", "fig", "z.b", "d.h", "bzw", "usw", "u.a", "evtl", "ggf", "inkl", "max", "min", "cf", "incl":
		next := strings.TrimLeft(text[i:to], " ")
		n, _ := utf8.DecodeRuneInString(next)
		return next == "" || unicode.IsUpper(n) && (word == "etc" || word == "usw")
	}
	return true
}
