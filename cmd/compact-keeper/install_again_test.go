package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

func TestInstallBringsANewerHookExecutableWhileTheOldOneRuns(t *testing.T) {
	m := newMachine(t)
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip("no program to run")
	}
	old, err := os.ReadFile(sleep)
	if err != nil {
		t.Fatal(err)
	}
	m.put(filepath.Join(m.bin, "compact-keeper-hook"), string(old), 0o755)
	m.does("Copied", "install")
	running := exec.Command(m.at(hookPlace), "60")
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	defer running.Wait()
	defer running.Process.Kill()
	m.put(filepath.Join(m.bin, "compact-keeper-hook"), "#!/bin/sh\necho two\n", 0o755)
	out, code := m.run("install")
	if code != 0 || strings.Contains(out, "Registered") {
		t.Errorf("exit %d, want 0 and no word of the settings in\n%s", code, out)
	}
	if got := m.read(hookPlace); got != "#!/bin/sh\necho two\n" {
		t.Errorf("the hook executable was not replaced")
	}
}

// A newer executable gives way to an older one, and install says so; the Go toolchain wrote their versions into them.
func TestInstallOfAnOlderProgramSaysSo(t *testing.T) {
	lab.Need(t, "git")
	m := newMachine(t)
	build := func(version string) string {
		dir := t.TempDir()
		m.put(filepath.Join(dir, "go.mod"), "module example.com/hook\n\ngo 1.26\n", 0o600)
		m.put(filepath.Join(dir, "main.go"), "package main\n\nfunc main() { println(\""+version+"\") }\n", 0o600)
		for _, args := range [][]string{{"git", "init", "-q"}, {"git", "add", "."}, {"git", "commit", "-q", "-m", "x"}, {"git", "tag", version},
			{"go", "build", "-buildvcs=true", "-o", "hook"}} {
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, out)
			}
		}
		program, err := os.ReadFile(filepath.Join(dir, "hook"))
		if err != nil {
			t.Fatal(err)
		}
		return string(program)
	}
	older, newer := build("v1.9.0"), build("v1.10.0")
	m.put(m.at(hookPlace), newer, 0o755)
	m.put(filepath.Join(m.bin, "compact-keeper-hook"), older, 0o755)
	m.does("It was v1.10.0, which is newer than v1.9.0.", "install", "--dry-run")
	if m.read(hookPlace) != newer {
		t.Error("a dry run replaced the executable")
	}
	m.does("It was v1.10.0, which is newer than v1.9.0.", "install")
	if m.read(hookPlace) != older {
		t.Error("the executable was not replaced")
	}
	m.put(filepath.Join(m.bin, "compact-keeper-hook"), newer, 0o755)
	m.does("It was v1.9.0, now it is v1.10.0.", "install")
}

// Several windows of an editor may start it at once.
func TestInstallsAtTheSameMomentAgree(t *testing.T) {
	m := newMachine(t)
	const before = "{ \"hooks\": { },\"a\":1 }"
	for range 5 {
		m.put(m.at(".claude/settings.json"), before, 0o600)
		var done sync.WaitGroup
		for range 4 {
			done.Go(func() { m.does("", "install") })
		}
		done.Wait()
		if n := strings.Count(m.read(".claude/settings.json"), hookPlace); n != 16 {
			t.Fatalf("%d entries, want 16", n)
		}
		m.does("Nothing changed", "install")
		m.does("Took the hooks out", "uninstall")
		if got := m.read(".claude/settings.json"); got != before {
			t.Fatalf("after uninstall the file is %q, want %q", got, before)
		}
	}
}
