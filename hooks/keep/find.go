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
	judged = lists(join(underHeadings(implied(w, judged))))
	var out []finding
	for _, j := range judged {
		if f := j.finding(w); f.decision != nil || f.turn == withdraws {
			out = append(out, f)
		}
	}
	if len(out) == 0 && (chinese(all) || w.Channel == db.QuestionAnswer) && !allAsk(all) {
		return wholeWord(w, all)
	}
	if last := lastParagraph(w.Text, all); len(out) == 0 && plain(w, last) {
		from, to := last[0].from, last[len(last)-1].to
		return []finding{{said: last[0], decision: decision(w, from, to, db.KindDecision, "plain statement")}}
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
	} else if affirms(text) && goAhead(w.Question) && !s.standing() {
		f.decision.OneOff = true // the dialog asked whether to do something now
	}
	return f
}

// affirms tells an answer that begins with a yes from one that picks an option.
func affirms(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch strings.Trim(first, ",.!") {
	case "yes", "yep", "sure", "ok", "okay", "go", "do", "proceed", "ja", "klar", "mach":
		return true
	}
	return false
}

// answers tells a short message behind a question of the model's.
func answers(w db.Word) bool {
	q := strings.TrimRight(w.Question, " \n*_")
	return strings.HasSuffix(q, "?") || strings.HasSuffix(q, "？")
}

// proposes tells whether there is something before a message that praise approves: a question, an announcement or a plan.
func proposes(w db.Word) bool {
	if answers(w) || goAhead(w.Question) {
		return true
	}
	for _, t := range tokens(w.Question, max(0, len(w.Question)-1200), len(w.Question)) {
		switch t.norm {
		case "plan", "proposal", "propose", "suggest", "suggestion", "option", "options", "approach", "design", "draft", "would", "i'd", "recommend", "recommendation", "could", "let",
			"vorschlag", "schlage", "würde", "entwurf", "variante", "ansatz":
			return true
		}
	}
	return false
}

// namedIn tells whether a short answer takes one of the things that a question offers.
func (s *sentence) namedIn(question string) bool {
	offered, or := set(), false
	toks := tokens(question, max(0, len(question)-1200), len(question))
	for i, t := range toks {
		or = or || t.norm == "or" || t.norm == "oder"
		for _, c := range content(question, toks, i) {
			offered[c] = true
		}
	}
	if !or {
		return false
	}
	for _, c := range contents(s.text, s.toks) {
		if offered[c] {
			return true
		}
	}
	return false
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
