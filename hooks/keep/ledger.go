package keep

import (
	"slices"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// Ledger holds the decisions of one session that may still change, oldest first.
type Ledger struct {
	Decisions []*db.Decision

	known   bool           // a word was added in this run; last then holds its decisions
	last    []*db.Decision // the decisions of the word before
	effects []effect
	read    map[*db.Decision]*subject
}

// subject reads the quote of d once.
func (l *Ledger) subject(d *db.Decision) *subject {
	s := l.read[d]
	if s == nil {
		if l.read == nil {
			l.read = map[*db.Decision]*subject{}
		}
		s = subjectOf(d.Quote)
		l.read[d] = s
	}
	return s
}

// effect is what a word did to an earlier decision.
type effect struct {
	uuid     string
	line     int
	decision *db.Decision
}

// Add finds the decisions in w and applies what they say about earlier ones. The new ones stand in l.Decisions too.
func (l *Ledger) Add(w db.Word) (added, changed []*db.Decision) {
	if w.Withdrawn {
		return nil, nil
	}
	change := func(d *db.Decision, s db.Status, why string) {
		d.Status, d.Why = s, why
		l.effects = append(l.effects, effect{w.UUID, w.Line, d})
		if !slices.Contains(changed, d) && !slices.Contains(added, d) {
			changed = append(changed, d)
		}
	}
	for _, f := range find(w) {
		d := f.decision
		for _, old := range l.reversedBy(f, w, added) {
			if d != nil && f.turn != withdraws {
				d.Replaces = append(d.Replaces, old)
				change(old, db.Replaced, "The owner replaced it: "+CutUnits(d.Quote, 120))
			} else {
				change(old, db.Withdrawn, "The owner took it back: "+CutUnits(f.said.text[f.said.from:f.said.to], 120))
			}
		}
		if d == nil {
			continue
		}
		for _, q := range l.answeredBy(d) {
			change(q, db.Done, "The owner answered it: "+CutUnits(d.Quote, 120))
		}
		added = append(added, d)
		l.Decisions = append(l.Decisions, d)
	}
	l.known, l.last = true, added
	return added, changed
}

// EndTurn uses up the go-aheads that were given for the turn that has ended.
func (l *Ledger) EndTurn() (changed []*db.Decision) {
	for _, d := range l.Decisions {
		if d.OneOff && mayChange(d) && !d.Pinned {
			d.Status, d.Why = db.Done, "The turn it was given for has ended."
			changed = append(changed, d)
		}
	}
	return changed
}

// Withdraw takes back the decisions of a word that the owner took back, and what they did to earlier ones.
func (l *Ledger) Withdraw(uuid string, line int) (changed []*db.Decision) {
	same := func(u string, n int) bool { return u == uuid && (uuid != "" || n == line) }
	for _, d := range l.Decisions {
		if !same(d.UUID, d.Line) || !mayChange(d) {
			continue
		}
		d.Status, d.Why = db.Withdrawn, "The owner took the message back."
		changed = append(changed, d)
		for _, old := range d.Replaces {
			if old.Status == db.Replaced && !old.Edited {
				old.Status, old.Why = db.Live, ""
				changed = append(changed, old)
			}
		}
		d.Replaces = nil
	}
	for _, e := range l.effects {
		if old := e.decision; same(e.uuid, e.line) && !same(old.UUID, old.Line) && old.Status != db.Live && !old.Edited {
			old.Status, old.Why = db.Live, ""
			changed = append(changed, old)
		}
	}
	return changed
}

func mayChange(d *db.Decision) bool { return d.Status == db.Live && !d.Edited }

// recently is how far back "scratch that" reaches where the word before is not known.
const recently = 30 * time.Minute

// reversedBy returns the live decisions that f takes back or replaces. added are those of the same word.
func (l *Ledger) reversedBy(f finding, w db.Word, added []*db.Decision) []*db.Decision {
	var live []*db.Decision
	for _, d := range l.Decisions {
		if mayChange(d) && d.Kind != db.KindOpenQuestion {
			live = append(live, d)
		}
	}
	if len(live) == 0 {
		return nil
	}
	if f.back != nil {
		if len(f.back) > 0 {
			return namedBy(f.back, live)
		}
		if f.decision != nil { // "I take that back, don't push to it": what comes behind says what "that" is
			if same := l.replacedBy(f, live); len(same) > 0 {
				return same
			}
		}
		if d := l.before(w, added, live); d != nil {
			return []*db.Decision{d}
		}
		return nil
	}
	if f.decision == nil {
		return nil
	}
	return l.replacedBy(f, live)
}

// before returns the decision that "that" means: the last one of this word, else of the word before.
func (l *Ledger) before(w db.Word, added, live []*db.Decision) *db.Decision {
	last := live[len(live)-1]
	switch {
	case len(added) > 0:
		if !slices.Contains(added, last) {
			return nil
		}
	case l.known:
		if !slices.Contains(l.last, last) {
			return nil
		}
	case last.Kind == db.KindRule || w.At.Sub(last.At) > recently:
		return nil
	}
	return last
}

// namedBy returns the decisions about what a take-back names: the newest of those that hold most of its words, and others
// that hold them all where it takes two words or more to name it.
func namedBy(name []string, live []*db.Decision) []*db.Decision {
	words := set()
	for _, w := range name {
		words[w] = true
	}
	var best *db.Decision
	most := 0
	var out []*db.Decision
	for _, d := range slices.Backward(live) {
		s := subjectOf(d.Quote + "\n" + questionOf(d))
		n := shared(words, s.words) + shared(words, s.denied)
		if n > most && n*2 >= len(words) {
			best, most = d, n
		}
		if n == len(words) && n > 1 {
			out = append(out, d)
		}
	}
	if best != nil && !slices.Contains(out, best) {
		out = append(out, best)
	}
	slices.Reverse(out)
	return out
}

// questionOf is what a short answer is about.
func questionOf(d *db.Decision) string {
	if d.Kind == db.KindChoice || d.Kind == db.KindApproval {
		return d.Question
	}
	return ""
}

// answeredBy returns the open questions that d settles: it speaks of most of what they ask about.
func (l *Ledger) answeredBy(d *db.Decision) []*db.Decision {
	if d.Kind == db.KindOpenQuestion || d.Kind == db.KindPermission {
		return nil
	}
	var out []*db.Decision
	var words map[string]bool
	for _, q := range l.Decisions {
		if q.Kind != db.KindOpenQuestion || !mayChange(q) || q.UUID == d.UUID && q.Line == d.Line {
			continue
		}
		if words == nil {
			words = l.subject(d).words
		}
		asked := l.subject(q).words
		if n := shared(asked, words); n >= 2 && n*5 >= len(asked)*3 {
			out = append(out, q)
		}
	}
	return out
}
