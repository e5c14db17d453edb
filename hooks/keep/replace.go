package keep

import (
	"maps"
	"slices"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// replacedBy returns the live decisions in whose place f puts itself. With the words of a reversal ("actually", "instead of")
// that is the one it shares most with; without them only one that says the opposite of the same thing, or chooses something
// else for the same purpose. What resembles that one closely goes with it.
func (l *Ledger) replacedBy(f finding, live []*db.Decision) []*db.Decision {
	now := l.subject(f.decision)
	subjects := make([]*subject, len(live))
	held := map[string]int{} // how many decisions hold a word
	for i, d := range live {
		subjects[i] = l.subject(d)
		for w := range subjects[i].words {
			held[w]++
		}
	}
	best, most := -1, 0.0
	for i, old := range subjects {
		var weight float64
		switch {
		case f.turn == replaces:
			weight = reversal(now, old, live[i], held)
			if opposite(now, old) || otherNumber(now, old, f.turn) {
				weight = max(weight, 1)
			}
			if weight > 0 && len(now.denied) == 0 && f.weak && !sameFrame(now, old) && !opposite(now, old) && !otherNumber(now, old, f.turn) {
				weight = 0 // a bare "instead" may be about the work and no decision
			}
		case f.decision.OneOff:
		case opposite(now, old) || sameFrame(now, old) || contrasts(now, old) || otherNumber(now, old, f.turn):
			weight = 1
		}
		if weight > 0 && weight >= most {
			best, most = i, weight
		}
	}
	if best < 0 {
		return nil
	}
	var out []*db.Decision
	for i, d := range live {
		if i == best || alike(subjects[i].words, subjects[best].words) >= 0.7 && subjects[i].forbid == subjects[best].forbid {
			out = append(out, d)
		}
	}
	return slices.Clip(out)
}

// reversal weighs how surely now reverses old: by the words they share, the rarer the heavier, and above all by what now
// denies and old says. 0: it does not.
func reversal(now, old *subject, d *db.Decision, held map[string]int) float64 {
	if len(now.about) > 0 && len(old.about) > 0 && shared(now.about, old.about) == 0 {
		return 0
	}
	weight, n := 0.0, 0
	for w := range old.words {
		if now.words[w] {
			weight += 1 / float64(held[w])
			n++
		}
	}
	if len(now.denied) > 0 {
		hit := shared(now.denied, old.words)
		if hit*2 < len(now.denied) || now.drops && hit*3 < len(old.words)*2 {
			return 0
		}
		if n == 0 && len(old.words) > hit && shared(now.denied, old.value) == 0 && d.Kind != db.KindChoice {
			return 0
		}
		return 10 + float64(hit) + weight
	}
	if n == 0 || n*3 < min(len(now.words), len(old.words)) || weight < 0.5 {
		return 0
	}
	if len(now.value) > 0 && shared(now.about, old.about) == 0 && n*2 < min(len(now.words), len(old.words)) {
		return 0
	}
	return weight
}

// opposite tells whether one forbids what the other asks for.
func opposite(a, b *subject) bool {
	if a.forbid != b.forbid {
		said, before := maps.Clone(a.words), maps.Clone(b.words)
		maps.Copy(said, a.denied)
		maps.Copy(before, b.denied)
		return shared(said, before) >= 2 && alike(said, before) >= 0.8
	}
	return onlyWithout(a, b) || onlyWithout(b, a)
}

// onlyWithout tells whether b asks for what a allows or orders to leave out: commit without asking, ask before you commit.
func onlyWithout(a, b *subject) bool {
	return !a.forbid && !b.forbid && len(a.denied) > 0 && len(a.words) > 0 && shared(a.denied, b.words) == len(a.denied) && shared(a.words, b.words) == len(a.words) &&
		len(b.words) <= len(a.words)+len(a.denied)+1
}

// contrasts tells whether now denies in so many words what old says about the same thing: the timeout is 60, not 30. What
// old denies too is no contrast: both keep something apart from the same.
func contrasts(now, old *subject) bool {
	return shared(now.denied, old.denied) == 0 && !now.forbid && !old.forbid && len(now.denied) > 0 && shared(now.denied, old.words)*2 > len(now.denied) && shared(now.words, old.words) > 0
}

// otherNumber tells whether both say the same but for a number. Where nothing says "instead", the number must be what is
// said of the thing: rule 12 and rule 13 are two things, a limit of 30 and one of 60 are not.
func otherNumber(now, old *subject, t turn) bool {
	if now.forbid != old.forbid || t != replaces && !(now.states && old.states && len(now.about) > 0 && alike(now.about, old.about) == 1) {
		return false
	}
	a, n := withoutNumbers(now.words)
	b, k := withoutNumbers(old.words)
	return n > 0 && k > 0 && len(a) > 0 && alike(a, b) == 1
}

func withoutNumbers(words map[string]bool) (rest map[string]bool, numbers int) {
	rest = set()
	for w := range words {
		if strings.ContainsAny(w, "0123456789") {
			numbers++
		} else {
			rest[w] = true
		}
	}
	return rest, numbers
}

// sameFrame tells whether two decisions choose different things for the same purpose.
func sameFrame(a, b *subject) bool {
	return !a.forbid && !b.forbid && !a.states && !b.states && len(a.about) > 0 && alike(a.about, b.about) == 1 &&
		len(a.value) > 0 && len(b.value) > 0 && alike(a.value, b.value) < 1
}
