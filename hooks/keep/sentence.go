package keep

import (
	"strings"
	"unicode"
)

// sentence is a sentence or a list item of the owner's.
type sentence struct {
	text     string // of the message
	from, to int    // its place there
	toks     []token
	head     int    // the token that its own words begin with, behind "ok", "and", "please"
	clause   []bool // by token: begins a clause
	ask      bool   // it is a question
	yes      bool   // it begins with yes
	item     bool
	after    bool // comes right behind pasted lines
	opens    bool // begins a line
	para     bool // and a paragraph
	only     bool // it is all of the message
}

// newSentence reads text[from:to] as one sentence.
func newSentence(text string, from, to int) *sentence {
	from += len(text[from:to]) - len(strings.TrimLeftFunc(text[from:to], unicode.IsSpace))
	to = from + len(strings.TrimRightFunc(text[from:to], unicode.IsSpace))
	s := &sentence{text: text, from: from, to: to, toks: tokens(text, from, to)}
	m := theMatcher()
	s.clause = make([]bool, len(s.toks))
	leading, label := true, behindLabel(s.toks, 0)
	for i, t := range s.toks {
		c := m.classes[t.norm]
		switch {
		case leading:
			s.clause[i] = true
			s.head = i
		case s.toks[i-1].mark && s.toks[i-1].norm != "/":
			s.clause[i] = true
		case m.classes[s.toks[i-1].norm]&joinWord != 0, s.clause[i-1] && m.classes[s.toks[i-1].norm]&fillWord != 0, opinion(s.toks, i):
			s.clause[i] = true
		}
		if leading {
			s.yes = s.yes || c&yesWord != 0
			if i >= label {
				label = behindLabel(s.toks, i)
			}
			leading = i < label || t.mark || c&fillWord != 0 || t.norm == "i" && opinion(s.toks, i+2) || opinion(s.toks, i+1)
		}
	}
	s.ask = s.asks(m)
	return s
}

// opinion tells whether "I think", "I guess" and the like stand before token i.
func opinion(toks []token, i int) bool {
	if i < 2 || i > len(toks) || toks[i-2].norm != "i" && toks[i-2].norm != "ich" {
		return false
	}
	switch toks[i-1].norm {
	case "think", "guess", "mean", "believe", "feel", "suppose", "glaube", "denke", "finde":
		return true
	}
	return false
}

// marked tells whether s ends in a question mark.
func (s *sentence) marked() bool {
	return strings.ContainsAny(s.text[max(s.from, s.to-6):s.to], "?？")
}

// asks tells a question, by its mark or by its first two words.
func (s *sentence) asks(m *matcher) bool {
	for i := len(s.toks) - 1; i >= 0; i-- {
		t := s.toks[i]
		if t.norm == "?" || t.norm == "？" {
			return true
		}
		if !t.mark && m.classes[t.norm]&politeWord == 0 {
			break
		}
	}
	if n := len(s.toks); n > 0 && strings.ContainsAny(s.toks[n-1].norm, "吗呢") {
		return true
	}
	for i := range s.toks {
		for _, w := range [...][]string{{"什", "么"}, {"怎", "么"}, {"如", "何"}, {"哪", "个"}, {"哪", "里"}, {"是", "不", "是"}, {"该", "如", "何"}} {
			if s.toks[i].norm == w[0] && s.hasAt(i, w) {
				return true
			}
		}
	}
	if s.head+1 >= len(s.toks) {
		return false
	}
	first, second := s.toks[s.head].norm, s.toks[s.head+1].norm
	switch c := m.classes[first]; {
	case c&askWord != 0:
		return m.classes[second]&auxWord != 0 && first != "when" && first != "where" && first != "wenn"
	case c&auxWord != 0 && m.classes[first]&actWord != 0:
		return second == "you" || second == "we" || second == "i" || second == "they"
	case c&auxWord != 0:
		switch second {
		case "you", "we", "i", "they", "it", "this", "that", "there", "the", "he", "she", "any", "all", "es", "das", "der", "die", "ich", "wir", "du":
			return true
		}
	}
	return false
}

func (s *sentence) inPlace(i int, at position) bool {
	switch at {
	case atStart, wholeSentence:
		return i <= s.head
	case atClause:
		return s.clause[i]
	case stated:
		m := theMatcher()
		for k := i - 1; k >= 0 && !s.toks[k].mark; k-- {
			if n := s.toks[k].norm; m.classes[n]&askWord != 0 || n == "if" || n == "whether" || n == "ob" {
				return false
			}
		}
	case wholeMessage:
		return i <= s.head && s.only
	}
	return true
}

// restIsPolite tells whether from token i on nothing is said any more.
func (s *sentence) restIsPolite(i int) bool {
	m := theMatcher()
	for ; i < len(s.toks); i++ {
		if t := s.toks[i]; !t.mark && m.classes[t.norm]&politeWord == 0 {
			return false
		}
	}
	return true
}

func (s *sentence) hasAt(i int, words []string) bool {
	if i+len(words) > len(s.toks) {
		return false
	}
	for k, w := range words {
		if s.toks[i+k].norm != w {
			return false
		}
	}
	return true
}

// words counts the words of s.
func (s *sentence) words() int {
	n := 0
	for _, t := range s.toks {
		if !t.mark {
			n++
		}
	}
	return n
}

// repeats tells whether s is one word said over and over.
func (s *sentence) repeats() bool {
	first := ""
	for _, t := range s.toks {
		if t.mark {
			continue
		}
		if first == "" {
			first = t.norm
		}
		if t.norm != first {
			return false
		}
	}
	return true
}

// plural tells a sentence that goes on about somebody's doings: yes, I did that already.
func (s *sentence) plural() bool {
	switch s.toks[s.head].norm {
	case "i", "we", "they", "he", "she", "there", "you", "ich", "wir", "but", "aber":
		return true
	}
	return false
}

// negative tells whether s forbids or denies.
func (s *sentence) negative() bool {
	for _, t := range s.toks {
		if denies(t.norm) {
			return true
		}
	}
	return false
}

func denies(w string) bool {
	switch w {
	case "not", "never", "no", "without", "avoid", "stop", "nothing", "none", "neither", "nor", "cannot", "dont", "cant", "wont",
		"nicht", "nie", "niemals", "kein", "keine", "keinen", "keiner", "ohne", "vermeide", "不", "别", "勿", "禁", "没", "无":
		return true
	}
	return strings.HasSuffix(w, "n't")
}

// introduces tells a sentence that a list follows.
func (s *sentence) introduces() bool {
	rest := strings.TrimRight(s.text[s.to:min(len(s.text), s.to+4)], " \t")
	last := s.toks[len(s.toks)-1].norm
	return s.colon() || !strings.ContainsAny(last, ".!?;。！？；") && (rest == "" || rest[0] == '\n' || rest[0] == '\r')
}

func (s *sentence) colon() bool {
	last := s.toks[len(s.toks)-1].norm
	return last == ":" || last == "："
}

// defers tells a sentence that puts something off: what comes next says what is done now.
func (s *sentence) defers() bool {
	for _, t := range s.toks {
		switch t.norm {
		case "later", "afterwards", "someday", "später", "nachher":
			return true
		}
	}
	return false
}
