package hooks

import (
	"context"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// subagentStop checks the summary. The summarizer is a forked agent, and this is the only event that has its text
// before SessionStart has to put back what is missing. Other forks (/btw, /recap) stop too, without a <summary>; and
// with more than one compaction open nobody can say whose summary it is, so none is checked and everything is put back.
func (r *run) subagentStop(ctx context.Context) error {
	if !strings.Contains(r.in.LastMessage, "<summary>") {
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

// check compares the summary of c with every decision that it was asked to keep, and stores both.
func (r *run) check(t *db.Tx, c *db.Compaction, text string) error {
	rows, err := r.outcomes(t, *c)
	if err != nil {
		return err
	}
	summary := keep.ReadSummary(text)
	for i := range rows {
		rows[i].Outcome = ""
		if !summary.Empty() {
			rows[i].Outcome = summary.Check(rows[i].Decision.Quote)
		}
	}
	if err := t.SaveOutcomes(c.ID, rows); err != nil {
		return err
	}
	quotes := summary.Quotes()
	if len(quotes) > 0 {
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

// outcomes returns the rows of what c was asked to keep. Where no brief was made, that is every live decision.
func (r *run) outcomes(t *db.Tx, c db.Compaction) ([]db.OutcomeRow, error) {
	rows, err := t.Outcomes(c.ID)
	if err != nil || len(rows) > 0 || c.BriefMade {
		return rows, err
	}
	live, err := t.Decisions(r.session.ID, db.Live)
	for _, d := range live {
		rows = append(rows, db.OutcomeRow{Decision: d})
	}
	return rows, err
}
