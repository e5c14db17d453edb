package main_test

import (
	"testing"
	"time"
)

// /rewind summarizes a part of the conversation. Its PreCompact says "manual" as /compact does, but what PreCompact
// prints is not left in the context.
func TestRewindSummaryKeepsDecisions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, choice string
		down, up     int
	}{
		{"from here", "Summarize from here", 1, 3},
		{"up to here", "Summarize up to here", 2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := keeper(t)
			tui := l.Type()
			tui.Turn("hello")
			for _, r := range rules {
				tui.Turn(r)
			}
			tui.Say("/rewind")
			tui.Until("(current)")
			for range c.up {
				tui.Keys("Up")
				time.Sleep(100 * time.Millisecond)
			}
			tui.Keys("Enter")
			tui.Until(c.choice)
			for range c.down {
				tui.Keys("Down")
				time.Sleep(100 * time.Millisecond)
			}
			tui.Keys("Enter")
			l.Until("the summary is made", func() bool { return len(l.RecordsOf("PostCompact")) == 1 })
			tui.Keys("C-u") // the prompt it went back to stands in the box
			tui.Turn("what now")

			if p := l.RecordsOf("PreCompact"); len(p) != 1 || p[0].Stdin.Trigger != "manual" {
				t.Errorf("PreCompact ran %d times, want once with trigger manual", len(p))
			}
			stand(t, after(t, l), rules...)
		})
	}
}
