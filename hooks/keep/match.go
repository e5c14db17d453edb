package keep

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// matcher finds the first cue of the table that a sentence holds.
type matcher struct {
	classes  map[string]class
	patterns []*pattern
	byWord   map[string]int // a word and the first link of the patterns that begin with it
	byClass  [20]int
	anyWord  int // the patterns that may begin with any word
	links    []link
}

// link chains the patterns that begin alike. The first of links ends every chain.
type link struct{ pattern, next int }

var theMatcher = sync.OnceValue(newMatcher)

func newMatcher() *matcher {
	m := &matcher{classes: lexicon(), patterns: make([]*pattern, 0, 1500), byWord: make(map[string]int, 1500), links: make([]link, 1, 4000)}
	for i, c := range cueTable {
		for line := range strings.Lines(c.says) {
			if line = strings.TrimSpace(line); line != "" {
				m.patterns = append(m.patterns, &pattern{cue: i, at: c.at, line: line})
				m.index(len(m.patterns)-1, line)
			}
		}
	}
	return m
}

// index enters pattern p under the words that it may begin with.
func (m *matcher) index(p int, line string) {
	f, rest, _ := strings.Cut(line, " ")
	optional := len(f) > 1 && strings.HasSuffix(f, "?")
	var e elem
	f = classPart(strings.TrimSuffix(f, "?"), &e)
	for b := 0; b < len(m.byClass); b++ {
		if e.class&(1<<b) != 0 {
			m.byClass[b] = m.link(p, m.byClass[b])
		}
	}
	if f == "_" || strings.HasPrefix(f, "!") || strings.HasPrefix(f, "*") {
		m.anyWord = m.link(p, m.anyWord)
		f = ""
	}
	for f != "" {
		var a string
		a, f, _ = strings.Cut(f, "|")
		a, _, _ = strings.Cut(a, "_")
		if r, n := utf8.DecodeRuneInString(a); cjk(r) {
			a = a[:n]
		}
		if a != "" {
			m.byWord[a] = m.link(p, m.byWord[a])
		}
	}
	if optional && rest != "" {
		m.index(p, rest)
	}
}

func (m *matcher) link(p, next int) int {
	m.links = append(m.links, link{p, next})
	return len(m.links) - 1
}

// match returns the first cue of the table that u holds and where its words stand in u, or -1. With turns it looks only
// at the cues that put a sentence in the place of an earlier decision, without it only at the others.
func (m *matcher) match(u *sentence, turns bool) (cue, from, to int) {
	cue = -1
	try := func(k, i int) {
		for ; k > 0; k = m.links[k].next {
			p := m.patterns[m.links[k].pattern]
			if cue >= 0 && p.cue >= cue || !u.inPlace(i, p.at) {
				continue
			}
			c := &cueTable[p.cue]
			if u.ask && !c.ask && !c.onlyAsk || !u.ask && c.onlyAsk || (c.turn == replaces) != turns {
				continue
			}
			for _, elems := range p.read() {
				if end := m.here(u, i, elems); end >= 0 && (p.at < wholeSentence || u.restIsPolite(end)) {
					cue, from, to = p.cue, i, end
					break
				}
			}
		}
	}
	for i, t := range u.toks {
		if t.mark {
			continue
		}
		try(m.byWord[t.norm], i)
		try(m.anyWord, i)
		for c, b := m.classOf(t.norm), 0; c != 0; c, b = c>>1, b+1 {
			if c&1 != 0 {
				try(m.byClass[b], i)
			}
		}
	}
	return cue, from, to
}

// widestGap keeps a pattern with … from reading a sentence over and over.
const widestGap = 60

// here matches elems at token i and returns the token behind them, or -1.
func (m *matcher) here(u *sentence, i int, elems []elem) int {
	if len(elems) == 0 {
		return i
	}
	e := elems[0]
	if e.gap {
		for k := i; k < min(len(u.toks), i+widestGap); k++ {
			if end := m.here(u, k, elems[1:]); end >= 0 {
				return end
			}
			if e.clause && (u.toks[k].mark || m.classes[u.toks[k].norm]&joinWord != 0) {
				break
			}
		}
		return -1
	}
	if e.finis {
		if u.restIsPolite(i) {
			return m.here(u, i, elems[1:])
		}
		return -1
	}
	j := i
	for !e.comma() && j < len(u.toks) && (u.toks[j].norm == "," || u.toks[j].norm == "." || u.toks[j].norm == "、" || u.toks[j].norm == "，") {
		j++
	}
	if j < len(u.toks) {
		if t := u.toks[j]; m.is(t, e) {
			if end := m.here(u, j+1, elems[1:]); end >= 0 {
				return end
			}
		}
	}
	if e.opt || e.not && j == len(u.toks) {
		return m.here(u, i, elems[1:])
	}
	return -1
}

func (m *matcher) is(t token, e elem) bool {
	if e.any {
		return !t.mark
	}
	in := slices.Contains(e.words, t.norm) || e.class != 0 && m.classOf(t.norm)&e.class != 0
	if e.suffix != "" && !in {
		in = strings.HasSuffix(t.norm, e.suffix) && m.classes[t.norm] == 0
	}
	return in != e.not && !(e.not && t.mark)
}

// classOf returns the lists that w stands in, and those that its form puts it into: small numbers, and unknown words that
// may be verbs.
func (m *matcher) classOf(w string) class {
	c, ok := m.classes[w]
	if ok {
		return c
	}
	digits, letters := 0, true
	for i := 0; i < len(w); i++ {
		if isDigit(w[i]) {
			digits++
		}
		letters = letters && (isLower(w[i]) || w[i] >= utf8.RuneSelf)
	}
	switch n := len(w); {
	case digits > 0 && digits <= 3 && (digits == n || digits == n-1 && w[0] == '#'):
		return numWord
	case letters && n > 2 && w[n-1] != 's' && !strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "ing") && !strings.HasSuffix(w, "ly"):
		return newWord
	}
	return 0
}
