package keep

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// behindLabel returns the token behind a label that opens at token i: "Note:", "DECISION-7", "Decision 3 -", "second
// prompt:", "[[usage 9]]" and the like; i where none does. A label's word alone is none: note the port, rule it out.
func behindLabel(toks []token, i int) int {
	k, named := i, false
	if k < len(toks) && theMatcher().classes[toks[k].norm]&numWord != 0 {
		k++
	}
	for ; k < len(toks) && k < i+4; k++ {
		t := toks[k]
		word, digits, _ := strings.Cut(t.norm, "-")
		switch {
		case labelWord(word) && digits != "" && isDigit(digits[0]): // DECISION-7 marks its own end
			return k + 1
		case !named && labelWord(t.norm):
			named = true
		case named && isDigit(t.norm[0]):
		case named && t.mark && (t.norm == ":" || t.norm == "," || t.norm == "-" || t.norm == "–" || t.norm == "—"):
			return k + 1
		case t.norm == "fyi" || t.norm == "nb" || t.norm == "psa":
			return k + 1
		default:
			if named {
				return behindSecond(toks, i, k)
			}
			return i
		}
	}
	return i
}

// behindSecond reads "decision DECISION-7": a word that only repeats the label behind it.
func behindSecond(toks []token, i, k int) int {
	word, digits, _ := strings.Cut(toks[k].norm, "-")
	if labelWord(word) && digits != "" && isDigit(digits[0]) {
		return k + 1
	}
	return i
}

func labelWord(w string) bool {
	switch w {
	case "decision", "rule", "note", "prompt", "message", "reminder", "important", "item", "point", "step", "update", "constraint", "requirement", "req", "adr",
		"entscheidung", "beschluss", "regel", "hinweis", "wichtig", "notiz", "punkt", "schritt", "nachricht":
		return true
	}
	return false
}

// decisionByName tells whether the label says that it is a decision.
func (s *sentence) decisionByName() bool {
	for _, t := range s.toks[:s.head] {
		switch word, _, _ := strings.Cut(t.norm, "-"); word {
		case "decision", "entscheidung", "beschluss":
			return true
		}
	}
	return false
}

// headed returns the kind that a heading gives to what stands below it: "House rules:", "What we decided:".
func (s *sentence) headed() db.Kind {
	if s.ask || s.words() > 6 || !s.colon() && !s.title() {
		return ""
	}
	for _, t := range s.toks {
		switch t.norm {
		case "rules", "conventions", "guidelines", "policies", "constraints", "principles", "regeln", "konventionen", "vorgaben", "grundsätze":
			return db.KindRule
		case "decisions", "decided", "agreed", "settled", "requirements", "entscheidungen", "beschlüsse", "entschieden", "beschlossen", "anforderungen", "vereinbart":
			return db.KindDecision
		case "permissions", "allowed", "erlaubt", "erlaubnisse":
			return db.KindPermission
		}
	}
	return ""
}

// underHeadings gives a kind to items that say nothing by themselves, by the heading that they stand under.
func underHeadings(all []judgement) []judgement {
	for i := range all {
		kind := all[i].said.headed()
		if kind == "" || all[i].said.negative() {
			continue
		}
		n := i + 1
		for ; n < len(all) && all[n].said.item && !all[n].said.title() && !all[n].said.ask; n++ {
			if !all[n].decides() {
				all[n].cue = cue{name: "under a heading", kind: kind}
			}
		}
		if n > i+1 {
			all[i].cue = cue{}
		}
	}
	return all
}

// title tells a heading of a document.
func (s *sentence) title() bool {
	return strings.HasSuffix(strings.TrimRight(s.text[:s.from], " *_"), "#")
}
