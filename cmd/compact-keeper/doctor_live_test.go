package main_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/cmd/internal/live"
	"github.com/compact-keeper/compact-keeper/db"
)

// The network namespace holds nothing but loopback, so that what passes needs nothing else.
func TestLiveProvesDeliveryAndLeavesThePersonsClientAlone(t *testing.T) {
	t.Parallel()
	l := lab.New(t)
	install(t, l)
	l.Env = append(l.Env, "CLAUDE_BIN="+lab.Client(t))
	m := machine{T: t, home: l.Home}
	m.put(m.at(".claude/CLAUDE.md"), "The owner's own.\n", 0o600)
	m.put(m.at(".claude/projects/-home-x/1.jsonl"), "{}\n", 0o600)
	theirs := machine{T: t, home: m.at(".claude")}
	before, config := theirs.tree(), m.read(".claude.json")
	opened := opens(t, theirs.home, theirs.at("projects/-home-x"))

	out := l.Run(lab.Build(t, "compact-keeper"), "doctor", "--live", "--yes")
	if n := strings.Count(out, "\n  ok  "); n != len(live.Roads) || strings.Contains(out, "\n  NO  ") {
		t.Errorf("%d roads of %d arrived:\n%s", n, len(live.Roads), out)
	}
	if !strings.Contains(out, "Delivery is proven with Claude Code "+lab.ClientVersion) {
		t.Errorf("it does not say so:\n%s", out)
	}
	for line := range strings.Lines(out) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
	if files := opened(); len(files) > 0 {
		t.Errorf("it opened the person's own %q", files)
	}
	if theirs.tree() != before || m.read(".claude.json") != config {
		t.Error("it changed the person's own files")
	}
	if rs := l.API.Requests(); len(rs) > 0 {
		t.Errorf("it took over the person's own API: %d requests", len(rs))
	}
	if left, err := os.ReadDir(filepath.Join(filepath.Dir(l.Home), "tmp")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}

	ctx := context.Background()
	d, err := db.Open(ctx, m.at(".local/state/compact-keeper"), db.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	known, err := d.Deliveries(ctx)
	if err != nil || len(known) != 1 || known[0].ClientVersion != lab.ClientVersion || !known[0].Proven() ||
		len(known[0].Roads) != len(live.Roads) || time.Since(known[0].At) > time.Hour {
		t.Errorf("stored is %+v, %v", known, err)
	}
	if sessions, err := d.ListDecisions(ctx, db.DecisionFilter{}); err != nil || len(sessions) > 0 {
		t.Errorf("what it said for proof stands among the person's decisions: %v, %v", sessions, err)
	}
}

func TestLiveToldWithoutATerminal(t *testing.T) {
	m := newMachine(t)
	m.put(filepath.Join(m.bin, "compact-keeper-hook"), "#!/bin/sh\ncat >/dev/null\n", 0o755)
	m.does("Registered", "install")
	m.fails(1, "no Claude Code is found", "doctor", "--live", "--yes")

	m.put(m.at(".local/bin/claude"), "#!/bin/sh\ntouch ran\necho 2.1.100 '(Claude Code)'\n", 0o755)
	for _, args := range [][]string{{"doctor", "--live"}, {"doctor", "--live", "--json"}} {
		m.fails(2, "asks first\nTry: "+m.program()+" doctor --live --yes\n", args...)
	}
	if _, err := os.Stat("ran"); err == nil {
		t.Error("the client ran without a yes")
	}
	m.fails(1, "update it (claude update) to 2.1.139 or later", "doctor", "--live", "--yes")
	m.put(m.at(".local/bin/claude"), "#!/bin/sh\necho hello\n", 0o755)
	m.fails(1, `--version says "hello". Name another client by CLAUDE_BIN`, "doctor", "--live", "--yes")
}

func TestLiveThatFailsNamesTheRoadsAndTheFolder(t *testing.T) {
	client := lab.Client(t)
	m := newMachine(t)
	m.env = append(m.env, "CLAUDE_BIN="+client, "TMPDIR="+t.TempDir())
	m.put(filepath.Join(m.bin, "compact-keeper-hook"), "#!/bin/sh\necho wrong library >&2\nexit 1\n", 0o755)
	m.does("Registered", "install")
	out, code := m.run("doctor", "--live", "--yes")
	if code != 1 || strings.Count(out, "\n  NO  ") != len(live.Roads) {
		t.Errorf("exit %d:\n%s", code, out)
	}
	for _, want := range []string{
		"The start of a session is heard        no hook has written to the ledger",
		"A hook failed: SessionStart:startup hook: error (exit 1) wrong library",
		"12 of 12 roads are broken with Claude Code ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	folder := regexp.MustCompile(`lies in\n  (.*)\n`).FindStringSubmatch(out)
	if folder == nil {
		t.Fatalf("it names no folder:\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(folder[1], "client.log")); err != nil {
		t.Error(err)
	}
}

func (m machine) fails(code int, says string, args ...string) {
	m.Helper()
	if out, got := m.run(args...); got != code || !strings.Contains(out, says) {
		m.Errorf("%v: exit %d, want %d and %q in\n%s", args, got, code, says, out)
	}
}
