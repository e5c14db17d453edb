package main_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// BR-44, BR-45: the client's machine must not fill with processes. What the keeper's packages and SQLite link may start
// none; of ours, none names the package that could.
func TestBR44NoPackageOfOursInTheHookCanStartAProcess(t *testing.T) {
	const module = "github.com/compact-keeper/compact-keeper/"
	out, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}}: {{join .Imports " "}}`, module+"cmd/compact-keeper-hook").Output()
	if err != nil {
		t.Fatal(err)
	}
	ours := 0
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, p := range []string{"net/http", "text/template", "html/template", "github.com/compact-keeper/compact-keeper/app", "github.com/compact-keeper/compact-keeper/web"} {
			if path == p {
				t.Errorf("the hook links %s", p)
			}
		}
		if !strings.HasPrefix(path, module) {
			continue
		}
		ours++
		for _, p := range strings.Fields(imports) {
			if p == "os/exec" || p == "plugin" || p == "regexp" && path != module+"hooks/keep" {
				t.Errorf("%s imports %s", path, p)
			}
		}
	}
	if ours < 5 {
		t.Errorf("only %d packages of ours in\n%s", ours, out)
	}
}

// BR-45: after many calls no process is left, whether it ended or not. This test is their parent once a hook is gone.
func TestBR45AfterManyHooksNoProcessIsLeft(t *testing.T) {
	adopt(t)
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	for i := range rounds(200) {
		e := events[i%len(events)]
		s.fire(e.event, e.more)
	}
	if left := children(t); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// BR-42: a hook needs no app, and waits for none.
func TestBR42NoHookWaitsForTheApp(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	for n := range 40 {
		s.says(decision(n))
	}
	fastest := map[string]time.Duration{}
	for range 5 {
		for _, e := range events {
			r := s.fire(e.event, e.more)
			if fastest[e.name] == 0 || r.took < fastest[e.name] {
				fastest[e.name] = r.took
			}
		}
	}
	for name, took := range fastest {
		if took > 250*time.Millisecond {
			t.Errorf("%s took %v at best", name, took)
		}
	}
	if _, err := os.Stat(h.state); err != nil {
		t.Error(err)
	}
}

// A clock that was set back leaves rows of the future behind. They must not be taken for those of a moment ago.
func TestAClockThatWasSetBackKeepsNothingFromBeingAskedOrPutBack(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	compact := func() (brief, restore string) {
		brief = s.fire("PreCompact", fields{"trigger": "auto"}).out
		s.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": "<summary>continue</summary>"})
		restore = s.fire("SessionStart", fields{"source": "compact"}).out
		s.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>continue</summary>"})
		return brief, restore
	}
	for _, step := range []struct {
		name string
		do   func() (brief, restore string)
	}{
		{"the first compaction", compact},
		{"a compaction before which no PreCompact ran", func() (string, string) {
			return decision(1), s.fire("SessionStart", fields{"source": "compact"}).out
		}},
		{"a compaction after one that did not end", func() (string, string) {
			s.fire("PreCompact", fields{"trigger": "auto"}, "--part", "2") // part 1 was never asked for
			h.hourAhead()
			s.says(decision(2))
			brief, restore := compact()
			if !strings.Contains(brief, decision(2)) {
				t.Errorf("the brief is an old one: %.300q", brief)
			}
			return brief, restore
		}},
	} {
		brief, restore := step.do()
		if !strings.Contains(brief, decision(1)) || !strings.Contains(restore, decision(1)) {
			t.Errorf("%s: asked %.100q, put back %.100q", step.name, brief, restore)
		}
		h.hourAhead()
	}
	s.kept(h.ledger())
}

// hourAhead moves all that the ledger knows an hour ahead, as a clock does that is set back.
func (h *home) hourAhead() {
	h.Helper()
	for _, column := range []string{"compaction.opened_at", "compaction.closed_at", "part.taken_at", "session.started_at", "session.last_at", "event.at", "hook_run.at"} {
		table, name, _ := strings.Cut(column, ".")
		h.exec("update " + table + " set " + name + " = " + name + " + 3600000 where " + name + " > 0")
	}
}
