package keep

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// emphasisMark is a run of "*" or "_" that belongs to a pair around emphasised text.
type emphasisMark struct{ at, n int }

// emphasis returns the emphasis marks of s in order. A star or underscore that belongs to a glob, a pointer or a name
// is none: it is part of what was said.
func emphasis(s string) []emphasisMark {
	if !strings.ContainsAny(s, "*_") {
		return nil
	}
	type run struct {
		emphasisMark
		paired bool
	}
	var runs []run
	var open []int // runs that wait for their partner
	for i := 0; i < len(s); {
		if s[i] == '\n' && i+1 < len(s) && s[i+1] == '\n' {
			open = open[:0] // a pair never spans paragraphs
		}
		c := s[i]
		if c != '*' && c != '_' {
			i++
			continue
		}
		r := run{emphasisMark: emphasisMark{at: i}}
		for i < len(s) && s[i] == c {
			i++
		}
		r.n = i - r.at
		prev, _ := utf8.DecodeLastRuneInString(s[:r.at])
		next, _ := utf8.DecodeRuneInString(s[i:])
		if r.n > 3 || r.at > 0 && s[r.at-1] == '\\' {
			continue
		}
		if closesEmphasis(prev, next, s[i:]) {
			if p := partner(open, func(p int) bool {
				o := runs[p]
				// "__init__" is a name, "__not this__" is emphasis
				return s[o.at] == c && o.n == r.n && (c == '*' || r.n == 1 || strings.ContainsRune(s[o.at:r.at], ' '))
			}); p >= 0 {
				runs[open[p]].paired, r.paired = true, true
				open = open[:p]
			}
		}
		if !r.paired && opensEmphasis(prev, next, r.at) {
			open = append(open, len(runs))
		}
		runs = append(runs, r)
	}
	var pairs []emphasisMark
	for _, r := range runs {
		if r.paired {
			pairs = append(pairs, r.emphasisMark)
		}
	}
	return pairs
}

// partner finds the innermost open run that fits. It looks at a few only, so that a line of stars stays cheap.
func partner(open []int, fits func(int) bool) int {
	for p := len(open) - 1; p >= max(0, len(open)-4); p-- {
		if fits(open[p]) {
			return p
		}
	}
	return -1
}

func opensEmphasis(prev, next rune, at int) bool {
	if next == utf8.RuneError || unicode.IsSpace(next) || strings.ContainsRune("./\\,;:)]}", next) {
		return false
	}
	return at == 0 || unicode.IsSpace(prev) || unspaced(prev) || isQuoteMark(prev) || strings.ContainsRune("([{<>—–-,:;.!?|*_~", prev)
}

func closesEmphasis(prev, next rune, rest string) bool {
	if prev == utf8.RuneError || unicode.IsSpace(prev) || strings.ContainsRune("/\\([{", prev) {
		return false
	}
	if rest == "" || unicode.IsSpace(next) || unspaced(next) || isQuoteMark(next) {
		return true
	}
	_, n := utf8.DecodeRuneInString(rest)
	after, _ := utf8.DecodeRuneInString(rest[n:])
	if next == '.' && isWord(after) { // "_x_.py"
		return false
	}
	return strings.ContainsRune(")]}<>—–-,:;.!?|*_~'…", next)
}
