package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// The sentences that are planted hold words that nothing else holds. Each is searched for byte for byte.
const (
	planted = "Never ship the quokkafish build before the zyrtagon audit."
	beside  = "Use the velbrax port 7311 for every preview."
	fork    = "Only the wombrix branch may be force-pushed."
)

// ownerHome is a home as the owner's, with both programs.
type ownerHome struct {
	*home
	keeper string
}

func newOwnerHome(t *testing.T) *ownerHome {
	t.Helper()
	h := newHome(t)
	h.state = filepath.Join(h.dir, ".local", "state", "compact-keeper")
	return &ownerHome{h, lab.Build(t, "compact-keeper")}
}

// run runs a command of the owner and returns what it printed.
func (h *ownerHome) run(args ...string) (string, error) {
	cmd := exec.Command(h.keeper, args...)
	cmd.Env = []string{"HOME=" + h.dir}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (h *ownerHome) does(args ...string) string {
	h.Helper()
	out, err := h.run(args...)
	if err != nil {
		h.Fatalf("%v: %v\n%s", args, err, out)
	}
	return out
}

// lives lets a session decide, be asked, and be compacted, by a summary that repeats all of it; the model repeats it too.
func (s *session) lives(texts ...string) {
	s.Helper()
	for _, text := range texts {
		s.says(text)
		s.append(s.reply("You said: " + text + " Shall I go on?"))
		s.says("yes, do that " + s.id)
		s.fire("Stop", nil)
	}
	s.compacts(strings.Join(texts, "\n- "))
}

// compacts plays a compaction whose summary tells more.
func (s *session) compacts(tells string) {
	s.Helper()
	summary := "<summary>1. The owner said:\n- " + tells + "\n- \"" + tells + "\"</summary>"
	for _, e := range events[3:7] {
		more := fields{}
		for k, v := range e.more {
			more[k] = v
		}
		for _, k := range []string{"last_assistant_message", "compact_summary"} {
			if more[k] != nil {
				more[k] = summary
			}
		}
		s.fire(e.event, more)
	}
	s.append(s.line(fields{"type": "system", "subtype": "compact_boundary", "uuid": fmt.Sprintf("%s-b%d", s.id, len(s.said)),
		"compactMetadata": fields{"trigger": "auto", "preTokens": 155000, "postTokens": 4100, "preservedMessages": fields{"uuids": []string{}}}}))
	s.append(s.line(fields{"type": "user", "isCompactSummary": true, "uuid": fmt.Sprintf("%s-s%d", s.id, len(s.said)),
		"message": fields{"role": "user", "content": "This session is being continued from a previous conversation.\n" + summary}}))
	s.fire("UserPromptSubmit", fields{"prompt": "go on"})
	s.fire("Stop", nil)
}

func (s *session) reply(text string) []byte {
	return s.line(fields{"type": "assistant", "uuid": fmt.Sprintf("%s-r%d", s.id, len(s.said)),
		"message": fields{"role": "assistant", "content": []fields{
			{"type": "text", "text": text},
			{"type": "tool_use", "id": fmt.Sprintf("t%d", len(s.said)), "name": "TodoWrite", "input": fields{"todos": []fields{{"content": "do: " + text, "status": "pending"}}}},
		}}})
}

// line is a row of the transcript at the time of the last thing that was said.
func (s *session) line(row fields) []byte {
	s.Helper()
	row["sessionId"], row["version"], row["cwd"], row["isSidechain"] = s.id, "2.1.332", s.cwd, false
	row["timestamp"] = s.from.Add(time.Duration(len(s.said)) * time.Second)
	b, err := json.Marshal(row)
	if err != nil {
		s.Fatal(err)
	}
	return append(b, '\n')
}

// copied makes a transcript that begins as that of s does, as a fork's does: the same rows under another session.
func (s *session) copied(id string, rows func(text []byte) []byte) *session {
	s.Helper()
	f := s.home.session(id)
	f.cwd, f.said, f.from = s.cwd, slices.Clone(s.said), s.from
	text, err := os.ReadFile(s.path)
	if err != nil {
		s.Fatal(err)
	}
	f.append(bytes.ReplaceAll(rows(text), []byte(`"sessionId":"`+s.id+`"`), []byte(`"sessionId":"`+id+`"`)))
	return f
}

func whole(text []byte) []byte { return text }

func fromBoundary(text []byte) []byte {
	at := bytes.LastIndex(text, []byte("\"compact_boundary\""))
	return text[bytes.LastIndexByte(text[:at], '\n')+1:]
}

// holding lists the files of the state folder that hold any of the texts, or a word of them that nothing else holds.
func (h *ownerHome) holding(texts ...string) (found []string) {
	h.Helper()
	err := filepath.WalkDir(h.state, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		// Read by another process: to close a file of the database here would give up the locks that this one holds on it.
		content, err := exec.Command("cat", path).Output()
		for _, text := range texts {
			for _, word := range append(rare(text), text) {
				if bytes.Contains(content, []byte(word)) {
					found = append(found, fmt.Sprintf("%s holds %q", strings.TrimPrefix(path, h.state), word))
				}
			}
		}
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return found
}

// rare are the words that only the planted sentences hold.
func rare(text string) (words []string) {
	for _, w := range []string{"quokkafish", "zyrtagon", "velbrax", "wombrix"} {
		if strings.Contains(text, w) {
			words = append(words, w)
		}
	}
	return words
}

// gone checks that nothing of the texts is left, now and after every transcript was read again: by its next hook, from its
// start, and into a fresh ledger because the old one was damaged.
func (h *ownerHome) gone(texts []string, all ...*session) {
	h.Helper()
	check := func(when string) {
		h.Helper()
		for _, found := range h.holding(texts...) {
			h.Errorf("%s: %s", when, found)
		}
	}
	check("at once")
	read := func() {
		for _, s := range all {
			for _, e := range []string{"SessionStart", "Stop"} {
				s.fire(e, fields{"source": "resume"})
			}
		}
	}
	read()
	check("once the next hook has read on")
	h.exec("update session set read_offset = 0, read_state = ''")
	read()
	check("once the transcripts were read from their start")
	h.checkpoint()
	path := filepath.Join(h.state, db.File)
	if err := os.WriteFile(path, []byte("not a database at all, though it is long enough to be looked at as one"), 0o600); err != nil {
		h.Fatal(err)
	}
	read()
	if aside, _ := filepath.Glob(path + ".damaged-*"); len(aside) == 0 {
		h.Error("the damaged ledger was not set aside: nothing is shown here")
	}
	check("once a damaged ledger was written anew")
	h.sound()
	if left, err := h.ledger().Failures(ctx, 9); err != nil || len(left) > 0 {
		h.Errorf("hooks failed: %+v, %v", left, err)
	}
}

// rows are all rows of a session in every table, as text.
func (s *session) dump() string {
	s.Helper()
	var b strings.Builder
	for _, q := range []string{
		"select * from session where id = ?1", "select * from word where session_id = ?1", "select * from decision where session_id = ?1",
		"select * from task where session_id = ?1", "select * from boundary where session_id = ?1", "select * from compaction where session_id = ?1",
		"select * from outcome where compaction_id in (select id from compaction where session_id = ?1)",
		"select * from part where compaction_id in (select id from compaction where session_id = ?1)",
		"select * from invented where compaction_id in (select id from compaction where session_id = ?1)",
		"select * from event where session_id = ?1", "select * from hook_run where session_id = ?1",
	} {
		rows, err := s.sql().Query(q, s.id)
		if err != nil {
			s.Fatal(err)
		}
		columns, _ := rows.Columns()
		for rows.Next() {
			values := make([]any, len(columns))
			to := make([]any, len(columns))
			for i := range values {
				to[i] = &values[i]
			}
			if err := rows.Scan(to...); err != nil {
				s.Fatal(err)
			}
			fmt.Fprintln(&b, values...)
		}
		rows.Close()
	}
	return b.String()
}

// decisionOf is the number of the decision that quotes a text, and of its message.
func (h *ownerHome) decisionOf(s *session, text string) (decision, word string) {
	h.Helper()
	err := h.sql().QueryRow("select d.id, d.word_id from decision d where session_id = ? and instr(quote, ?)", s.id, text).Scan(&decision, &word)
	if err != nil {
		h.Fatalf("the decision %q: %v", text, err)
	}
	return decision, word
}

func TestForgettingLeavesNothingAndNothingComesBack(t *testing.T) {
	for _, tc := range []struct {
		name   string
		args   func(h *ownerHome, s *session) []string
		gone   []string // what must not be found any more
		stays  []string // what must
		others bool     // the session of another project stays as it is
	}{
		{"a word", func(h *ownerHome, s *session) []string {
			_, word := h.decisionOf(s, planted)
			return []string{"--word", word}
		}, []string{planted}, []string{beside, fork}, true},
		{"a decision", func(h *ownerHome, s *session) []string {
			decision, _ := h.decisionOf(s, planted)
			return []string{"--decision", decision}
		}, []string{planted}, []string{beside, fork}, true},
		{"a session", func(h *ownerHome, s *session) []string { return []string{"--session", s.id} }, []string{planted, beside}, []string{fork}, true},
		{"a project", func(h *ownerHome, s *session) []string { return []string{"--project", s.cwd} }, []string{planted, beside}, []string{fork}, true},
		{"what is old", func(h *ownerHome, s *session) []string { return []string{"--older-than", "20"} }, []string{planted, beside}, []string{fork}, true},
		{"everything", func(h *ownerHome, s *session) []string { return []string{"--everything"} }, []string{planted, beside, fork}, nil, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			h := newOwnerHome(t)
			s, other := h.session("session-one"), h.session("session-two")
			for _, x := range []*session{s, other} {
				x.cwd = filepath.Join(h.dir, "project-of-"+x.id)
				if err := os.Mkdir(x.cwd, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			s.from = time.Now().AddDate(0, 0, -30)
			other.from = time.Now().AddDate(0, 0, -10)
			s.lives(planted, beside)
			other.lives(fork)
			h.exec("update compaction set opened_at = opened_at - 30 * 86400000 where session_id = 'session-one'") // hooks have no clock but the machine's
			write(t, filepath.Join(h.state, "log"), fmt.Appendf(nil, "%s hook: answer Stop of session %s: no\n%[1]s hook: answer Stop of session %[3]s: no\n",
				time.Now().Format(time.RFC3339Nano), s.id, other.id))
			spool := func(name, session string, more string) string {
				path := filepath.Join(h.state, hooks.SpoolDir, name)
				write(t, path, fmt.Appendf(nil, `{"at":%q,"event":"Stop","session_id":%q,"transcript_path":"/none","cwd":%q,"error":""}%s`,
					time.Now().Format(time.RFC3339Nano), session, h.dir, more))
				return path
			}
			if err := os.MkdirAll(filepath.Join(h.state, hooks.SpoolDir), 0o700); err != nil {
				t.Fatal(err)
			}
			mine, bad, others := spool("1-1.json", s.id, ""), spool("1-2.json.bad", s.id, "cut"), spool("1-3.json", other.id, "")
			if len(h.holding(tc.gone...)) == 0 {
				t.Fatal("nothing is found before anything is forgotten: nothing is shown here")
			}
			before := other.dump()

			args := tc.args(h, s)
			if out := h.does(append([]string{"forget", "--dry-run"}, args...)...); len(h.holding(tc.gone...)) == 0 {
				t.Errorf("--dry-run deleted it: %s", out)
			}
			if out, err := h.run(append([]string{"forget"}, args...)...); err == nil || !strings.Contains(out, "--yes") || len(h.holding(tc.gone...)) == 0 {
				t.Errorf("without --yes and without a terminal: %v\n%s", err, out)
			}
			out := h.does(append([]string{"forget", "--yes"}, args...)...)
			if !strings.Contains(out, "Not within reach") || !strings.Contains(out, s.path) {
				t.Errorf("it does not say what it cannot reach:\n%s", out)
			}
			if tc.others && other.dump() != before {
				t.Errorf("another session changed:\n%s\n%s", before, other.dump())
			}
			if wal, err := os.Stat(filepath.Join(h.state, db.File+"-wal")); err == nil && wal.Size() > 3*page+4096 {
				t.Errorf("the WAL holds %d bytes", wal.Size())
			}
			_, errMine := os.Stat(mine)
			_, errBad := os.Stat(bad)
			_, errOthers := os.Stat(others)
			log, _ := os.ReadFile(filepath.Join(h.state, "log"))
			if !strings.HasPrefix(tc.name, "a word") && !strings.HasPrefix(tc.name, "a decision") {
				if errMine == nil || errBad == nil || bytes.Contains(log, []byte(s.id)) {
					t.Errorf("in the spool: %v, %v; in the log:\n%s", errMine, errBad, log)
				}
			}
			if tc.others && (errOthers != nil || !bytes.Contains(log, []byte(other.id))) {
				t.Errorf("another session's spool file or log line went: %v\n%s", errOthers, log)
			}
			for _, path := range []string{mine, bad, others} {
				os.Remove(path)
			}
			for _, text := range tc.stays {
				if len(h.holding(text)) == 0 {
					t.Errorf("%q went as well", text)
				}
			}

			s.from = time.Now().Add(time.Minute)
			s.says("Never touch the harlequin folder.")
			h.gone(tc.gone, s, other, s.copied("session-fork", whole), s.copied("session-fork-of-compacted", fromBoundary))
			if !slices.Contains(s.words(h.ledger()), "Never touch the harlequin folder.") {
				t.Errorf("what was said afterwards is not kept: %q", s.words(h.ledger()))
			}
			for _, text := range tc.stays {
				if len(h.holding(text)) == 0 {
					t.Errorf("%q did not come back from its transcript", text)
				}
			}
		})
	}
}
