//go:build unix && !darwin

package login_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/app/login"
)

var entry = login.Entry{Program: "/opt/a b/compact-keeper"}

func TestItStandsWhereTheDesktopLooks(t *testing.T) {
	for _, c := range []struct {
		name string
		s    login.System
		want string // below the configuration folder
	}{
		{"systemd knows of the graphical session", login.System{Desktop: true, Manager: true, Graphical: true}, "systemd/user/graphical-session.target.wants/compact-keeper.service"},
		{"systemd runs, and knows of none", login.System{Desktop: true, Manager: true}, "autostart/compact-keeper.desktop"},
		{"a desktop without systemd", login.System{Desktop: true}, "autostart/compact-keeper.desktop"},
		{"systemd without a desktop", login.System{Manager: true}, "systemd/user/default.target.wants/compact-keeper.service"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.s.Config = filepath.Join(t.TempDir(), ".config")
			if got := c.s.State(); got != "" {
				t.Fatalf("on already: %s", got)
			}
			where, err := c.s.On(entry)
			if want := filepath.Join(c.s.Config, c.want); err != nil || where != want || c.s.State() != want {
				t.Fatalf("turned on in %s (state %s), want %s: %v", where, c.s.State(), want, err)
			}
			if text, err := os.ReadFile(where); err != nil || !strings.Contains(string(text), entry.Program) || !strings.Contains(string(text), "--no-open") {
				t.Errorf("it says\n%s\n%v", text, err)
			}
			if _, err := c.s.On(entry); err != nil {
				t.Errorf("a second time: %v", err)
			}
			if err := errors.Join(c.s.Off(), c.s.Off()); err != nil || c.s.State() != "" {
				t.Errorf("turned off: %v, state %s", err, c.s.State())
			}
			if left := files(t, c.s.Config); len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
}

func files(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestItStandsInOnePlaceOnly(t *testing.T) {
	s := login.System{Config: t.TempDir(), Manager: true}
	if _, err := s.On(entry); err != nil {
		t.Fatal(err)
	}
	s.Desktop = true // a desktop was installed since
	if _, err := s.On(entry); err != nil {
		t.Fatal(err)
	}
	if got := files(t, s.Config); len(got) != 1 {
		t.Errorf("it stands in %q", got)
	}
}

func TestWhereNothingStartsProgramsItSaysSo(t *testing.T) {
	s := login.System{Config: t.TempDir()}
	if _, err := s.On(entry); !errors.Is(err, login.ErrNowhere) || s.Possible() {
		t.Errorf("got %v, possible: %v", err, s.Possible())
	}
}

func TestAFolderThatCannotBeWrittenIsAnError(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, nil, 0o600); err != nil { // a file in its place: root may write anywhere
		t.Fatal(err)
	}
	s := login.System{Config: config, Desktop: true}
	if _, err := s.On(entry); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("got %v", err)
	}
	if s.State() != "" {
		t.Error("it says that it is on")
	}
}

// TestPathsOfAllKindsAreStarted gives the autostart file's command to a shell, whose quoting that of the file is a part of.
func TestPathsOfAllKindsAreStarted(t *testing.T) {
	s := login.System{Config: t.TempDir(), Desktop: true}
	dir := filepath.Join(t.TempDir(), "a b\"c'd%e$HOME`f\\g")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "keeper")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$1 $CLAUDE_CONFIG_DIR\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	where, err := s.On(login.Entry{Program: program, Env: []string{"CLAUDE_CONFIG_DIR=" + dir}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(where)
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(text), "\nExec=")
	command, _, _ = strings.Cut(command, "\n")
	command = strings.NewReplacer(`\\`, `\`, `%%`, `%`).Replace(command) // as the file is read
	out, err := exec.Command("/bin/sh", "-c", command).CombinedOutput()
	if err != nil || string(out) != "--no-open "+dir+"\n" {
		t.Errorf("%s\nprints %q, %v", command, out, err)
	}
}
