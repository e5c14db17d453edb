package main_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// TestClientFacts holds what compact-keeper relies on in the client, so that a new version that changes one of them
// fails here, with a name, and not somewhere in the survival test.
func TestClientFacts(t *testing.T) {
	t.Parallel()
	l := lab.New(t)
	l.Record()
	l.RecordAs("first", "PreCompact", "", "-print", "FIRST-BRIEF", "-sleep", "200ms")
	l.RecordAs("second", "PreCompact", "", "-print", "SECOND-BRIEF")
	l.RecordAs("whole", "SessionStart", "compact", "-print", strings.Repeat("w", 10_000))
	l.RecordAs("over", "SessionStart", "compact", "-print", strings.Repeat("o", 10_001))
	l.RecordAs("prompt", "UserPromptSubmit", "", "-print", "BESIDE-THE-PROMPT")
	v := l.Live()
	v.Say("the first prompt")
	v.Say("the second prompt")
	v.Say("/compact")
	v.Say("after the manual one [[usage 90000]]")
	v.Say("after the automatic one")
	v.Close()
	l.Resume(v.SessionID, "after the resume")

	requests := l.API.Take()
	summaries := slices.DeleteFunc(slices.Clone(requests), func(r fakeapi.Request) bool { return r.Kind != fakeapi.Compact })
	first := firstAfter(requests)
	if len(summaries) != 2 || len(first) != 2 {
		t.Fatalf("%d summaries and %d requests after them, want 2 and 2", len(summaries), len(first))
	}
	records := l.Records()
	manual, auto, resumed := first[0].Text(), first[1].Text(), requests[len(requests)-1].Text()

	facts := []struct {
		name  string
		holds bool
	}{
		{"what PreCompact hooks print reaches the summarizer, in the order of the settings",
			strings.Contains(summaries[0].Instructions(), "FIRST-BRIEF\n\nSECOND-BRIEF") && strings.Contains(summaries[1].Instructions(), "FIRST-BRIEF\n\nSECOND-BRIEF")},
		{"after a manual compaction that text stays in the context", strings.Contains(manual, "FIRST-BRIEF")},
		{"after an automatic one it does not", !strings.Contains(auto, "FIRST-BRIEF")},
		{"what SessionStart prints reaches the next request, up to 10,000 units",
			strings.Contains(manual, strings.Repeat("w", 10_000)) && strings.Contains(auto, strings.Repeat("w", 10_000))},
		{"BR-18 what is longer is replaced by a preview", !strings.Contains(auto, strings.Repeat("o", 3_000)) && strings.Contains(auto, "Output too large")},
		{"what SessionStart printed stands after a resume", strings.Contains(resumed, strings.Repeat("w", 10_000))},
		{"what UserPromptSubmit prints reaches the request of its prompt", strings.Contains(manual, "BESIDE-THE-PROMPT") && strings.Contains(auto, "BESIDE-THE-PROMPT")},
		{"the summarizer's SubagentStop comes before SessionStart, PostCompact last",
			strings.Contains(order(records), "PreCompact SubagentStop SessionStart PostCompact")},
		{"SubagentStop holds the summary as the model wrote it", strings.Contains(newest(records, "SubagentStop").Stdin.LastMessage, "<summary>")},
		{"the boundary is in the transcript when the next prompt is submitted, not before",
			strings.Count(rows(newest(records, "PostCompact")), `"subtype":"compact_boundary"`) == 1 &&
				strings.Count(rows(newest(records, "UserPromptSubmit")), `"subtype":"compact_boundary"`) == 2},
		{"at an automatic compaction the new prompt is in the transcript when SessionStart runs",
			slices.ContainsFunc(records, func(r lab.Record) bool {
				return r.Event == "SessionStart" && r.Stdin.Source == "compact" && typed(r, "after the automatic one")
			})},
	}
	for _, f := range facts {
		t.Run(f.name, func(t *testing.T) {
			if !f.holds {
				t.Errorf("no longer so in this client; hooks ran: %s", order(records))
			}
		})
	}
}

// order lists the events of the silent recording hook.
func order(records []lab.Record) string {
	var out []string
	for _, r := range records {
		if r.Name == "record" {
			out = append(out, r.Event)
		}
	}
	return strings.Join(out, " ")
}

func newest(records []lab.Record, event string) lab.Record {
	var out lab.Record
	for _, r := range records {
		if r.Event == event {
			out = r
		}
	}
	return out
}

func rows(r lab.Record) string { return strings.Join(r.Transcript, "\n") }

// typed says whether a prompt has its row in the transcript.
func typed(r lab.Record, prompt string) bool {
	return slices.ContainsFunc(r.Transcript, func(row string) bool {
		return strings.Contains(row, `"type":"user"`) && strings.Contains(row, `"content":"`+prompt)
	})
}
