package keep

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// Find returns the decisions in one word, in order of Start.
func Find(w db.Word) []*db.Decision {
	var out []*db.Decision
	for _, f := range find(w) {
		if f.decision != nil {
			out = append(out, f.decision)
		}
	}
	return out
}

// finding is what a sentence decides, and what it says about earlier decisions.
type finding struct {
	decision *db.Decision // nil where the sentence only takes back
	said     *sentence
	turn     turn
	weak     bool     // only "instead" says that it replaces something
	back     []string // where it takes back: the words that name what; empty for "scratch that", nil where it does not
}

func find(w db.Word) []finding {
	all := sentences(w.Text, ownLines(w.Text))
	switch {
	case len(all) == 0, w.Channel == db.Bash && isCommand(all):
		return nil
	case w.Channel == db.QuestionAnswer && len(w.Text) <= longestAnswer && !allAsk(all):
		return []finding{answer(w)}
	case foreign(all):
		return wholeWord(w, all)
	}
	var judged []judgement
	for _, s := range all {
		judged = append(judged, judge(s, deepest)...)
	}
	judged = lists(join(implied(w, judged)))
	var out []finding
	for _, j := range judged {
		if f := j.finding(w); f.decision != nil || f.turn == withdraws {
			out = append(out, f)
		}
	}
	if len(out) == 0 && chinese(all) && !allAsk(all) {
		return wholeWord(w, all)
	}
	return out
}

// judgement is a sentence and the cue that it holds.
type judgement struct {
	said     *sentence
	cue      cue // of no kind: it decides nothing
	from, to int // bytes of the quote
	turn     turn
	weak     bool
	back     []string // what it takes back, as in finding
}

// deepest bounds how often a sentence is cut in two, trials how many places are tried, and longestCut how long it may be.
const deepest, trials, longestCut = 4, 4, 1000

// judge looks for cues in s, and in its parts where they decide each for itself.
func judge(s *sentence, depth int) []judgement {
	if a, b := s.parts(depth); a != nil {
		first, rest := judge(a, depth-1), judge(b, depth-1)
		if first[0].decides() && (rest[0].decides() && rest[0].cue.kind != first[0].cue.kind || b.ask) || a.ask && rest[0].decides() {
			return append(first, rest...)
		}
	}
	m := theMatcher()
	j := judgement{said: s, from: s.from, to: s.to}
	i, at, behind := m.match(s, false)
	if i >= 0 && !(s.after && at > s.head) { // behind pasted lines only what turns to the model counts
		j.cue, j.turn = cueTable[i], cueTable[i].turn
	}
	if j.turn == withdraws {
		return []judgement{takeBack(j, behind, depth)}
	}
	if j.turn == leaves {
		if k, _, _ := m.match(s, true); k >= 0 {
			j.turn, j.weak = replaces, cueTable[k].name == "instead"
		}
	}
	if s.yes && (j.cue.name == "order" || j.cue.name == "request" || j.cue.name == "order in a clause") {
		j.cue.name, j.cue.kind = "yes, and an order", db.KindApproval
		if m.classes[s.toks[at].norm]&pickWord != 0 {
			j.cue.kind = db.KindChoice
		}
	}
	if j.cue.kind == db.KindDecision && s.repeated() {
		j.cue.kind = db.KindRule
	}
	return []judgement{j}
}

func (j judgement) decides() bool { return j.cue.kind != "" }

// takeBack reads what is taken back behind token n. What comes behind a comma or colon is put in its place.
func takeBack(j judgement, n, depth int) judgement {
	s := j.said
	j.back = []string{}
	for i := n; i < len(s.toks); i++ {
		if t := s.toks[i]; !t.mark {
			j.back = append(j.back, content(s.text, s.toks, i)...)
			continue
		}
		if depth == 0 {
			return j
		}
		depth--
		if rest := newSentence(s.text, s.toks[i].end, s.to); len(rest.toks) > 0 {
			if k := judge(rest, depth)[0]; k.decides() && k.turn != withdraws {
				j.cue, j.turn = k.cue, replaces
				return j
			}
		}
		if s.toks[i].norm != "-" && s.toks[i].norm != "/" {
			return j
		}
	}
	return j
}

// parts cuts a sentence before ", and don't …", "; use …" and ", can you …?" in two.
func (s *sentence) parts(depth int) (a, b *sentence) {
	if depth == 0 || s.to-s.from > longestCut {
		return nil, nil
	}
	for i, tried := s.head+2, 0; i+1 < len(s.toks) && tried < trials; i++ {
		switch s.toks[i-1].norm {
		case ",", ";", "–", "—", "-", "(", "，", "；":
		default:
			continue
		}
		m, t := theMatcher(), s.toks[i]
		asks := s.ask && m.classes[t.norm]&(askWord|auxWord) != 0
		wishes := s.ask && !s.marked()
		joins := t.norm == "and" || t.norm == "but" || t.norm == "und" || t.norm == "aber" || s.toks[i-1].norm == ";"
		if !asks && !joins && !wishes {
			continue
		}
		tried++
		a, b = newSentence(s.text, s.from, s.toks[i-1].start), newSentence(s.text, t.start, s.to)
		if len(a.toks) < 2 || a.ask && !wishes {
			continue
		}
		a.item, a.after, a.opens = s.item, s.after, s.opens
		b.after = s.after
		if c, _, _ := m.match(b, false); !asks && (c < 0 || cueTable[c].kind == "" || strings.HasPrefix(cueTable[c].name, "order")) {
			continue // what goes on with the same thought stays with it
		}
		return a, b
	}
	return nil, nil
}

// implied adds what sentences without a cue decide by where they stand.
func implied(w db.Word, all []judgement) []judgement {
	silent := true
	for _, j := range all {
		silent = silent && !j.decides() && !j.said.ask
	}
	for i, j := range all {
		s := j.said
		switch n := s.words(); {
		case j.cue.kind == db.KindDecision && w.Channel == db.DenialFeedback && j.turn == replaces:
			all[i].cue.kind = db.KindCorrection // refused for the sake of something else
		case j.decides() || s.ask:
		case w.Channel == db.DenialFeedback && silent && n > 1:
			all[i].cue = cue{name: "said when refusing", kind: db.KindCorrection}
		case s.only && n >= 3 && s.repeats():
			all[i].cue = cue{name: "said again and again", kind: db.KindRule}
		case s.only && n >= 3 && !s.plural() && answers(w):
			all[i].cue = cue{name: "answer", kind: db.KindChoice}
		case s.yes && s.opens && n <= 6 && !s.plural():
			all[i].cue = cue{name: "yes", kind: db.KindApproval}
		}
	}
	return all
}

// join puts together what one thought was cut into: a choice and what comes with it, an order and a short look that goes with it.
func join(all []judgement) []judgement {
	var out []judgement
	for _, j := range all {
		if n := len(out) - 1; n >= 0 && !j.said.opens && out[n].decides() && !j.said.ask {
			switch last := &out[n]; {
			case last.cue.kind == db.KindApproval && j.cue.kind == db.KindApproval && j.said.words() <= 4: // "Looks good. Go ahead."
				last.to, last.cue.oneOff = j.to, last.cue.oneOff || j.cue.oneOff
				continue
			case last.cue.kind == db.KindChoice && last.said.words() <= 3 && j.decides() && j.cue.turn == leaves,
				j.cue.name == "asks to be told" && j.said.words() <= 5,
				strings.HasPrefix(j.said.text[j.from:], "("),
				last.said.defers() && last.cue.name == j.cue.name && j.to-last.from <= 200:
				last.to = j.to
				continue
			}
		}
		out = append(out, j)
	}
	return out
}

// longestList is up to where a list and the sentence above it are one decision.
const longestList = 2000

// lists puts a sentence and the list below it together where the items say nothing without it, and above all where it
// forbids them. Items that speak for themselves stay apart, and the sentence above them is no decision of its own.
func lists(all []judgement) []judgement {
	var out []judgement
	for i := 0; i < len(all); i++ {
		j := all[i]
		n := i + 1
		speak := 0
		for n < len(all) && (all[n].said.item || !all[n].said.opens && n > i+1) {
			if all[n].decides() {
				speak++
			}
			n++
		}
		if !j.decides() || n == i+1 || !j.said.introduces() || all[i+1].said.item == j.said.item {
			out = append(out, j)
			continue
		}
		switch negative := j.said.negative(); {
		case all[n-1].to-j.from <= longestList && (negative || speak == 0):
			j.to = all[n-1].to
			out = append(out, j)
			i = n - 1
		case negative || speak < n-i-1:
			out = append(out, j)
		}
	}
	return out
}

func (j judgement) finding(w db.Word) finding {
	f := finding{said: j.said, turn: j.turn, weak: j.weak, back: j.back}
	if j.turn == withdraws && len(j.back) == 0 && j.cue.name != "taken back" {
		return finding{} // "no, not yet" names nothing
	}
	if !j.decides() || j.turn == withdraws && len(j.back) == 0 {
		return f
	}
	f.decision = decision(w, j.from, j.to, j.cue.kind, j.cue.name)
	f.decision.OneOff = j.oneOff(w)
	return f
}

func decision(w db.Word, from, to int, kind db.Kind, cue string) *db.Decision {
	return &db.Decision{
		WordID: w.ID, SessionID: w.SessionID, UUID: w.UUID, Line: w.Line, At: w.At, Question: w.Question,
		Start: from, Quote: w.Text[from:to], Kind: kind, Cue: cue, Status: db.Live,
	}
}

// longestAnswer is up to where an answer in the client's dialog is one decision.
const longestAnswer = 600

// answer is a choice in the client's question dialog: an offered option, or what the owner wrote instead.
func answer(w db.Word) finding {
	text := strings.TrimSpace(w.Text)
	from := strings.Index(w.Text, text)
	s := newSentence(w.Text, from, from+len(text))
	f := finding{said: s, decision: decision(w, from, from+len(text), db.KindChoice, "answer")}
	if strings.EqualFold(text, "(notes only)") {
		f.decision = nil
	}
	return f
}

// answers tells a short message behind a question of the model's.
func answers(w db.Word) bool {
	q := strings.TrimRight(w.Question, " \n*_")
	return strings.HasSuffix(q, "?") || strings.HasSuffix(q, "？")
}

func allAsk(all []*sentence) bool {
	for _, s := range all {
		if !s.ask {
			return false
		}
	}
	return true
}

// isCommand tells a shell command from an instruction that was typed behind "!" by mistake.
func isCommand(all []*sentence) bool {
	m, prose := theMatcher(), 0
	for _, s := range all {
		for _, t := range s.toks {
			if m.classes[t.norm]&commonWord != 0 {
				prose++
			}
		}
	}
	return prose < 3 || strings.ContainsAny(all[0].text, "|$=") || strings.Contains(all[0].text, " --")
}
