package keep

import (
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

// cueOf names the cue that a message is found by: the first of its sentences that holds one.
func cueOf(text string, turns bool) string {
	for _, s := range sentences(text, ownLines(text)) {
		if i, _, _ := theMatcher().match(s, turns); i >= 0 {
			return cueTable[i].name
		}
	}
	return ""
}

func TestEveryCueFindsItsExamplesAndNoCounterexample(t *testing.T) {
	for i := range cueTable {
		c := &cueTable[i]
		t.Run(c.name, func(t *testing.T) {
			if c.yes == "" || c.no == "" {
				t.Fatal("a cue needs an example and a counterexample")
			}
			turns := c.turn == replaces
			for text := range strings.SplitSeq(c.yes, "\n") {
				if got := cueOf(text, turns); got != c.name {
					t.Errorf("%q is found by %q", text, got)
				}
			}
			for text := range strings.SplitSeq(c.no, "\n") {
				if got := cueOf(text, turns); got == c.name {
					t.Errorf("%q is found", text)
				}
			}
		})
	}
}

func TestEveryPatternCanBeMet(t *testing.T) {
	m := theMatcher()
	for i := range cueTable {
		for line := range strings.Lines(cueTable[i].says) {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			for _, f := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '|' || r == '_' }) {
				if strings.Trim(f, "?!$…‥<>*") != "" && len(tokens(f, 0, len(f))) == 0 {
					t.Errorf("%s: %q: %q is no word", cueTable[i].name, line, f)
				}
			}
			for _, elems := range compile(line) {
				if len(elems) == 0 || elems[0].gap || elems[0].finis {
					t.Errorf("%s: %q begins with nothing to look for", cueTable[i].name, line)
				}
				for _, e := range elems {
					if len(e.words) == 0 && e.class == 0 && e.suffix == "" && !e.any && !e.gap && !e.finis {
						t.Errorf("%s: %q has an empty part", cueTable[i].name, line)
					}
					for _, w := range e.words {
						if got := tokens(w, 0, len(w)); len(got) != 1 {
							t.Errorf("%s: %q: %q is never one word of a message", cueTable[i].name, line, w)
						}
					}
				}
			}
		}
	}
	if m.classes["commit"]&(actWord|shipWord) != actWord|shipWord {
		t.Error("a word may stand in several lists")
	}
}

// found lists the decisions of a message as "kind: quote".
func found(w db.Word) string {
	var out []string
	for _, d := range Find(w) {
		out = append(out, string(d.Kind)+": "+d.Quote)
	}
	return strings.Join(out, "\n")
}
