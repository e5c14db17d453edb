package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/db"
)

func TestForgetSaysWhatWouldGo(t *testing.T) {
	home, d := newLedger(t)
	for _, tc := range []struct {
		golden string
		args   []string
	}{
		{"forget-word.txt", []string{"--word", "2"}},
		{"forget-decision.txt", []string{"--decision", "1"}},
		{"forget-session.txt", []string{"--session", "5e55-1"}},
		{"forget-project.txt", []string{"--project", filepath.Join(home, "blog")}},
		{"forget-everything.txt", []string{"--everything"}},
	} {
		t.Run(tc.golden, func(t *testing.T) {
			code, out, stderr := call(append([]string{"forget", "--dry-run"}, tc.args...)...)
			if code != 0 {
				t.Errorf("exit %d, %s", code, stderr)
			}
			golden(t, tc.golden, home, out)
		})
	}
	if all, err := d.ListDecisions(t.Context(), db.DecisionFilter{}); err != nil || len(all) != 3 {
		t.Errorf("--dry-run left %d decisions, %v; want 3", len(all), err)
	}
}

func TestForgetDeletesWhatIsNamedAndSaysSo(t *testing.T) {
	home, d := newLedger(t)
	if err := d.SwitchProject(t.Context(), filepath.Join(home, "blog"), false); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(home, "shop")); err != nil { // a project whose folder is gone can be forgotten all the same
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, says string
		left       int // decisions
		args       []string
	}{
		{"a decision", "Gone: 1 message, 1 decision", 2, []string{"--decision", "1"}},
		{"a project that is gone", "Gone: 1 session, 1 message, 1 decision", 1, []string{"--project", filepath.Join(home, "shop")}},
		{"a project that is off", "for that its path is kept", 0, []string{"--project", filepath.Join(home, "blog")}},
		{"nothing that is old", "No session has its last message before", 0, []string{"--older-than", "3"}},
		{"everything, where nothing is left", "Gone: 0 sessions", 0, []string{"--everything"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, out, stderr := call(append([]string{"forget", "--yes"}, tc.args...)...)
			if code != 0 || !strings.Contains(out, tc.says) {
				t.Errorf("exit %d\n%s%s", code, out, stderr)
			}
			if all, err := d.ListDecisions(t.Context(), db.DecisionFilter{}); err != nil || len(all) != tc.left {
				t.Errorf("%d decisions are left, %v; want %d", len(all), err, tc.left)
			}
		})
	}
	if p, err := d.ProjectByRoot(t.Context(), filepath.Join(home, "blog")); err != nil || p.Enabled {
		t.Errorf("the project that is off: %+v, %v", p, err)
	}
}

func TestForgetRefusesWhatIsNotClear(t *testing.T) {
	newLedger(t)
	for _, tc := range []struct {
		name, says string
		code       int
		args       []string
	}{
		{"nothing is named", "name one thing", 2, nil},
		{"two things are named", "name one thing", 2, []string{"--word", "1", "--everything"}},
		{"a number of days that is none", "invalid value", 2, []string{"--older-than", "soon"}},
		{"days of the future", "name one thing", 2, []string{"--older-than", "-3"}},
		{"an argument too many", "too many", 2, []string{"--everything", "really"}},
		{"a word that is not there", "compact-keeper decisions shows the numbers", 1, []string{"--yes", "--word", "99"}},
		{"a decision that is not there", "compact-keeper decisions shows the numbers", 1, []string{"--yes", "--decision", "99"}},
		{"a session that is not there", "no session begins with", 1, []string{"--yes", "--session", "beef"}},
		{"a session that is not clear", "more than one session", 1, []string{"--yes", "--session", "5e55"}},
		{"nobody to ask", "--yes", 2, []string{"--session", "5e55-1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, out, stderr := call(append([]string{"forget"}, tc.args...)...)
			if code != tc.code || !strings.Contains(stderr, tc.says) {
				t.Errorf("exit %d, want %d\n%s%s", code, tc.code, out, stderr)
			}
		})
	}
}

// script(1) gives the command a terminal.
func TestForgetAsksOnATerminalAndTakesNothingForANo(t *testing.T) {
	lab.Need(t, "script")
	bin := lab.Build(t, "compact-keeper") // before the home changes, where Go's cache lies
	home, d := newLedger(t)
	for _, tc := range []struct {
		name, answer string
		left         int
	}{
		{"an empty line", "\n", 3},
		{"no", "n\n", 3},
		{"anything else", "maybe\n", 3},
		{"yes", "y\n", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cmd := exec.Command("script", "-qec", bin+" forget --session 5e55-1", "/dev/null")
			cmd.Env = append(os.Environ(), "HOME="+home, "TERM=xterm")
			cmd.Stdin = strings.NewReader(tc.answer)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "Delete this for good?") {
				t.Errorf("%v\n%s", err, out)
			}
			if all, err := d.ListDecisions(t.Context(), db.DecisionFilter{}); err != nil || len(all) != tc.left {
				t.Errorf("%d decisions are left, %v; want %d\n%s", len(all), err, tc.left, out)
			}
		})
	}
}

// After an import many a project's folder is gone.
func TestAProjectWhoseFolderIsGoneCanBeSwitched(t *testing.T) {
	home, d := newLedger(t)
	root := filepath.Join(home, "shop")
	if err := os.Remove(root); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		verb string
		on   bool
	}{{"off", false}, {"on", true}} {
		if code, out, stderr := call(tc.verb, "--project", root); code != 0 {
			t.Fatalf("%s: exit %d, %s%s", tc.verb, code, out, stderr)
		}
		if p, err := d.ProjectByRoot(t.Context(), root); err != nil || p.Enabled != tc.on {
			t.Errorf("after %s it is %+v, %v", tc.verb, p, err)
		}
	}
	if code, _, stderr := call("off", "--project", filepath.Join(home, "nowhere")); code != 1 || !strings.Contains(stderr, "there is no folder") {
		t.Errorf("a folder nobody knows: exit %d, %s", code, stderr)
	}
}
