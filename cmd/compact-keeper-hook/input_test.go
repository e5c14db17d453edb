package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/hooks"
)

// BR-13: whatever stands on standard input, the hook exits 0, prints nothing, and says in the log what it met.
func TestBR13RubbishOnStandardInputIsRecordedAndBlocksNothing(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	huge := bytes.Repeat([]byte("many words of no sense, "), 20<<20/24)
	for _, tc := range []struct {
		name   string
		stdin  []byte
		logged string // what the log says of it; empty where it is a run like any other
	}{
		{"nothing", nil, "0 bytes"},
		{"no JSON", []byte("hello\n"), "invalid character"},
		{"half an object", []byte(`{"hook_event_name":"PreCompact","session_id":"s`), "unexpected end"},
		{"an array", []byte(`[{"hook_event_name":"PreCompact"}]`), "no session_id"},
		{"a number", []byte(`7`), "no session_id"},
		{"null", []byte(`null`), "no session_id"},
		{"an empty object", []byte(`{}`), "no session_id"},
		{"20 MB of no JSON", huge, "invalid character"},
		{"20 MB of open brackets", bytes.Repeat([]byte("["), 20<<20), "exceeded max depth"},
		{"no event", []byte(`{"session_id":"session-1"}`), "no session_id or no hook_event_name"},
		{"no session", []byte(`{"hook_event_name":"PreCompact"}`), "no session_id or no hook_event_name"},
		{"an event that is a number", []byte(`{"hook_event_name":7,"session_id":"session-1"}`), "no session_id or no hook_event_name"},
		{"bytes that are no UTF-8", append([]byte{0xff, 0xfe, 0}, s.stdin("Stop", nil)...), "invalid character"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			os.Remove(filepath.Join(h.state, "log"))
			if r := h.fire(tc.stdin); r.out != "" {
				t.Errorf("printed %.200q", r.out)
			}
			log, err := os.ReadFile(filepath.Join(h.state, "log"))
			if err != nil || !strings.Contains(string(log), tc.logged) {
				t.Errorf("the log says %.300q, %v; want %q", log, err, tc.logged)
			}
			if len(log) > 1000 {
				t.Errorf("the log grew by %d bytes", len(log))
			}
		})
	}
}

// What is odd in one field does not keep the others from being used.
func TestOddFieldsOnStandardInputDoNotStopAHook(t *testing.T) {
	h := newHome(t)
	for i, more := range []fields{
		{"trigger": "auto", "prompt_id": 7},
		{"trigger": []string{"auto"}},
		{"trigger": "auto", "custom_instructions": nil, "a field of tomorrow": fields{"a": []int{1}}},
		{"trigger": "auto", "custom_instructions": strings.Repeat("many words of no sense, ", 20<<20/24)},
		{"trigger": "of tomorrow"},
	} {
		s := h.session("session-" + string(rune('A'+i)))
		s.says(decision(1))
		if r := s.fire("PreCompact", more); !strings.Contains(r.out, decision(1)) {
			t.Errorf("%d %.100v: the brief does not hold the decision: %.300q", i, more, r.out)
		}
		s.kept(h.ledger())
	}
	s := h.session("a session of bytes \uFFFD that are no UTF-8")
	s.says(decision(1))
	h.fire(bytes.Replace(s.stdin("Stop", nil), []byte("\uFFFD"), []byte("\xff"), 1)) // the first is its id, the second its file
	s.kept(h.ledger())
}

// Without the folder nobody knows whether its project is switched off.
func TestANewSessionWithoutAFolderIsNotRead(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	for _, cwd := range []any{nil, 7, "", "relative/folder"} {
		if r := s.fire("PreCompact", fields{"trigger": "auto", "cwd": cwd}); r.out != "" {
			t.Errorf("cwd %v: printed %.300q", cwd, r.out)
		}
	}
	if got := s.words(h.ledger()); len(got) > 0 {
		t.Errorf("stored %q", got)
	}
	s.fire("Stop", nil)
	s.fire("Stop", fields{"cwd": nil}) // a session that is known keeps its project
	s.kept(h.ledger())
}

// A check has a time: a summary as long as no client writes may not be checked by then on a busy machine, and everything
// is put back.
func TestALongSummaryIsChecked(t *testing.T) {
	for _, tc := range []struct {
		name    string
		bytes   int
		checked bool // whatever else the machine does
	}{{"2 MB", 2 << 20, true}, {"20 MB", 20 << 20, false}} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHome(t)
			s := h.session("session-1")
			s.says(decision(1), decision(2))
			s.fire("PreCompact", fields{"trigger": "auto"})
			s.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": "<summary>" + strings.Repeat("Many words of no sense. ", tc.bytes/24) + decision(1) + "</summary>"})
			d := h.ledger()
			all, err := d.Compactions(t.Context(), s.id, 1)
			if err != nil || len(all) != 1 {
				t.Fatalf("compactions %+v, %v", all, err)
			}
			kept := all[0].Kept == 1
			if tc.checked && !kept {
				t.Errorf("it was not checked: %+v", all[0])
			}
			if r := s.fire("SessionStart", fields{"source": "compact"}); strings.Contains(r.out, decision(1)) == kept || !strings.Contains(r.out, decision(2)) {
				t.Errorf("put back %.500q; want what the summary lacks, or all where it was not checked (%t)", r.out, kept)
			}
		})
	}
}

func TestWhatTheCommandLineHoldsDoesNotStopAHook(t *testing.T) {
	for _, args := range [][]string{
		{"--state", "STATE", "--part", "1"},
		{"--state=STATE", "--part=1"},
		{"-state", "STATE", "-part", "1"},
		{"--state", "STATE", "--an-option-of-tomorrow", "--part", "1"},
		{"--an-option-of-tomorrow=7", "--state", "STATE", "--part", "1"},
		{"--an-option-of-tomorrow", "7", "--state", "STATE"},
		{"--state", "STATE", "--part", "many"},
		{"--state", "STATE", "--part"},
		{"--part", "1"},
		{},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			h := newHome(t)
			s := h.session("session-1")
			s.says(decision(1))
			cmd := h.command(s.stdin("PreCompact", fields{"trigger": "auto"}))
			cmd.Args = cmd.Args[:1]
			named := false
			for _, a := range args {
				named = named || strings.Contains(a, "STATE")
				cmd.Args = append(cmd.Args, strings.ReplaceAll(a, "STATE", h.state))
			}
			r := finish(cmd)
			h.promised(r, nil)
			if !strings.Contains(r.out, decision(1)) {
				t.Errorf("printed %q", r.out)
			}
			if !named {
				h.state = filepath.Join(h.dir, ".local", "state", "compact-keeper")
			}
			s.kept(h.ledger())
		})
	}
}

// BR-68: without a home folder there is no place that only the owner can write to.
func TestWithoutAHomeFolderNothingIsStoredAnywhere(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	cmd := h.command(s.stdin("PreCompact", fields{"trigger": "auto"}))
	cmd.Args = cmd.Args[:1]
	cmd.Env = []string{"TMPDIR=" + h.dir, "XDG_STATE_HOME=" + h.dir}
	r := finish(cmd)
	h.promised(r, nil)
	if r.out != "" {
		t.Errorf("printed %q", r.out)
	}
	left, err := os.ReadDir(h.dir)
	if err != nil || len(left) != 1 {
		t.Errorf("in the folder: %v, %v; want the transcript alone", left, err)
	}
}

func TestANamedStateFolderNeedsNoHome(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	cmd := h.command(s.stdin("Stop", nil))
	cmd.Env = []string{}
	h.promised(finish(cmd), nil)
	s.kept(h.ledger())
}

func TestNobodyReadsWhatAHookPrints(t *testing.T) {
	for _, e := range events {
		h := newHome(t)
		s := h.session("session-1")
		for n := range 40 {
			s.says(decision(n))
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd := h.command(s.stdin(e.event, e.more))
		cmd.Stdout = w
		err = cmd.Run()
		w.Close()
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
	}
}

// A client that never closes the hook's standard input is left after two seconds all the same.
func TestStandardInputThatStaysOpenIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	cmd := exec.Command(h.hook, "--state", h.state)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	in.Write([]byte(`{"hook_event_name":"Stop"`))
	start := time.Now()
	if err := cmd.Run(); err != nil || time.Since(start) > limit {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	log, err := os.ReadFile(filepath.Join(h.state, "log"))
	if err != nil || !strings.Contains(string(log), "no answer within") {
		t.Errorf("the log says %q, %v", log, err)
	}
	if _, err := os.Stat(filepath.Join(h.state, hooks.SpoolDir)); err == nil {
		t.Error("something was spooled of which nobody knows the session")
	}
}
