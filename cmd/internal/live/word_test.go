package live

import (
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// The roads need rules that are decisions and remarks that are none, whatever the random words are.
func TestPromptsAreTakenForWhatTheyAre(t *testing.T) {
	decisions := func(text string) int {
		if masked := keep.Mask(text); masked != text {
			t.Fatalf("masked as a secret: %s", masked)
		}
		return len(keep.Find(db.Word{Text: text, Channel: db.Typed}))
	}
	for range 300 {
		word := randomWord()
		if n := decisions(rule(word)); n != 1 {
			t.Errorf("%d decisions in %q", n, rule(word))
		}
		if n := decisions(remark(word)); n != 0 {
			t.Errorf("%d decisions in %q", n, remark(word))
		}
	}
	if n := decisions(aside) + decisions(goOn); n != 0 {
		t.Errorf("%d decisions in the prompts between", n)
	}
	units := 0
	for range lists {
		prompt, words := longList()
		if n := decisions(prompt); n != listRules || len(words) != listRules {
			t.Errorf("%d decisions with %d words in a list, want %d", n, len(words), listRules)
		}
		for line := range strings.Lines(prompt) {
			units += keep.Units(line)
		}
	}
	part := keep.Defaults().PartUnits
	if units < (parts-1)*part || units > parts*part-part/3 { // a third is room for what a brief says around them
		t.Errorf("the lists have %d units, so they do not fill %d parts of %d", units, parts, part)
	}
}

func TestWhatOtherEventsPrintedDoesNotCount(t *testing.T) {
	const request = "prompt\nSessionStart:compact hook success: one\nUserPromptSubmit hook success: two\nSessionStart hook additional context: three"
	if got, want := withoutOthers(request, "SessionStart"), "prompt\nSessionStart:compact hook success: one\nSessionStart hook additional context: three"; got != want {
		t.Errorf("of SessionStart stands %q, want %q", got, want)
	}
	if got, want := withoutOthers(request, "UserPromptSubmit"), "prompt\nUserPromptSubmit hook success: two\n"; got != want {
		t.Errorf("of UserPromptSubmit stands %q, want %q", got, want)
	}
}
