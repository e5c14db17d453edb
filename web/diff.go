package web

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Bounds of a comparison, so that no text holds up a page.
const (
	passageWords = 60  // a longer sentence is several passages
	diffWords    = 240 // of either side; what follows is not compared
	contextWords = 12  // of the passage, before and after what the two have in common
	wordRunes    = 60  // of one word shown
	commonWord   = 2000
	nearWords    = 2   // of a quote have to stand in a passage, and
	nearEnough   = 0.4 // of what tells it from others; less of one that is known to be reworded
	nearReworded = 0.3
)

// passages is a text in the pieces that a quote is compared with: its lines, or their sentences where those are long.
type passages struct {
	all [][]token
	of  map[string][]int32 // the passages that hold a word
}

// token is a word as it stands, and what it is compared by.
type token struct {
	text, key string
	spaced    bool // white space stands before it
}

// newPassages cuts a text.
func newPassages(text string) *passages {
	p := &passages{of: map[string][]int32{}}
	for line := range strings.Lines(text) {
		words := splitWords(line)
		for len(words) > 0 {
			n := sentence(words)
			p.add(words[:n])
			words = words[n:]
		}
	}
	return p
}

// sentence is how many words the next passage of a line has: all of them, or, where they are many, a sentence.
func sentence(words []token) int {
	if len(words) <= passageWords {
		return len(words)
	}
	const least = 6 // words; else "e.g." would end one
	for i := least; i < passageWords; i++ {
		if strings.HasSuffix(words[i-1].text, ".") || strings.HasSuffix(words[i-1].text, ";") || strings.HasSuffix(words[i-1].text, "。") {
			return i
		}
	}
	return passageWords
}

func (p *passages) add(words []token) {
	n := int32(len(p.all))
	for _, w := range words {
		if in := p.of[w.key]; len(in) == 0 || in[len(in)-1] != n {
			p.of[w.key] = append(in, n)
		}
	}
	p.all = append(p.all, words)
}

// nearest returns the passage that has most in common with quote, rare words counting more; nil where none holds the given
// share of it.
func (p *passages) nearest(quote []token, share float64) []token {
	seen := map[string]bool{}
	total := 0.0
	score, hits := map[int32]float64{}, map[int32]int{}
	for _, w := range quote[:min(len(quote), diffWords)] {
		if seen[w.key] {
			continue
		}
		seen[w.key] = true
		in := p.of[w.key]
		x := math.Log(1 + float64(len(p.all)+1)/float64(len(in)+1))
		total += x
		if len(in) > commonWord {
			continue
		}
		for _, i := range in {
			score[i] += x
			hits[i]++
		}
	}
	best := int32(-1)
	for i, x := range score {
		if hits[i] < min(nearWords, len(seen)) {
			continue
		}
		// Of equals the shorter one, then the first: the order of a map must not show.
		if best < 0 || x > score[best] || x == score[best] && (len(p.all[i]) < len(p.all[best]) || len(p.all[i]) == len(p.all[best]) && i < best) {
			best = i
		}
	}
	if best < 0 || score[best] < share*total {
		return nil
	}
	return p.all[best]
}

// wordChange is a stretch of a word diff.
type wordChange struct {
	What string `json:"what"`
	Text string `json:"text"`
}

// The kinds of a change.
const (
	wordsSame    = "same"
	wordsLeftOut = "left_out" // of the quote
	wordsInstead = "instead"  // in the passage
)

// wordDiff says how the words of a quote differ from those of a passage.
func wordDiff(quote, passage []token) []wordChange {
	quote, passage = quote[:min(len(quote), diffWords)], passage[:min(len(passage), diffWords)]
	// common[i][j] is the length of what quote[i:] and passage[j:] have in common.
	common := make([][]int16, len(quote)+1)
	cells := make([]int16, (len(quote)+1)*(len(passage)+1))
	for i := range common {
		common[i], cells = cells[:len(passage)+1], cells[len(passage)+1:]
	}
	for i := len(quote) - 1; i >= 0; i-- {
		for j := len(passage) - 1; j >= 0; j-- {
			if quote[i].key == passage[j].key {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var all []wordChange
	add := func(what string, w token) {
		text := clipWord(w.text, wordRunes)
		if n := len(all); n > 0 && all[n-1].What == what {
			if w.spaced {
				text = " " + text
			}
			all[n-1].Text += text
		} else {
			all = append(all, wordChange{what, text})
		}
	}
	i, j := 0, 0
	for i < len(quote) || j < len(passage) {
		switch {
		case i < len(quote) && j < len(passage) && quote[i].key == passage[j].key:
			add(wordsSame, passage[j])
			i, j = i+1, j+1
		case j == len(passage) || i < len(quote) && common[i+1][j] >= common[i][j+1]:
			add(wordsLeftOut, quote[i])
			i++
		default:
			add(wordsInstead, passage[j])
			j++
		}
	}
	if len(all) > 0 && all[0].What == wordsInstead {
		all[0].Text = lastWords(all[0].Text)
	}
	if n := len(all) - 1; n > 0 && all[n].What == wordsInstead {
		all[n].Text = firstWords(all[n].Text)
	}
	return all
}

// firstWords is the beginning of what surrounds a quote in its passage, lastWords its end.
func firstWords(text string) string {
	if words := strings.Fields(text); len(words) > contextWords {
		return strings.Join(words[:contextWords], " ") + " …"
	}
	return text
}

func lastWords(text string) string {
	if words := strings.Fields(text); len(words) > contextWords {
		return "… " + strings.Join(words[len(words)-contextWords:], " ")
	}
	return text
}

// splitWords cuts a text into words. In scripts that set no spaces each character is one.
func splitWords(text string) (all []token) {
	spaced := false
	add := func(word string) {
		key := strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }))
		if key == "" {
			if strings.Trim(word, "-*+>#_•`\"'|") == "" {
				return // a mark of the list or quote it stands in
			}
			key = word
		}
		all = append(all, token{word, key, spaced})
		spaced = false
	}
	start := -1
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			if start >= 0 {
				add(text[start:i])
			}
			start, spaced = -1, true
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			if start >= 0 {
				add(text[start:i])
			}
			add(string(r))
			start = -1
		case start < 0:
			start = i
		}
	}
	if start >= 0 {
		add(text[start:])
	}
	return slices.Clip(all)
}

// clipWord is the beginning of a text that is too long to be shown whole.
func clipWord(text string, runes int) string {
	n := 0
	for i := range text {
		if n++; n > runes {
			return text[:i] + "…"
		}
	}
	return text
}
