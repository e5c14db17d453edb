package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// session is a small transcript: a rule, a choice answered by a bare number, a commit, a compaction that drops the rule.
const session = `{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"Never use an ORM in this project. The token is ghp_abcdefghijklmnopqrstuvwxyz0123456789."},"uuid":"u1","timestamp":"2026-11-30T10:00:00Z","permissionMode":"default","promptSource":"typed","origin":{"kind":"human"},"promptId":"p1","sessionId":"s1","version":"2.1.332"}
{"parentUuid":"u1","isSidechain":false,"message":{"role":"assistant","content":[{"type":"text","text":"Option 1: SQLite. Option 2: Postgres. Which one?"}]},"type":"assistant","uuid":"a1","timestamp":"2026-11-30T10:00:01Z","sessionId":"s1","version":"2.1.332"}
{"parentUuid":"a1","isSidechain":false,"type":"user","message":{"role":"user","content":"option 2"},"uuid":"u2","timestamp":"2026-11-30T10:00:02Z","permissionMode":"default","promptSource":"typed","origin":{"kind":"human"},"promptId":"p2","sessionId":"s1","version":"2.1.332"}
{"type":"queue-operation","operation":"enqueue","content":"and write tests","timestamp":"2026-11-30T10:00:03Z","sessionId":"s1"}
{"parentUuid":"u2","isSidechain":false,"message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"git commit -m 'Use Postgres'"}}]},"type":"assistant","uuid":"a2","timestamp":"2026-11-30T10:00:04Z","cwd":"/home/me/shop","sessionId":"s1","version":"2.1.332"}
{"parentUuid":"a2","isSidechain":false,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"[main 1a2b3c4] Use Postgres"}]},"uuid":"r2","timestamp":"2026-11-30T10:00:05Z","sessionId":"s1","version":"2.1.332"}
{"parentUuid":"r2","isSidechain":false,"message":{"role":"assistant","content":[{"type":"tool_use","id":"t2","name":"TodoWrite","input":{"todos":[{"content":"Store","status":"completed"},{"content":"Cart","status":"pending"}]}}]},"type":"assistant","uuid":"a3","timestamp":"2026-11-30T10:00:06Z","sessionId":"s1","version":"2.1.332"}
{"type":"system","subtype":"compact_boundary","uuid":"b1","timestamp":"2026-11-30T10:00:07Z","compactMetadata":{"trigger":"auto","preTokens":155000,"postTokens":4100,"preservedSegment":{}},"sessionId":"s1","version":"2.1.332"}
{"type":"user","message":{"role":"user","content":"This session is being continued from a previous conversation that ran out of context. The owner chose \"option 2\"."},"isCompactSummary":true,"uuid":"c1","timestamp":"2026-11-30T10:00:08Z","sessionId":"s1","version":"2.1.332"}
{"type":"hologram"}
{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"Never use an ORM in this project. The token is ghp_abcdefghijklmnopqrstuvwxyz0123456789."},"uuid":"again","timestamp":"2026-11-30T10:00:00Z","permissionMode":"default","promptSource":"typed","origin":{"kind":"human"},"promptId":"p1","rowSource":"local","sessionId":"s1","version":"2.1.332"}`

func transcriptFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s1.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestInspectPrintsWhatTheFileHolds(t *testing.T) {
	var out, stderr bytes.Buffer
	if code := run([]string{"inspect", "--json", transcriptFile(t, session)}, &out, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	type at struct {
		UUID *string `json:"uuid"`
		Line int     `json:"line"`
	}
	var got struct {
		SessionID     string `json:"session_id"`
		ClientVersion string `json:"client_version"`
		Words         []struct {
			at
			At, Channel, Text, Question string
		}
		Decisions []struct {
			at
			Kind, Quote, Status string
		}
		Tasks      []struct{ ID, Subject, Status string }
		Boundaries []struct {
			at
			Why string
		}
		Compactions []struct {
			at
			Trigger   string
			PreTokens int `json:"pre_tokens"`
			Outcomes  []struct {
				at
				Quote, Outcome string
			}
		}
		Skipped map[string]int
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.SessionID != "s1" || got.ClientVersion != "2.1.332" || got.Skipped["unknown"] != 1 || got.Skipped["malformed"] != 0 {
		t.Errorf("session %q, client %q, skipped %v", got.SessionID, got.ClientVersion, got.Skipped)
	}
	var words []string
	for _, w := range got.Words {
		words = append(words, w.Channel+": "+w.Text)
	}
	want := []string{"typed: Never use an ORM in this project. The token is ghp_abcdefghijklmnopqrstuvwxyz0123456789.", "typed: option 2", "queued: and write tests"}
	if !slices.Equal(words, want) {
		t.Fatalf("words %q, want %q", words, want)
	}
	if w := got.Words[1]; w.Question != "Option 1: SQLite. Option 2: Postgres. Which one?" || w.At != "2026-11-30T10:00:02Z" || *w.UUID != "u2" || w.Line != 2 {
		t.Errorf("the bare answer: %+v", w)
	}
	if w := got.Words[2]; w.UUID != nil || w.Line != 3 {
		t.Errorf("a queue line has no uuid: %+v", w)
	}
	if len(got.Boundaries) != 2 || *got.Boundaries[0].UUID != "a2" || got.Boundaries[0].Why != "commit" || got.Boundaries[1].Why != "task_completed" {
		t.Errorf("boundaries %+v", got.Boundaries)
	}
	if len(got.Tasks) != 2 || got.Tasks[0].Subject != "Store" || got.Tasks[0].Status != "completed" || got.Tasks[1].ID != "2" {
		t.Errorf("tasks %+v", got.Tasks)
	}
	outcomes := map[string]string{}
	for _, c := range got.Compactions {
		if c.Trigger != "auto" || c.PreTokens != 155000 || c.Line != 7 {
			t.Errorf("compaction %+v", c)
		}
		for _, o := range c.Outcomes {
			outcomes[o.Quote] = o.Outcome
		}
	}
	if outcomes["option 2"] != "verbatim" {
		t.Errorf("outcomes %v", outcomes)
	}
	for _, d := range got.Decisions {
		if _, ok := outcomes[d.Quote]; !ok && d.UUID != nil {
			t.Errorf("no outcome of %q", d.Quote)
		}
	}
	for quote, outcome := range outcomes {
		if strings.HasPrefix(quote, "Never use an ORM") && outcome == "verbatim" {
			t.Errorf("%q counts as kept", quote)
		}
	}
}

func TestInspectForPeople(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link.jsonl")
	if err := os.Symlink(transcriptFile(t, session), link); err != nil {
		t.Fatal(err)
	}
	var out, stderr bytes.Buffer
	if code := run([]string{"inspect", link}, &out, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	for _, want := range []string{"Session s1, client 2.1.332", "3 messages", "2 tasks", "2 finished pieces of work", "1 compaction\n", "1 of unknown type", "option 2", "auto compaction: "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, out.String())
		}
	}
}

func TestInspectSaysWhatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no file named", []string{"inspect", "--json"}, 2, "name a transcript file"},
		{"two files", []string{"inspect", "a", "b"}, 2, "one argument too many"},
		{"a flag it does not know", []string{"inspect", "--yaml", "a"}, 2, "yaml"},
		{"no such file", []string{"inspect", filepath.Join(t.TempDir(), "none.jsonl")}, 1, "there is no such file"},
		{"a folder", []string{"inspect", t.TempDir()}, 1, "it is a folder"},
		{"a file of another kind", []string{"inspect", transcriptFile(t, "# Notes\n{\"a\":1}\n")}, 1, "it is no transcript"},
		{"an empty file", []string{"inspect", transcriptFile(t, "")}, 1, "it is no transcript"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out, stderr bytes.Buffer
			if code := run(tt.args, &out, &stderr); code != tt.code || !strings.Contains(stderr.String(), tt.says) || out.Len() > 0 {
				t.Errorf("exit %d, %q, printed %q", code, stderr.String(), out.String())
			}
		})
	}
}
