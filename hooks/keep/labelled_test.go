package keep

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/compact-keeper/compact-keeper/db"
)

// labelled is a transcript's messages and decisions, as a person labelled them.
type labelled struct {
	Words []struct {
		UUID           string
		Line           int
		Kind           db.Channel
		Text, Question string
	} `json:"owner_prompts"`
	Decisions []struct {
		UUID  string
		Line  int
		Quote string
		Kind  db.Kind
	}
}

// The floors lie a little below what the rules reach: they hold a change that makes the finder worse for everyone, and
// leave room for one that trades a label here for many elsewhere.
func TestLabelledTranscriptsAreFoundAsWellAsBefore(t *testing.T) {
	var found, right, labels, kinds int
	files, err := filepath.Glob(filepath.Join(sharedFolder(t), "gold", "*.json"))
	if err != nil || len(files) == 0 {
		t.Skip("no labelled transcripts beside the repository")
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var g labelled
		if json.Unmarshal(data, &g) != nil || len(g.Words) == 0 {
			continue
		}
		l := &Ledger{}
		for _, w := range g.Words {
			l.Add(db.Word{UUID: w.UUID, Line: w.Line, Channel: w.Kind, Text: w.Text, Question: w.Question})
		}
		hits, used := 0, map[*db.Decision]bool{}
		for _, want := range g.Decisions {
			for _, d := range l.Decisions {
				if !used[d] && d.UUID == want.UUID && d.Line == want.Line && quotes(d.Quote, want.Quote) {
					used[d] = true
					hits++
					if d.Kind == want.Kind {
						kinds++
					}
					break
				}
			}
		}
		t.Logf("%-32s %3d of %3d labels, %3d found", filepath.Base(path), hits, len(g.Decisions), len(l.Decisions))
		found, right, labels = found+len(l.Decisions), right+hits, labels+len(g.Decisions)
	}
	precision, recall, kind := ratio(right, found), ratio(right, labels), ratio(kinds, right)
	t.Logf("precision %.3f, recall %.3f, kind %.3f", precision, recall, kind)
	if precision < 0.85 || recall < 0.95 || kind < 0.82 {
		t.Errorf("precision %.3f, recall %.3f, kind %.3f", precision, recall, kind)
	}
}

// quotes tells whether a found quote stands for a label: it holds it, or nearly, and is not much longer.
func quotes(found, label string) bool {
	f, l := strings.Join(strings.Fields(found), " "), strings.Join(strings.Fields(label), " ")
	if utf8.RuneCountInString(f) > max(3*utf8.RuneCountInString(l), 200) {
		return false
	}
	return strings.Contains(f, l) || strings.Contains(l, f) && len(f)*5 >= len(l)*4
}
