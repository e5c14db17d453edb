package live_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/cmd/internal/live"
)

// TestMain gives all tests one folder for their scratch folders, in which none may be left.
func TestMain(m *testing.M) {
	tmp, err := os.MkdirTemp("", "live")
	if err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", tmp)
	code := lab.Main(m)
	if left, _ := filepath.Glob(filepath.Join(tmp, "compact-keeper-live-*")); len(left) > 0 {
		fmt.Println("left behind:", left)
		code = 1
	}
	os.RemoveAll(tmp)
	os.Exit(code)
}

// prove runs everything with a client and a hook that may be scripts.
func prove(t *testing.T, ctx context.Context, client, hook string) (live.Result, error) {
	t.Helper()
	r, err := live.Prove(ctx, live.Options{Client: client, Hook: hook, Now: time.Now, Progress: func(string) {}})
	if r.Kept != "" {
		t.Cleanup(func() { os.RemoveAll(r.Kept) })
	}
	return r, err
}

// program writes a shell script and returns its path.
func program(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// lost are the roads on which nothing arrived.
func lost(r live.Result) (names []string) {
	for _, road := range r.Roads {
		if !road.Arrived {
			names = append(names, road.Name)
		}
	}
	return names
}

func TestRealClientWithAHookThatFails(t *testing.T) {
	var all []string
	for _, road := range live.Roads {
		all = append(all, road.Name)
	}
	for _, c := range []struct {
		name, hook string // the latter behind the client's stdin, REAL is the real one
		lost       []string
		failure    string
	}{
		{"it prints nothing and exits 0", "cat >/dev/null", all, ""},
		{"it exits 1", "echo no such thing >&2; exit 1", all, "SessionStart:startup hook: error (exit 1) no such thing"},
		{"it is silent after a compaction, and in one part of a brief",
			`case "$* $(tee "$0.$$")" in *'"source":"compact"'*|*"--part 3"*PreCompact*) exit;; esac; REAL "$@" <"$0.$$"`,
			[]string{"manual_restore", "auto_brief", "auto_restore", "check"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client := lab.Client(t)
			script := strings.ReplaceAll(c.hook, "REAL", lab.Build(t, "compact-keeper-hook"))
			r, err := prove(t, context.Background(), client, program(t, "compact-keeper-hook", script))
			if err != nil || !slices.Equal(lost(r), c.lost) {
				t.Errorf("nothing arrived on %q, want %q; error %v\n%+v", lost(r), c.lost, err, r.Roads)
			}
			if r.HookFailure != c.failure {
				t.Errorf("the hook's failure is %q, want %q", r.HookFailure, c.failure)
			}
			for _, file := range []string{"client.log", "client.err", "requests.json", "home/.claude/settings.json"} {
				if _, err := os.Stat(filepath.Join(r.Kept, file)); err != nil {
					t.Errorf("the folder that is kept lacks it: %v", err)
				}
			}
		})
	}
}

// Clients that are none, or do not do what a client does.
func TestClientThatCannotBeProven(t *testing.T) {
	const version = `[ "$1" = --version ] && { echo "2.1.332 (Claude Code)"; exit; }` + "\n"
	hook := program(t, "compact-keeper-hook", "cat >/dev/null")
	for _, c := range []struct{ name, client, want string }{
		{"another program", "echo usage: claude FILE", `claude is no Claude Code, or cannot start without your home folder: --version says "usage: claude FILE"`},
		{"a program that fails", "echo no home >&2; exit 3", "exit status 3"},
		{"an old client", `echo "2.1.138 (Claude Code)"`, "update it (claude update) to 2.1.139 or later"},
		{"one that hangs at once", "sleep 600", "claude --version gives no answer"},
		{"one that hangs in a turn", version + "sleep 600", `it did not get beyond "Starting it, with two prompts". It has asked this program's API for nothing: a policy`},
		{"one that ends", version + "echo out of memory >&2", `it ended and said "out of memory"`},
		{"one that prints garbage", version + "head -c 100000 /dev/urandom", "the client took no turn: it ended"},
		{"one that wants a login", version + `echo '{"type":"result","is_error":true,"result":"Not logged in · Please run /login"}'; cat >/dev/null`, `it refused and said "Not logged in · Please run /login". It has asked this program's API for nothing: a policy`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
			defer cancel()
			r, err := prove(t, ctx, program(t, "claude", c.client), hook)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if r.Failed() != len(r.Roads) {
				t.Errorf("something arrived: %+v", r.Roads)
			}
			if r.Kept != "" {
				t.Errorf("the scratch folder is kept, though nothing is in it: %s", r.Kept)
			}
		})
	}
	if _, err := prove(t, context.Background(), "claude", filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "run compact-keeper install") {
		t.Errorf("without a hook executable: %v", err)
	}
}

func TestInterruptionLeavesNothing(t *testing.T) {
	t.Parallel()
	client, hook := lab.Client(t), lab.Build(t, "compact-keeper-hook")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := live.Prove(ctx, live.Options{Client: client, Hook: hook, Now: time.Now, Progress: func(step string) {
		if step == "Typing /compact" {
			cancel()
		}
	}})
	if err == nil || !strings.Contains(err.Error(), "interrupted") || r.Kept != "" {
		t.Errorf("error %v, kept %s", err, r.Kept)
	}
}
