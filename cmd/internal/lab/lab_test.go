package lab_test

import (
	"os"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

func TestMain(m *testing.M) { os.Exit(lab.Main(m)) }

func TestLivingClientCompactsOnCommand(t *testing.T) {
	t.Parallel()
	l := lab.New(t)
	l.Record()
	v := l.Live()
	v.Say("first prompt")
	v.Say("second prompt")
	v.Say("/compact keep this")
	v.Say("after it")
	rs := l.API.Take()
	var kinds []string
	for _, r := range rs {
		kinds = append(kinds, string(r.Kind))
	}
	if got, want := strings.Join(kinds, " "), "turn turn compact turn"; got != want {
		t.Errorf("requests %q, want %q", got, want)
	}
	if got := rs[2].Instructions(); got != "keep this" {
		t.Errorf("instructions %q", got)
	}
	if got := len(l.RecordsOf("PreCompact")); got != 1 {
		t.Errorf("%d PreCompact records, want 1", got)
	}
}

func TestHeadlessClientResumes(t *testing.T) {
	t.Parallel()
	l := lab.New(t)
	r := l.Print("first prompt")
	l.Resume(r.SessionID, "second prompt")
	rs := l.API.Requests()
	if text := rs[len(rs)-1].Text(); !strings.Contains(text, "first prompt") || !strings.Contains(text, "second prompt") {
		t.Errorf("the resumed session lost its words: %s", text)
	}
}

func TestTerminalCompactsOnCommand(t *testing.T) {
	t.Parallel()
	l := lab.New(t)
	tui := l.Type()
	tui.Say("first prompt")
	tui.Until("Understood.")
	tui.Say("/compact keep this")
	tui.Until("Compacted")
	for _, r := range l.API.Requests() {
		if r.Instructions() == "keep this" {
			return
		}
	}
	t.Errorf("no summary was asked for:\n%s", tui.Screen())
}
