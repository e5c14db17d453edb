package keep

import (
	"maps"
	"strings"
	"unicode/utf8"
)

// subject is what a decision is about, in the words that tell it from others.
type subject struct {
	words  map[string]bool // what it says
	denied map[string]bool // what it says not to: behind "not", "instead of"
	about  map[string]bool // what the choice is for: behind "for", or before "to" where it sets something
	value  map[string]bool // what is chosen
	forbid bool            // it forbids as a whole
	states bool            // it says what something is
	drops  bool            // it gives up what it denies
}

// subjectOf reads a quote.
func subjectOf(quote string) *subject {
	s := newSentence(quote, 0, len(quote))
	sub := &subject{words: set(), denied: set(), about: set(), value: set()}
	m := theMatcher()
	deny, verb, behindFor := false, -1, false
	from := leadIn(s.toks)
	modal := false // "may", "is … to" before in the same clause: a denial then forbids the whole
	until := ""    // what ends the denial of "from A to B", "replace A with B"
	for i, t := range s.toks[from:] {
		i += from
		switch {
		case t.mark:
			if t.norm != "-" && t.norm != "/" {
				deny, modal, until = false, false, ""
				behindFor = behindFor && t.norm != "," && t.norm != ";" && t.norm != "."
			}
			continue
		case denies(t.norm) && !(t.norm == "no" && i <= s.head), t.norm == "rather" && i+1 < len(s.toks) && s.toks[i+1].norm == "than" || t.norm == "statt" || t.norm == "anstatt", t.norm == "instead" && i+1 < len(s.toks) && s.toks[i+1].norm == "of":
			if (i <= s.head+1 || modal && t.norm != "without" && t.norm != "ohne") && t.norm != "instead" && t.norm != "rather" && t.norm != "statt" && t.norm != "anstatt" {
				sub.forbid = true
			} else {
				deny = true
			}
			behindFor = false
			continue
		case deny && (t.norm == "for" || t.norm == "but" || t.norm == "use" || t.norm == "für" || t.norm == "nimm" || t.norm == "sondern"):
			deny = false
		}
		switch t.norm {
		case "may", "can", "must", "should", "shall", "to", "darf", "darfst", "dürft", "dürfen", "soll", "sollst", "sollen", "muss", "müssen", "musst", "kannst", "brauchst":
			modal = true
		case "from":
			if verb >= 0 || moves(s.toks[s.head].norm) {
				deny, until = true, "to"
				continue
			}
		case "replace", "swap", "ersetze", "tausche":
			if i <= s.head+1 {
				deny, until = true, "with"
				continue
			}
		case "scrap", "ditch", "drop", "abandon":
			if i <= s.head+1 {
				deny, sub.drops = true, true
				continue
			}
		case "with", "by", "durch", "gegen":
			if until == "with" {
				deny, until = false, ""
			}
		}
		if t.norm == until {
			deny, until = false, ""
		}
		if verb < 0 && !deny && copula(t.norm) && len(sub.value) > 0 && len(sub.value) <= 3 {
			verb, sub.states = i, true
			maps.Copy(sub.about, sub.value)
			clear(sub.value)
			continue
		}
		c := m.classes[t.norm]
		if verb < 0 && i <= max(s.head, from)+8 && !deny && (c&pickWord != 0 || sets(t.norm) || t.norm == "lieber") {
			verb = i
			// For the queue we use Postgres: the purpose comes first.
			if i > from+2 && forMark(s.toks[from].norm, false) {
				maps.Copy(sub.about, sub.value)
				clear(sub.value)
			}
			continue
		}
		if verb >= 0 && !deny && forMark(t.norm, sets(s.toks[verb].norm)) {
			behindFor = true
			continue
		}
		for _, w := range content(quote, s.toks, i) {
			switch {
			case deny:
				sub.denied[w] = true
			default:
				sub.words[w] = true
				if behindFor != (verb >= 0 && sets(s.toks[verb].norm)) {
					sub.about[w] = true
				} else {
					sub.value[w] = true
				}
			}
		}
	}
	if verb < 0 || !behindFor && len(sub.about) == 0 {
		clear(sub.about)
	}
	return sub
}

// leadIn returns the token behind "on second thought" and "change of plan", which are not about anything.
func leadIn(toks []token) int {
	turned := false
	for i, t := range toks[:min(len(toks), 7)] {
		switch t.norm {
		case "thought", "thoughts", "mind", "plan", "plans", "back", "correction":
			turned = true
		case ",", ":":
			if turned {
				return i + 1
			}
		}
	}
	return 0
}

func set() map[string]bool { return map[string]bool{} }

// sets tells the verbs that give a thing a value: set the limit to 5.
func sets(verb string) bool {
	switch verb {
	case "set", "limit", "bump", "raise", "lower", "cap", "increase", "reduce", "setze", "setz":
		return true
	}
	return false
}

// moves tells the verbs that go from one thing to another.
func moves(verb string) bool {
	switch verb {
	case "switch", "change", "move", "migrate", "rename", "convert", "go", "wechsle", "wechsel":
		return true
	}
	return false
}

func copula(w string) bool { return w == "is" || w == "are" || w == "ist" || w == "sind" }

func forMark(w string, sets bool) bool {
	if sets {
		return w == "to" || w == "at" || w == "auf"
	}
	return w == "for" || w == "as" || w == "für" || w == "als"
}

// content returns the words that token i adds to what is talked about: none where it only holds the sentence together.
func content(text string, toks []token, i int) []string {
	m, t := theMatcher(), toks[i]
	switch {
	case t.mark:
		return nil
	case t.norm == "`" || t.norm == `"`:
		var out []string
		in := tokens(text, t.start+1, t.end-1)
		for k := range in {
			out = append(out, content(text, in, k)...)
		}
		return out
	}
	if r, _ := utf8.DecodeRuneInString(t.norm); cjk(r) {
		if i+1 < len(toks) && toks[i+1].start == t.end && !strings.ContainsAny(t.norm+toks[i+1].norm, "的了是在我你他这那个吧吗呢不要用把就和也都请可以能改做现") {
			if r2, _ := utf8.DecodeRuneInString(toks[i+1].norm); cjk(r2) {
				return []string{t.norm + toks[i+1].norm}
			}
		}
		return nil
	}
	named := false // the second word of "option B" and "port 8080"
	if i > 0 && toks[i-1].end+1 == t.start && !toks[i-1].mark {
		before := m.classes[toks[i-1].norm]
		named = before&(commonWord|pickWord) == 0 && (strings.Trim(t.norm, "0123456789.") == "" || len(t.norm) == 1 && before&fillWord == 0)
	}
	switch c := m.classes[t.norm]; {
	case named:
		return []string{singular(toks[i-1].norm) + " " + t.norm}
	case c&(commonWord|politeWord|pickWord|yesWord) != 0, c&fillWord != 0:
		return nil
	}
	switch t.norm {
	case "add", "make", "do", "get", "put", "set", "change", "need", "like", "must", "decision", "earlier", "previous", "thing", "stuff", "instead", "rather", "actually", "always", "never", "every", "whenever", "anytime", "may", "shall", "darfst", "darf", "dürfen", "dürft", "sollst", "musst", "niemals", "erlaubt", "allowed", "jederzeit", "freely", "anymore", "longer", "stattdessen", "lieber", "besser", "sollte", "wollen", "mach", "mache":
		return nil
	}
	return []string{singular(t.norm)}
}

// contents returns the content of all of toks.
func contents(text string, toks []token) []string {
	var out []string
	for i := range toks {
		out = append(out, content(text, toks, i)...)
	}
	return out
}

// singular takes the plural and the ends of verbs off: pushing, pushen and push are one word.
func singular(w string) string {
	if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.ContainsAny(w, "./_") {
		w = strings.TrimSuffix(w, "s")
	}
	for _, end := range [...]string{"ing", "en"} {
		if rest := strings.TrimSuffix(w, end); rest != w && len(rest) > 2 && !strings.ContainsAny(w, "./_") {
			w = rest
			break
		}
	}
	if len(w) > 4 && w[len(w)-1] == 'e' && !strings.ContainsAny(w, "./_") {
		w = w[:len(w)-1]
	}
	return w
}

// shared counts the words of a that stand in b.
func shared(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}

// alike is the share of their words that two sets have in common.
func alike(a, b map[string]bool) float64 {
	n := shared(a, b)
	if n == 0 {
		return 0
	}
	return float64(n) / float64(len(a)+len(b)-n)
}
