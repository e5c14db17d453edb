package keep

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// token is a word, a stretch of code or quoted text, or a mark of a sentence. CJK text has a token for each character.
type token struct {
	start, end int    // in the text it was cut from
	norm       string // lower case; "`" for code, "\"" for quoted text: what the owner cites is not what they say
	mark       bool   // , ; : ( ) and the like
}

// tokens cuts text[from:to].
func tokens(text string, from, to int) []token {
	out := make([]token, 0, (to-from)/5+2)
	for i := from; i < to; {
		r, n := utf8.DecodeRuneInString(text[i:to])
		j := i + n
		switch {
		case r == '[' && strings.HasPrefix(text[i:to], "[Image #"):
			if k := strings.IndexByte(text[i:to], ']'); k > 0 {
				j = i + k + 1
			}
		case r == '`' || r == '"' || r == '“' || r == '„' || r == '「':
			if k := closing(text, j, to, r); k > 0 {
				norm := `"`
				if r == '`' {
					norm = "`"
				}
				out = append(out, token{start: i, end: k, norm: norm})
				j = k
			}
		case cjk(r):
			norm := text[i:j]
			if s := simplified[r]; s != "" {
				norm = s
			}
			out = append(out, token{start: i, end: j, norm: norm})
		case wordRune(r):
			for j < to {
				r2, n2 := utf8.DecodeRuneInString(text[j:to])
				if cjk(r2) || !wordRune(r2) && !(joins(r2) && j+n2 < to && wordNext(text, j+n2, to)) {
					break
				}
				j += n2
			}
			out = append(out, token{start: i, end: j, norm: lowered(text[i:j])})
		case r < utf8.RuneSelf && strings.ContainsRune(".,;:?!()-/|", r) || strings.ContainsRune("，。；：？！、（）—–…", r):
			for j < to && text[j] == text[i] && n == 1 {
				j++
			}
			out = append(out, token{start: i, end: j, norm: text[i : i+n], mark: true})
		}
		i = j
	}
	return out
}

// closing returns the end of a quotation opened by r before from, or 0 where it is not closed soon.
func closing(text string, from, to int, r rune) int {
	ends := map[rune]string{'`': "`", '"': `"`, '“': "”", '„': "“”", '「': "」"}[r]
	limit := min(to, from+400)
	for i := from; i < limit; {
		c, n := utf8.DecodeRuneInString(text[i:limit])
		if c == '\n' && r != '"' {
			return 0
		}
		if strings.ContainsRune(ends, c) {
			return i + n
		}
		i += n
	}
	return 0
}

// simplified holds the traditional forms of the characters that the cues are written with.
var simplified = map[rune]string{
	'請': "请", '幫': "帮", '這': "这", '個': "个", '為': "为", '們': "们", '寫': "写", '對': "对", '說': "说", '開': "开", '還': "还", '樣': "样", '從': "从", '後': "后", '現': "现",
	'應': "应", '該': "该", '絕': "绝", '須': "须", '確': "确", '認': "认", '繼': "继", '續': "续", '執': "执", '選': "选", '並': "并", '發': "发", '佈': "布", '刪': "删", '創': "创",
	'實': "实", '記': "记", '統': "统", '盡': "尽", '嗎': "吗", '麼': "么", '沒': "没", '題': "题", '錯': "错", '給': "给", '檢': "检", '釋': "释", '參': "参", '補': "补", '齊': "齐",
	'蓋': "盖", '過': "过", '換': "换", '許': "许", '別': "别", '試': "试", '動': "动", '進': "进", '將': "将", '項': "项", '點': "点",
}

func cjk(r rune) bool { return unicode.Is(unicode.Han, r) }

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '@' || r == '#' || r == '$' || r == '&' || r == '+' || unicode.Is(unicode.M, r)
}

// joins tells the marks that stand inside a word: don't, force-push, main.go, origin/main, 10:30.
func joins(r rune) bool {
	return r == '\'' || r == '’' || strings.ContainsRune("-./:=~", r) && r < utf8.RuneSelf
}

func wordNext(text string, i, to int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:to])
	return wordRune(r) || r == '/'
}

func lowered(s string) string {
	if strings.Contains(s, "’") {
		s = strings.ReplaceAll(s, "’", "'")
	}
	return strings.ToLower(s)
}

// code tells a token that names a thing of the work: a path, an address, an identifier, a version.
func (t token) code() bool {
	if t.mark {
		return false
	}
	if t.norm == "`" {
		return true
	}
	return strings.ContainsAny(t.norm, "_/.@#$=0123456789")
}

// A pattern is what a cue looks for: words with | between alternatives, ? behind what may be missing, <class> for a list of
// words, ! before what must not stand there, _ for any word, *ing for a word with that end, … for some words in the same
// sentence, and $ for its end. "_" joins the words of one alternative. Commas do not matter where the pattern has none.
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
			e.class |= classNames[name]
		}
		f = f[:i] + f[j+1:]
	}
}

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

// comma tells an element that stands for a comma itself.
func (e elem) comma() bool { return len(e.words) == 1 && e.words[0] == "," }

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
