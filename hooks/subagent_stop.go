package hooks

import (
	"context"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// subagentStop checks the summary. The summarizer is a forked agent, and this is the only event that has its text
// before SessionStart has to put back what is missing. Other forks (/btw, /recap) stop too, with other texts; and
// with more than one compaction open nobody can say whose summary it is, so none is checked and everything is put back.
func (r *run) subagentStop(ctx context.Context) error {
	if !isSummary(r.in.LastMessage) {
		return nil
	}
	text := keep.Mask(r.in.LastMessage)
	return r.db.Write(ctx, func(t *db.Tx) error {
		open, err := t.OpenCompactions(r.session.ID)
		if err != nil || len(open) == 0 {
			return err
		}
		if len(open) > 1 {
			return t.AddEvent(r.session.ID, 0, "summary not checked: more than one compaction was open")
		}
		if open[0].AgentID != "" {
			return nil
		}
		return r.check(t, &open[0], text)
	})
}

// isSummary tells the summarizer's text, which begins with its analysis or its summary, from one that only speaks of such.
func isSummary(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "<summary>") || strings.HasPrefix(text, "<analysis>") && strings.Contains(text, "<summary>")
}
