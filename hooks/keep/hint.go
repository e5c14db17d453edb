package keep

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// index says on which lines of a text a content word stands.
type index struct {
	lines map[string][]int32
	n     int // lines
}

func newIndex(text string) index {
	x := index{lines: map[string][]int32{}}
	for line := range strings.Lines(text) {
		contentWords(line, func(w string) {
			at := x.lines[w]
			if len(at) == 0 || at[len(at)-1] != int32(x.n) {
				x.lines[w] = append(at, int32(x.n))
			}
		})
		x.n++
	}
	return x
}

// covers reports whether some line of the text shares enough content words with the quote to be about the same.
func (x index) covers(quote string) bool {
	score := make([]float64, x.n) // by line
	seen := map[string]bool{}
	total := 0.0
	contentWords(quote, func(w string) {
		if seen[w] {
			return
		}
		seen[w] = true
		lines := x.lines[w]
		weight := 1 / (1 + float64(len(lines))/8) // a word that stands everywhere says little
		total += weight
		for _, line := range lines {
			score[line] += weight
		}
	})
	if len(seen) < 2 || x.n == 0 {
		return false
	}
	return slices.Max(score) >= 0.4*total
}

// contentWords calls f with each content word of text, in the form in which it is compared: lower case and without
// an ending. Text without spaces gives its pairs of characters.
func contentWords(text string, f func(string)) {
	var prev rune
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if unspaced(r) && unicode.IsLetter(r) {
			if prev != 0 {
				f(string([]rune{prev, r}))
			}
			prev = r
			i += n
			continue
		}
		prev = 0
		j := i
		for j < len(text) {
			r, n := utf8.DecodeRuneInString(text[j:])
			if !isWord(r) || unspaced(r) {
				break
			}
			j += n
		}
		if j > i {
			if w := stem(strings.ToLower(text[i:j])); w != "" {
				f(w)
			}
			i = j
			continue
		}
		i += n
	}
}

// stem cuts an English ending, and returns nothing for a word without content.
func stem(w string) string {
	if len(w) < 3 && !(w[0] >= '0' && w[0] <= '9') || isEmptyWord(w) {
		return ""
	}
	for _, end := range [...]string{"ing", "ed", "es", "s", "e"} {
		if len(w) > len(end)+3 && strings.HasSuffix(w, end) {
			return w[:len(w)-len(end)]
		}
	}
	return w
}

func isEmptyWord(w string) bool {
	switch w {
	case "the", "and", "for", "that", "this", "with", "you", "your", "our", "can", "let", "lets", "are", "was", "but", "not", "have", "has", "had", "will",
		"would", "should", "could", "must", "now", "then", "also", "just", "like", "want", "need", "make", "sure", "get", "from", "into", "about", "they",
		"them", "there", "here", "what", "when", "where", "which", "who", "how", "why", "all", "any", "some", "yes", "yeah", "please", "don", "does", "did",
		"its", "it", "be", "we", "do", "use", "using", "see", "think", "user", "der", "die", "das", "und", "nicht", "ist", "ein", "eine", "wir", "bitte":
		return true
	}
	return false
}
