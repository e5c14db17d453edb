package transcript

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The labelled transcripts: every message of the owner and no other, every boundary and no other.
func TestLabelledTranscripts(t *testing.T) {
	dir := shared(t)
	labels, _ := filepath.Glob(filepath.Join(dir, "gold", "*.json"))
	type place struct {
		UUID *string `json:"uuid"`
		Line int     `json:"line"`
	}
	for _, path := range labels {
		var gold struct {
			Transcript string
			Owner      []struct {
				place
				Text string
			} `json:"owner_prompts"`
			Boundaries  []place
			Compactions []place
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if json.Unmarshal(data, &gold) != nil {
			continue // survival.json has another form
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			items, _, err := ReadAll(context.Background(), filepath.Join(dir, gold.Transcript), nil)
			if err != nil {
				t.Fatal(err)
			}
			at := func(line int, text string) string { return fmt.Sprintf("%d %.60q", line, strings.Fields(text)) }
			var want, got []string
			for _, o := range gold.Owner {
				want = append(want, at(o.Line, o.Text))
			}
			for _, b := range gold.Boundaries {
				want = append(want, at(b.Line, "boundary"))
			}
			for _, c := range gold.Compactions {
				want = append(want, at(c.Line, "compaction"))
			}
			for _, i := range items {
				switch {
				case i.Word != nil:
					got = append(got, at(i.Word.Line, i.Word.Text))
				case i.Boundary != nil:
					got = append(got, at(i.Boundary.Line, "boundary"))
				case i.Compaction != nil:
					got = append(got, at(i.Compaction.Line, "compaction"))
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			want, got = slices.Compact(want), slices.Compact(got)
			for _, w := range want {
				if !slices.Contains(got, w) {
					t.Errorf("missed: line %s", w)
				}
			}
			for _, g := range got {
				if !slices.Contains(want, g) {
					t.Errorf("not labelled: line %s", g)
				}
			}
		})
	}
}

// The files that client 2.1.332 wrote, with compactions of every kind.
func TestTranscriptsOfTheClient(t *testing.T) {
	dir := filepath.Join(shared(t), "client", "transcripts")
	for file, want := range map[string][]string{
		"auto-compact-turnstart-and-midturn":             {"6 words", "compaction 50 auto", "compaction 85 auto"},
		"clear-mcp-peer-message":                         {"2 words"},
		"headless-manual-compact":                        {"4 words", "compaction 31 manual", "echo"},
		"interactive-bang-queue-paste-interrupt-compact": {"11 words", "withdrawn 97", "compaction 72 manual", "echo"},
		"rewind-summarize-from-and-upto":                 {"7 words", "compaction 44 manual rewind", "compaction 65 manual rewind"},
		"subagent-auto-compact-main":                     {"1 words"},
		"subagent-auto-compact":                          {"0 words"},
	} {
		t.Run(file, func(t *testing.T) {
			items, _, err := ReadAll(context.Background(), filepath.Join(dir, file+".jsonl"), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{fmt.Sprint(len(texts(items)), " words")}
			for _, i := range items {
				switch {
				case i.Withdraw != nil:
					got = append(got, fmt.Sprint("withdrawn ", i.Withdraw.Line))
				case i.Echo != nil:
					got = append(got, "echo")
				case i.Compaction != nil:
					c := fmt.Sprint("compaction ", i.Compaction.Line, " ", i.Compaction.Trigger)
					if i.Compaction.Rewind {
						c += " rewind"
					}
					if i.Compaction.Rewritten || i.Compaction.Summary == "" {
						c += ": rewritten, or without a summary"
					}
					got = append(got, c)
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
