package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	checkup "github.com/compact-keeper/compact-keeper/app/doctor"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/client"
)

// patient is a sandbox with the product and the client in it.
func patient(t *testing.T) *lab.Lab {
	t.Helper()
	l := lab.New(t)
	install(t, l)
	l.Env = append(l.Env, "CLAUDE_BIN="+lab.Client(t))
	return l
}

// examine runs doctor in the sandbox.
func examine(l *lab.Lab) (r checkup.Report) {
	l.T.Helper()
	cmd := exec.Command(lab.Build(l.T, "compact-keeper"), "doctor", "--json")
	cmd.Dir, cmd.Env, cmd.Stderr = l.Project, l.Env, nil
	out, err := cmd.Output()
	if jsonErr := json.Unmarshal(out, &r); jsonErr != nil {
		l.T.Fatalf("doctor: %v, %v\n%s", err, jsonErr, out)
	}
	if code := cmd.ProcessState.ExitCode(); r.OK != (code == 0) || !r.OK && code != 1 {
		l.T.Errorf("doctor ended with %d, ok is %t", code, r.OK)
	}
	return r
}

// faults are those of a report, each as its check and what was found.
func faults(r checkup.Report) (all []string) {
	for _, f := range r.Checks {
		if f.State == checkup.Fault {
			all = append(all, f.Name+": "+f.Found)
		}
	}
	return all
}

func TestDoctorIsCleanWhereTheRealClientRunsOurHooks(t *testing.T) {
	t.Parallel()
	l := patient(t)
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Say("what now")
	running, err := client.Running(filepath.Join(l.Home, ".claude"))
	version := client.Version(lab.Client(t))
	if err != nil || len(running) != 1 || running[0].ID != v.SessionID || running[0].Cwd != l.Project || running[0].Version != version || running[0].StartedAt.IsZero() {
		t.Errorf("running: %+v, %v; want session %s in %s, client %s", running, err, v.SessionID, l.Project, version)
	}
	r := examine(l)
	for _, f := range r.Checks {
		if f.State != checkup.OK {
			t.Errorf("while it runs, %s is %s: %s", f.Name, f.State, f.Found)
		}
		if f.Name == "sessions" && !strings.Contains(f.Found, "hooks fire in "+v.SessionID[:8]) {
			t.Errorf("sessions: %s", f.Found)
		}
		if f.Name == "client" && !strings.Contains(f.Found, "Claude Code "+version+",") {
			t.Errorf("client: %s", f.Found)
		}
	}
	v.Close()
	if r := examine(l); r.Count(checkup.OK) != len(r.Checks) {
		t.Errorf("after it ended: %+v", r.Checks)
	}
}

// What doctor calls a switch silences our hooks on the real client, and the session that runs so is told.
func TestDoctorSeesSessionsOfTheRealClientWhoseHooksAreOff(t *testing.T) {
	t.Parallel()
	l := patient(t)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--bare"}, "it was started with --bare"},
		{[]string{"--safe-mode"}, "it was started with --safe-mode"},
		{[]string{"--setting-sources", "project,local"}, "it was started with --setting-sources without user"},
		{[]string{"--settings", `{"disableAllHooks": true}`}, "it was started with --settings that hold disableAllHooks"},
	} {
		v := l.Live(c.args...)
		v.Say("hello")
		got := faults(examine(l))
		if len(got) != 1 || !strings.HasPrefix(got[0], "sessions: nothing is kept of session "+v.SessionID[:8]) || !strings.Contains(got[0], c.says) {
			t.Errorf("with %q running: %q, want one fault with %q", c.args, got, c.says)
		}
		v.Close()
	}
	if got := faults(examine(l)); len(got) != 0 {
		t.Errorf("after they ended: %q", got)
	}
}

// TestDoctorAndTheRealClientAgreeOnSettings: hooks run exactly where doctor finds nothing that switches them off.
func TestDoctorAndTheRealClientAgreeOnSettings(t *testing.T) {
	t.Parallel()
	l := patient(t)
	own := filepath.Join(l.Project, ".claude", "settings.json")
	local := filepath.Join(l.Project, ".claude", "settings.local.json")
	if err := os.MkdirAll(filepath.Dir(own), 0o700); err != nil {
		t.Fatal(err)
	}
	settings, err := os.ReadFile(l.SettingsPath())
	if err != nil {
		t.Fatal(err)
	}
	const off, on = `{"disableAllHooks": true}`, `{"disableAllHooks": false}`
	for _, c := range []struct {
		name       string
		own, local string
		env        string
		user       string // in the user's settings
		runs       bool
	}{
		{"no more settings", "", "", "", "", true},
		{"off in the project", off, "", "", "", false},
		{"off in the project, on in the local settings", off, on, "", "", true},
		{"off in a file that the client skips", off + ",", "", "", "", true},
		{"the variable of the bare mode", "", "", "CLAUDE_CODE_SIMPLE=1", "", false},
		{"the variable of the safe mode in the user's settings", "", "", "", `"env": {"CLAUDE_CODE_SAFE_MODE": "1"},`, false},
		{"the variable of the safe mode in the project's settings", `{"env": {"CLAUDE_CODE_SAFE_MODE": "1"}}`, "", "", "", true},
	} {
		if err := os.WriteFile(l.SettingsPath(), []byte(strings.Replace(string(settings), "{", "{"+c.user, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		for path, text := range map[string]string{own: c.own, local: c.local} {
			os.Remove(path)
			if text != "" {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		usual := l.Env
		if c.env != "" {
			l.Env = append(l.Env[:len(l.Env):len(l.Env)], c.env)
		}
		r := examine(l)
		before := fired(t, l)
		l.Print("hello")
		if runs := fired(t, l) > before; runs != c.runs || r.OK != runs {
			t.Errorf("%s: the client runs hooks: %t, want %t; doctor: %q", c.name, runs, c.runs, faults(r))
		}
		l.Env = usual
	}
}

// fired counts the runs of our hooks.
func fired(t *testing.T, l *lab.Lab) (n int) {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(l.Home, ".local", "state", "compact-keeper"), db.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	all, err := d.Firings(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		n += f.Count
	}
	return n
}

func TestDoctorTakesTheFlagsItHas(t *testing.T) {
	m := newMachine(t)
	for _, args := range [][]string{{"doctor", "x"}, {"doctor", "--what"}, {"doctor", "--yes"}} {
		if out, code := m.run(args...); code != 2 || !strings.Contains(out, "Try: ") {
			t.Errorf("%q: exit %d, want 2 and a hint in\n%s", args, code, out)
		}
	}
	if out, code := m.run("doctor"); code != 1 || !strings.Contains(out, "fault    hooks ") || !strings.Contains(out, m.program()+" install\n") {
		t.Errorf("before install: exit %d, want 1 and what to do in\n%s", code, out)
	}
}
