package hooks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

var ctx = context.Background()

// conversation plays the client's part: it writes a transcript as client 2.1.332 does and fires the hook events.
type conversation struct {
	t     *testing.T
	dir   string // holds the project and the transcript
	state string
	id    string
	path  string
	now   time.Time
	rows  int
	// unattended is what the client says of itself.
	unattended bool
}

func newConversation(t *testing.T) *conversation {
	t.Helper()
	dir := t.TempDir()
	c := &conversation{t: t, dir: dir, state: filepath.Join(dir, "state"), id: "session-1", now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	c.path = filepath.Join(dir, c.id+".jsonl")
	return c
}

type fields map[string]any

// row appends a row to the transcript, one second later than the one before.
func (c *conversation) row(f fields) string {
	c.t.Helper()
	c.rows++
	c.now = c.now.Add(time.Second)
	uuid := fmt.Sprintf("%s-row-%d", c.id, c.rows)
	row := fields{"uuid": uuid, "sessionId": c.id, "timestamp": c.now.Format(time.RFC3339Nano), "version": "2.1.332", "cwd": c.dir, "isSidechain": false, "userType": "external"}
	for k, v := range f {
		row[k] = v
	}
	text, err := json.Marshal(row)
	if err == nil {
		var file *os.File
		if file, err = os.OpenFile(c.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			_, err = file.Write(append(text, '\n'))
			file.Close()
		}
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return uuid
}

// says is a prompt of the owner, without the turn that follows.
func (c *conversation) says(text string) string {
	return c.row(fields{"type": "user", "promptId": fmt.Sprintf("prompt-%d", c.rows), "origin": fields{"kind": "human"}, "promptSource": "typed", "permissionMode": "default",
		"message": fields{"role": "user", "content": text}})
}

// turn is a prompt with its answer and the Stop event.
func (c *conversation) turn(text string) {
	c.says(text)
	c.answers("Understood.")
	c.fire("Stop", nil)
}

func (c *conversation) answers(text string) {
	c.row(fields{"type": "assistant", "message": fields{"role": "assistant", "content": []fields{{"type": "text", "text": text}}}})
}

// boundary writes what the client writes once a compaction is over.
func (c *conversation) boundary(trigger, summary string) string {
	uuid := c.row(fields{"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "parentUuid": nil,
		"compactMetadata": fields{"trigger": trigger, "preTokens": 155000, "postTokens": 4100, "durationMs": 900}})
	inner := strings.TrimSuffix(strings.TrimPrefix(summary, "<summary>"), "</summary>")
	c.row(fields{"type": "user", "parentUuid": uuid, "isCompactSummary": true, "isVisibleInTranscriptOnly": true,
		"message": fields{"role": "user", "content": "This session is being continued from a previous conversation.\n\nSummary:\n" + inner}})
	return uuid
}

// echo writes the row in which a manual compaction leaves what PreCompact printed.
func (c *conversation) echo(brief string) {
	c.row(fields{"type": "user", "isMeta": true, "message": fields{"role": "user", "content": "<local-command-caveat>Caveat: …</local-command-caveat>"}})
	c.row(fields{"type": "user", "message": fields{"role": "user", "content": "<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>"}})
	c.row(fields{"type": "user", "message": fields{"role": "user", "content": "<local-command-stdout>Compacted (ctrl+o to see full summary)\nPreCompact [hook] completed successfully: " + brief + "</local-command-stdout>"}})
}

// fire runs the hook for an event, part 1.
func (c *conversation) fire(event string, f fields) string { return c.firePart(event, 1, f) }

func (c *conversation) firePart(event string, part int, f fields) string {
	c.t.Helper()
	text, err := c.call(event, part, f)
	if err != nil {
		c.t.Errorf("%s: %v", event, err)
	}
	return text
}

func (c *conversation) call(event string, part int, f fields) (string, error) {
	in := fields{"hook_event_name": event, "session_id": c.id, "transcript_path": c.path, "cwd": c.dir}
	for k, v := range f {
		in[k] = v
	}
	stdin, err := json.Marshal(in)
	if err != nil {
		return "", err
	}
	call := hooks.Call{State: c.state, Part: part, Now: func() time.Time { return c.now }, Start: time.Now(), Unattended: c.unattended}
	return call.Answer(ctx, stdin)
}

// compact plays one whole compaction and returns what PreCompact asked for and what SessionStart put back.
func (c *conversation) compact(trigger string, summarize func(brief string) string) (brief, restore string) {
	c.t.Helper()
	brief = c.fire("PreCompact", fields{"trigger": trigger})
	summary := "<summary>" + summarize(brief) + "</summary>"
	c.now = c.now.Add(time.Minute)
	c.fire("SubagentStop", fields{"agent_id": "fork", "agent_type": "", "last_assistant_message": "<analysis>x</analysis>\n" + summary})
	restore = c.fire("SessionStart", fields{"source": "compact"})
	c.fire("PostCompact", fields{"trigger": trigger, "compact_summary": "<analysis>x</analysis>\n" + summary})
	c.boundary(trigger, summary)
	if trigger == "manual" {
		c.echo(brief)
	}
	return brief, restore
}

// ledger opens the ledger to look at it.
func (c *conversation) ledger() *db.DB {
	c.t.Helper()
	d, err := db.Open(ctx, c.state, db.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { d.Close() })
	return d
}

// last returns the session's newest compaction and its outcomes.
func (c *conversation) last() (db.Compaction, []db.OutcomeRow) {
	c.t.Helper()
	d := c.ledger()
	all, err := d.Compactions(ctx, c.id, 1)
	if err != nil || len(all) == 0 {
		c.t.Fatalf("compactions: %v, %v", all, err)
	}
	rows, err := d.Outcomes(ctx, all[0].ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return all[0], rows
}

func drops(string) string         { return "1. Primary Request: continue." }
func obeys(brief string) string   { return brief }
func has(text, want string) bool  { return strings.Contains(text, want) }
func count(text, want string) int { return strings.Count(text, want) }
