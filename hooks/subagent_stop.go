package hooks

import (
	"context"
	"strings"
	"time"

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

// checkTime bounds a check, which holds the ledger's lock and must not outlast the hook.
const checkTime = 400 * time.Millisecond

// check compares the summary of c with every decision that it was asked to keep, and stores both.
func (r *run) check(t *db.Tx, c *db.Compaction, text string) error {
	rows, err := r.outcomes(t, *c)
	if err != nil {
		return err
	}
	summary := keep.ReadSummary(text)
	began := time.Now()
	for i := range rows {
		rows[i].Outcome = ""
		if !summary.Empty() && time.Since(began) < checkTime { // what is not checked is put back
			rows[i].Outcome = summary.Check(rows[i].Decision.Quote)
		}
	}
	if err := t.SaveOutcomes(c.ID, rows); err != nil {
		return err
	}
	quotes := summary.Quotes()
	if len(quotes) > 0 && time.Since(began) < checkTime {
		words, err := t.WordTexts(r.session.ID)
		if err != nil {
			return err
		}
		quotes = keep.Invented(quotes, words)
	}
	if err := t.SaveInvented(c.ID, quotes); err != nil {
		return err
	}
	c.Summary = text
	return t.UpdateCompaction(*c)
}

// outcomes returns what became of every decision that c has to keep: those it was asked for, and those that became known
// since and were said before it.
func (r *run) outcomes(t *db.Tx, c db.Compaction) ([]db.OutcomeRow, error) {
	rows, err := t.Outcomes(c.ID)
	if err != nil {
		return nil, err
	}
	asked := make(map[int64]bool, len(rows))
	for _, o := range rows {
		asked[o.Decision.ID] = true
	}
	fresh, err := t.FreshPrompt(r.session.ID, c)
	if err != nil {
		return nil, err
	}
	live, err := t.Decisions(r.session.ID, db.Live)
	for _, d := range live {
		later := c.BoundaryLine > 0 && d.Line >= c.BoundaryLine
		if !asked[d.ID] && !later && d.WordID != fresh {
			rows = append(rows, db.OutcomeRow{Decision: d})
		}
	}
	return rows, err
}
