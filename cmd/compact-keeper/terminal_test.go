package main_test

import (
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

// In the terminal a manual compaction prints what PreCompact says, so there it says little.
func TestTerminalShowsAShortBriefAndKeepsDecisions(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	tui := l.Type()
	for _, r := range rules {
		tui.Turn(r)
	}
	tui.Turn("the build took four minutes today")
	tui.Compact()
	tui.Until("Compacted")
	screen := tui.Screen()
	tui.Turn("what now")
	stand(t, after(t, l), rules...)

	_, shown, _ := strings.Cut(screen, "Compacted")
	if n := len([]rune(fold(shown))); n > 3_000 {
		t.Errorf("the terminal shows %d characters after a compaction, want at most 3,000", n)
	}
	if strings.Contains(shown, "the build took four minutes") {
		t.Errorf("the terminal shows the owner's messages again:\n%s", shown)
	}
}

// /btw forks the conversation. Its answer is no summary, even when it repeats every decision while one is made.
func TestSideQuestionWhileACompactionRunsIsNotTheSummary(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	tui := l.Type()
	for _, r := range rules {
		tui.Turn(r)
	}
	l.API.Set(func(s *fakeapi.Settings) {
		s.Think, s.Reply = 4*time.Second, "You decided: "+strings.Join(rules, ". ")
	})
	tui.Say("/compact")
	tui.Until("Compacting")
	tui.Say("/btw what did I decide")
	tui.Until("You decided:")
	if n := len(l.RecordsOf("PostCompact")); n != 0 {
		t.Fatal("the compaction ended before the side question: nothing is shown here")
	}
	l.Until("the compaction ends", func() bool { return len(l.RecordsOf("PostCompact")) == 1 })
	l.API.Set(func(s *fakeapi.Settings) { s.Think = 0 })
	tui.Keys("Escape")
	tui.Gone("Esc to close")
	tui.Turn("what now")
	stand(t, after(t, l), rules...)
}
