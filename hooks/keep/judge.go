package keep

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

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
	if j.cue.kind == db.KindChoice && s.decisionByName() {
		j.cue.kind = db.KindDecision
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
		a.item, a.after, a.opens, a.para = s.item, s.after, s.opens, s.para
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
		case w.Channel == db.DenialFeedback && silent && n > 1:
			all[i].cue = cue{name: "said when refusing", kind: db.KindCorrection}
		case s.only && n >= 3 && s.repeats():
			all[i].cue = cue{name: "said again and again", kind: db.KindRule}
		case (j.cue.name == "ok" || j.cue.name == "praise" && !s.yes) && !proposes(w):
			all[i].cue = cue{} // nothing was proposed: it only says that it was read
		case j.decides() || s.ask:
		case s.yes && s.opens && !s.plural() && goAhead(w.Question):
			all[i].cue = cue{name: "yes", kind: db.KindApproval}
		case s.only && !s.plural() && answers(w) && (n >= 3 || s.namedIn(w.Question)):
			all[i].cue = cue{name: "answer", kind: db.KindChoice}
		case s.yes && s.opens && n <= 6 && !s.plural():
			all[i].cue = cue{name: "yes", kind: db.KindApproval}
		}
	}
	return all
}
