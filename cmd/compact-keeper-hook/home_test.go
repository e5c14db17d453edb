package main_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/db"
)

// TestMain also looks at the sources of the executable, which is built while the tests run: go test would else take
// results from its cache that an older one gave.
func TestMain(m *testing.M) {
	for _, dir := range []string{".", "../../hooks", "../../hooks/keep", "../../hooks/transcript", "../../db", "../../db/migrations"} {
		if _, err := os.ReadDir(dir); err != nil {
			panic(err)
		}
	}
	os.Exit(lab.Main(m))
}

var ctx = context.Background()

// rounds is how often a test of chance repeats itself: n, times COMPACT_KEEPER_ROUNDS for the long form.
func rounds(n int) int {
	if more, err := strconv.Atoi(os.Getenv("COMPACT_KEEPER_ROUNDS")); err == nil {
		return n * more
	}
	return n
}

// limit is what the client waits for at most: the hook's own two seconds, and a little for a busy machine.
const limit = 2*time.Second + 500*time.Millisecond

// home is a state folder with the sessions whose hooks keep it. Hooks are the real executable, a process each.
type home struct {
	testing.TB
	hook       string
	dir, state string
}

func newHome(tb testing.TB) *home {
	tb.Helper()
	dir := tb.TempDir()
	return &home{TB: tb, hook: lab.Build(tb, "compact-keeper-hook"), dir: dir, state: filepath.Join(dir, "state")}
}

// command is a hook that is ready to start.
func (h *home) command(stdin []byte, args ...string) *exec.Cmd {
	cmd := exec.Command(h.hook, append([]string{"--state", h.state}, args...)...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = []string{"HOME=" + h.dir}
	return cmd
}

// result is how a hook ended.
type result struct {
	out  string
	took time.Duration
	err  error // nil: it exited 0
}

func finish(cmd *exec.Cmd) result {
	var out bytes.Buffer
	cmd.Stdout = &out
	start := time.Now()
	err := cmd.Start()
	if err == nil {
		hung := time.AfterFunc(5*limit, func() { cmd.Process.Kill() })
		defer hung.Stop()
		err = cmd.Wait()
	}
	return result{out.String(), time.Since(start), err}
}

// fire runs a hook and holds it to the promise: it exits 0, in time.
func (h *home) fire(stdin []byte, args ...string) result {
	h.Helper()
	r := finish(h.command(stdin, args...))
	h.promised(r, stdin)
	return r
}

func (h *home) promised(r result, stdin []byte) {
	h.Helper()
	if r.err != nil || r.took > limit {
		h.Errorf("%.200s: %v after %v", stdin, r.err, r.took)
	}
}

// ledger opens the ledger to look at it.
func (h *home) ledger() *db.DB {
	h.Helper()
	d, err := db.Open(ctx, h.state, db.Options{})
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { d.Close() })
	return d
}

// sql opens the database beneath the ledger, as another program would.
func (h *home) sql() *sql.DB {
	h.Helper()
	d, err := sql.Open("sqlite", "file:"+filepath.Join(h.state, db.File)+"?_busy_timeout=5000&_txlock=immediate")
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { d.Close() })
	return d
}

func (h *home) exec(query string) {
	h.Helper()
	if _, err := h.sql().Exec(query); err != nil {
		h.Fatalf("%s: %v", query, err)
	}
}

// sound checks the whole database.
func (h *home) sound() {
	h.Helper()
	var answer string
	if err := h.sql().QueryRow("pragma integrity_check").Scan(&answer); err != nil || answer != "ok" {
		h.Errorf("integrity check: %s, %v", answer, err)
	}
}

// fields of a hook's input or of a transcript row.
type fields map[string]any

// session is a conversation whose transcript the test writes as client 2.1.332 does.
type session struct {
	*home
	id, path string
	cwd      string
	from     time.Time // when it began
	said     []string
}

func (h *home) session(id string) *session {
	return &session{home: h, id: id, path: filepath.Join(h.dir, id+".jsonl"), cwd: h.dir, from: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
}

// says appends prompts of the owner, each with its answer.
func (s *session) says(texts ...string) {
	s.Helper()
	for _, text := range texts {
		s.append(s.rows(text))
		s.said = append(s.said, text)
	}
}

// rows is a prompt with its answer, as the transcript holds them.
func (s *session) rows(text string) []byte {
	s.Helper()
	n := len(s.said)
	at := s.from.Add(time.Duration(n) * time.Second)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, row := range []fields{
		{"type": "user", "uuid": fmt.Sprintf("%s-u%d", s.id, n), "promptId": fmt.Sprintf("p%d", n), "timestamp": at, "origin": fields{"kind": "human"}, "promptSource": "typed",
			"message": fields{"role": "user", "content": text}},
		{"type": "assistant", "uuid": fmt.Sprintf("%s-a%d", s.id, n), "timestamp": at.Add(time.Millisecond),
			"message": fields{"role": "assistant", "content": []fields{{"type": "text", "text": "Understood."}}}},
	} {
		row["sessionId"], row["version"], row["cwd"], row["isSidechain"] = s.id, "2.1.332", s.cwd, false
		if err := enc.Encode(row); err != nil {
			s.Fatal(err)
		}
	}
	return b.Bytes()
}

func (s *session) append(text []byte) {
	s.Helper()
	f, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.Write(text)
		f.Close()
	}
	if err != nil {
		s.Fatal(err)
	}
}

// stdin is what the client writes to a hook.
func (s *session) stdin(event string, more fields) []byte {
	s.Helper()
	in := fields{"hook_event_name": event, "session_id": s.id, "transcript_path": s.path, "cwd": s.cwd}
	for k, v := range more {
		in[k] = v
	}
	b, err := json.Marshal(in)
	if err != nil {
		s.Fatal(err)
	}
	return b
}

func (s *session) fire(event string, more fields, args ...string) result {
	s.Helper()
	return s.home.fire(s.stdin(event, more), args...)
}

// words are the session's in the ledger.
func (s *session) words(d *db.DB) []string {
	s.Helper()
	all, err := d.LastWords(ctx, s.id, 1<<20)
	if err != nil {
		s.Fatal(err)
	}
	var texts []string
	for _, w := range all {
		texts = append(texts, w.Text)
	}
	return texts
}

// kept checks that every word of the session is in the ledger, once, in its order.
func (s *session) kept(d *db.DB) {
	s.Helper()
	if got := s.words(d); !slices.Equal(got, s.said) {
		s.Errorf("session %s: the ledger holds %d words, the owner said %d:\n%.2000q\n%.2000q", s.id, len(got), len(s.said), got, s.said)
	}
}

// decision is a sentence that binds the work, about something else for every n.
func decision(n int) string {
	name := ""
	for ; n > 0 || name == ""; n /= 20 {
		name = string("bcdfghjklmnpqrstvwxz"[n%20]) + "o" + name
	}
	return fmt.Sprintf("Never rename package %s without asking me.", name)
}

// lastRuns are the outcomes of the last n hook runs, newest first.
func (h *home) lastRuns(n int) (outcomes []string) {
	h.Helper()
	rows, err := h.sql().Query("select outcome from hook_run order by id desc limit ?", n)
	if err != nil {
		h.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			h.Fatal(err)
		}
		outcomes = append(outcomes, s)
	}
	return outcomes
}

// events are what the client sends in the course of a compaction. Some of them make the hook read the transcript, whatever
// other hooks do.
var events = []struct {
	name, event string
	more        fields
	reads       bool
}{
	{"SessionStart", "SessionStart", fields{"source": "startup"}, true},
	{"UserPromptSubmit", "UserPromptSubmit", fields{"prompt": "go on"}, true},
	{"Stop", "Stop", fields{"last_assistant_message": "Done."}, true},
	{"PreCompact", "PreCompact", fields{"trigger": "auto"}, false},
	{"SubagentStop", "SubagentStop", fields{"agent_id": "f", "last_assistant_message": "<summary>continue</summary>"}, false},
	{"SessionStartCompact", "SessionStart", fields{"source": "compact"}, false},
	{"PostCompact", "PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>continue</summary>"}, false},
	{"SessionEnd", "SessionEnd", fields{"reason": "other"}, true},
}
