package hooks

import (
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// checkTime bounds a check, which holds the ledger's lock and must not outlast the hook.
const checkTime = 400 * time.Millisecond

// check compares the summary of c with every decision that it was asked to keep, and stores both.
func (r *run) check(t *db.Tx, c *db.Compaction, text string) error {
	rows, err := r.outcomes(t, *c)
	if err != nil {
		return err
	}
	v := r.review
	if v == nil || v.text != text {
		v = newReview(text, checkTime)
	}
	for i := range rows {
		rows[i].Outcome = v.outcome(rows[i].Decision.Quote)
	}
	if err := t.SaveOutcomes(c.ID, rows); err != nil {
		return err
	}
	quotes, err := v.invented(func() ([]string, error) { return t.WordTexts(r.session.ID) })
	if err != nil {
		return err
	}
	if err := t.SaveInvented(c.ID, quotes); err != nil {
		return err
	}
	c.Summary = text
	return t.UpdateCompaction(*c)
}

// review is a summary being checked, for a time at most. What it has found out it knows from then on.
type review struct {
	text     string
	summary  keep.Summary
	until    time.Time
	outcomes map[string]db.Outcome // by quote
	quotes   []string              // those that no word contains, once looked for
	looked   bool
}

func newReview(text string, most time.Duration) *review {
	summary := keep.ReadSummary(text)
	return &review{text: text, summary: summary, until: time.Now().Add(most), outcomes: map[string]db.Outcome{}}
}

// outcome says what became of a quote; nothing once the time is over: what is not checked is put back.
func (v *review) outcome(quote string) db.Outcome {
	o, known := v.outcomes[quote]
	if !known && !v.summary.Empty() && time.Now().Before(v.until) {
		o = v.summary.Check(quote)
		v.outcomes[quote] = o
	}
	return o
}

// invented returns what the summary gives as the owner's and no word contains; all its quotes once the time is over.
func (v *review) invented(words func() ([]string, error)) ([]string, error) {
	if v.looked {
		return v.quotes, nil
	}
	quotes := v.summary.Quotes()
	if len(quotes) == 0 || !time.Now().Before(v.until) {
		return quotes, nil
	}
	texts, err := words()
	if err != nil {
		return nil, err
	}
	v.quotes, v.looked = keep.Invented(quotes, texts), true
	return v.quotes, nil
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
