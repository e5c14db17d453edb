package keep

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/compact-keeper/compact-keeper/db"
)

// Summary is the text a compaction left, read once so that many quotes can be checked against it.
type Summary struct {
	text  string // without the analysis, secrets masked
	folds [foldings]func() folded
	index func() index
	// owner and waiting are the items of the sections "Owner decisions" and "Waiting on the owner".
	owner, waiting []item
}

// ReadSummary reads the text a summarizer returned, or the client's message made of it. The analysis is left out, since
// the client leaves it out, and secrets are masked as in the quotes that are checked.
func ReadSummary(text string) Summary {
	s := newSummary(Mask(unwrap(text)))
	s.owner, s.waiting = sections(s.text)
	return s
}

// newSummary makes ready what is needed to look for quotes in text; each part is made when a quote first asks for it.
func newSummary(text string) Summary {
	s := Summary{text: text, index: sync.OnceValue(func() index { return newIndex(text) })}
	for m := range s.folds {
		s.folds[m] = sync.OnceValue(func() folded { return overlook(text, marks(m)) })
	}
	return s
}

// unwrap drops <analysis>…</analysis> and the tags of <summary>.
func unwrap(text string) string {
	var kept strings.Builder
	for {
		before, rest, opened := strings.Cut(text, "<analysis>")
		_, after, closed := strings.Cut(rest, "</analysis>")
		if !opened || !closed {
			break
		}
		kept.WriteString(before)
		text = after
	}
	text = kept.String() + text
	if before, rest, ok := strings.Cut(text, "<summary>"); ok {
		if inside, after, ok := strings.Cut(rest, "</summary>"); ok {
			text = before + "\n" + inside + "\n" + after
		}
	}
	return text
}

// Empty reports whether nothing was summarized.
func (s Summary) Empty() bool { return strings.TrimSpace(s.text) == "" }

// OwnerDecisions returns the quotes of the section "Owner decisions", or the text of an entry that quotes nothing.
func (s Summary) OwnerDecisions() []string { return texts(s.owner) }

// Waiting returns the same of the section "Waiting on the owner".
func (s Summary) Waiting() []string { return texts(s.waiting) }

// Quotes returns what the summary gives as the owner's words: all that its "Owner decisions" list, and what stands in
// quote marks in "Waiting on the owner".
func (s Summary) Quotes() []string {
	return append(texts(s.owner), texts(slices.DeleteFunc(slices.Clone(s.waiting), func(it item) bool { return !it.quoted }))...)
}

func texts(items []item) []string {
	var all []string
	for _, it := range items {
		all = append(all, it.text)
	}
	return all
}

// Check says what became of a quote. Verbatim is a fact: the quote stands in one piece, with nothing but white space,
// quote marks, list and emphasis marks, escapes and the case of its first letter changed, and nothing beside it turns
// its meaning. The other two are hints.
func (s Summary) Check(quote string) db.Outcome {
	switch {
	case s.holds(quote, true):
		return db.Verbatim
	case s.text != "" && s.index().covers(quote):
		return db.Reworded
	}
	return db.NotFound
}

// Invented returns those quotes that stand in none of the owner's words, folded as in Check. A quote may end in marks
// that the writer of a summary puts where they stopped copying.
func Invented(quotes, words []string) []string {
	if len(quotes) == 0 {
		return nil
	}
	all := newSummary(strings.Join(words, "\n\n"))
	var invented []string
	for _, q := range quotes {
		if !slices.ContainsFunc(copied(q), func(part string) bool { return !all.holds(part, false) }) {
			continue
		}
		invented = append(invented, q)
	}
	return invented
}

// copied returns the pieces of a quote that claim to be copied: what stands between the dots of what was left out,
// without the marks that the copyist put where they stopped.
func copied(quote string) []string {
	parts := strings.Split(strings.NewReplacer("[cut]", "…", "[...]", "…", "...", "…").Replace(quote), "…")
	parts = slices.DeleteFunc(parts, func(part string) bool { return strings.Trim(part, " .,;:!\n") == "" })
	for i := range parts {
		parts[i] = strings.Trim(parts[i], " .,;:!\n")
	}
	return parts
}

// holds reports whether quote stands verbatim. strict asks more of what is so short that it would stand by chance.
func (s *Summary) holds(quote string, strict bool) bool {
	if s.text == "" {
		return false
	}
	listed := hasListMark(quote)
	for m := range foldings {
		q := overlook(quote, m)
		switch {
		case q.text == "", m > noMarks && !listed:
			return false
		case m == noMarks && q.numbers > 1: // "1. yes 2. no": the numbers are part of the answer
			continue
		}
		brief := strict && short(q.text)
		f := s.folds[m]()
		for at, tries := 0, 0; tries < 1000; tries++ {
			i := indexFold(f.text[at:], q.text)
			if i < 0 {
				break
			}
			i += at
			from, to := f.at(i), f.at(i+len(q.text)-1)+1
			if p := place(q.text, s.text, from, to); p.whole() && (!brief || p.alone()) && !p.turned() {
				return true
			}
			_, n := utf8.DecodeRuneInString(f.text[i:])
			at = i + n
		}
	}
	return false
}

// hasListMark reports whether q holds what begins an item of a list, anywhere. Without one, all folds find the same.
func hasListMark(q string) bool {
	for i := range len(q) {
		if (i == 0 || q[i-1] <= ' ') && startsItem(q[i:]) {
			return true
		}
	}
	return false
}

// indexFold returns where q begins in text, the case of its first letter aside.
func indexFold(text, q string) int {
	first, n := utf8.DecodeRuneInString(q)
	other := swapCase(first)
	if other == first {
		return strings.Index(text, q)
	}
	rest := q[n:]
	for at := 0; ; {
		i := strings.Index(text[at:], rest)
		if i < 0 {
			return -1
		}
		i += at
		if r, size := utf8.DecodeLastRuneInString(text[:i]); r == first || r == other {
			return i - size
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		at = i + max(size, 1)
		if at >= len(text) {
			return -1
		}
	}
}

// short tells a quote that stands in many texts by chance: "yes", "option 2", "commit this".
func short(q string) bool {
	if strings.IndexFunc(q, unspaced) >= 0 {
		return utf8.RuneCountInString(q) <= 4
	}
	return strings.Count(q, " ") < 2 || len(q) < 12
}

// swapCase returns the other case of r, or r where it has none.
func swapCase(r rune) rune {
	if l := unicode.ToLower(r); l != r {
		return l
	}
	return unicode.ToUpper(r)
}
