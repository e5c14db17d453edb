package keep

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

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

// longestList is up to where a list and the sentence above it are one decision, longestForbidden where it forbids.
const longestList, longestForbidden = 2000, 6000

// lists puts a sentence and the list below it together where the items say nothing without it, and always where it forbids
// them: alone they would ask for what it forbids. Items that speak for themselves stay apart, and the sentence above them
// is no decision of its own.
func lists(all []judgement) []judgement {
	var out []judgement
	for i := 0; i < len(all); i++ {
		j := all[i]
		n, speak := i+1, 0
		for n < len(all) && j.said.introduces() && below(j.said, all[i+1].said, all[n].said) {
			if all[n].decides() {
				speak++
			}
			n++
		}
		forbids := n > i+1 && j.said.negative()
		if forbids && !j.decides() && j.said.words() <= 4 && !j.said.ask { // "Not in scope:"
			j.cue = cue{name: "list of what is forbidden", kind: db.KindRule}
		}
		switch {
		case n == i+1 || !j.decides():
			out = append(out, j)
		case forbids:
			if j.cue.kind == db.KindDecision {
				j.cue.kind = db.KindRule
			}
			for k := i + 1; k < n && all[k].to-j.from <= longestForbidden; k++ {
				j.to = all[k].to
			}
			out = append(out, j)
			i = n - 1
		case speak == 0 && all[n-1].to-j.from <= longestList:
			j.to = all[n-1].to
			out = append(out, j)
			i = n - 1
		case speak < n-i-1:
			out = append(out, j)
		}
	}
	return out
}

// below tells whether s belongs to the list under head whose first item is first: it is an item itself, or goes on with one,
// or stands in the same paragraph of lines without marks under a colon.
func below(head, first, s *sentence) bool {
	switch {
	case first.item && !head.item:
		return s.item || !s.opens && s != first
	case head.item || first.item || first.para || !head.colon():
		return false
	}
	return !s.item && !s.para
}
