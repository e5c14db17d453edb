package keep

import (
	"slices"
	"strings"
	"sync/atomic"
)

// A pattern is what a cue looks for: words with | between alternatives, ? behind what may be missing, <class> for a list of
// words, ! before what must not stand there, _ for any word, *ing for a word with that end, … for some words in the same
// sentence, ‥ for some or none in the same clause, and $ for its end. "_" joins the words of one alternative. Commas do not matter where the pattern has none.
type pattern struct {
	cue   int
	at    position
	line  string
	forms atomic.Pointer[[][]elem] // read from line when first needed: a hook starts for a few sentences and meets few patterns
}

func (p *pattern) read() [][]elem {
	if f := p.forms.Load(); f != nil {
		return *f
	}
	f := compile(p.line)
	p.forms.Store(&f)
	return f
}

type elem struct {
	words           []string
	suffix          string
	class           class
	not, opt        bool
	any, gap, finis bool
	clause          bool // of a gap: it ends with the clause
}

// compile parses a pattern into one or, where alternatives have several words, more.
func compile(s string) [][]elem {
	out := [][]elem{nil}
	for _, f := range strings.Fields(s) {
		var e elem
		e.opt = len(f) > 1 && strings.HasSuffix(f, "?")
		f = strings.TrimSuffix(f, "?")
		e.not = len(f) > 1 && strings.HasPrefix(f, "!")
		f = strings.TrimPrefix(f, "!")
		var long [][]elem
		switch f {
		case "_":
			e.any = true
		case "…":
			e.gap = true
		case "‥":
			e.gap, e.clause = true, true
		case "$":
			e.finis = true
		default:
			f = classPart(f, &e)
			for _, a := range strings.FieldsFunc(f, func(r rune) bool { return r == '|' }) {
				if strings.HasPrefix(a, "*") {
					e.suffix = a[1:]
					continue
				}
				if a == "$" {
					long = append(long, []elem{{finis: true}})
					continue
				}
				var parts []elem
				for _, w := range strings.Split(a, "_") {
					for _, t := range tokens(w, 0, len(w)) {
						parts = append(parts, elem{words: []string{t.norm}})
					}
				}
				if len(parts) == 1 {
					e.words = append(e.words, parts[0].words[0])
				} else {
					long = append(long, parts)
				}
			}
		}
		var next [][]elem
		for _, o := range out {
			if e.class != 0 || e.words != nil || e.suffix != "" || e.any || e.gap || e.finis {
				next = append(next, append(slices.Clip(o), e))
			} else if e.opt {
				next = append(next, o)
			}
			for _, l := range long {
				next = append(next, append(slices.Clip(o), l...))
			}
		}
		out = next
	}
	return out
}

// classPart takes the <classes> out of a part of a pattern into e and returns the rest.
func classPart(f string, e *elem) string {
	for {
		i, j := strings.IndexByte(f, '<'), strings.IndexByte(f, '>')
		if i < 0 || j < i {
			return f
		}
		for _, name := range strings.Split(f[i+1:j], "|") {
			e.class |= classNamed(name)
		}
		f = f[:i] + f[j+1:]
	}
}

// comma tells an element that stands for a comma itself.
func (e elem) comma() bool { return len(e.words) == 1 && e.words[0] == "," }
