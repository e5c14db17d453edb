package keep

import (
	"slices"

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
			if weight > 0 && len(now.denied) == 0 && f.weak && !sameFrame(now, old) {
				weight = 0 // a bare "instead" may be about the work and no decision
			}
		case f.decision.OneOff:
		case opposite(now, old) || sameFrame(now, old):
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
		if hit*2 < len(now.denied) {
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
	return a.forbid != b.forbid && shared(a.words, b.words) >= 2 && alike(a.words, b.words) >= 0.8
}

// sameFrame tells whether two decisions choose different things for the same purpose.
func sameFrame(a, b *subject) bool {
	return !a.forbid && !b.forbid && len(a.about) > 0 && alike(a.about, b.about) == 1 &&
		len(a.value) > 0 && len(b.value) > 0 && alike(a.value, b.value) < 1
}
