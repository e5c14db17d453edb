package hooks

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// clockSlack is how far the client's time of a compaction and ours may lie apart.
const clockSlack = 2 * time.Second

// confirm completes a compaction from the transcript, which has the last word: its tokens, and the summary as it really
// stands. Where no row of ours fits, the compaction ran without our hooks, or before the keeper met the session.
func (r *run) confirm(t *db.Tx, b db.CompactBoundary) error {
	if _, err := t.CompactionByBoundary(r.session.ID, b.UUID); !errors.Is(err, db.ErrNotFound) {
		return err // known already, or not to be found out
	}
	c, found, err := r.match(t, b)
	if err != nil {
		return err
	}
	if !found {
		c = db.Compaction{SessionID: r.session.ID, Trigger: b.Trigger, State: db.StateMissed, OpenedAt: b.At}
		if b.At.Before(r.session.StartedAt.Add(-clockSlack)) {
			c.State, c.Settled = db.StatePast, true
		}
		if err := t.Inherit(r.session.ID, b.UUID); err != nil {
			return err
		}
		if err := r.loadLedger(t); err != nil {
			return err
		}
		if err := t.AddCompaction(&c); err != nil {
			return err
		}
	}
	if c.State == db.StateOpen || c.State == db.StateNothing {
		c.State = db.StateDone
	}
	if c.ClosedAt.IsZero() || !found {
		c.ClosedAt = b.At
	}
	c.BoundaryUUID, c.BoundaryLine = b.UUID, b.Line
	c.PreTokens, c.PostTokens, c.DurationMS = b.PreTokens, b.PostTokens, b.DurationMS
	if c.Trigger == "" {
		c.Trigger = b.Trigger
	}
	if b.Rewritten {
		c.Note = db.NoteRewritten
	}
	if b.Rewind {
		c.Note = db.NoteRewind
	}
	if c.Summary != "" && (b.Summary == "" && !b.Rewritten || holds(b.Summary, c.Summary)) { // nothing new to check
		if err := t.UpdateCompaction(c); err != nil {
			return err
		}
	} else if err := r.check(t, &c, b.Summary); err != nil {
		return err
	}
	if b.Rewind { // leaves nothing of the brief in the context, but may keep rows
		if err := r.notEchoed(t, c); err != nil {
			return err
		}
		c.EchoSeen = true
		if err := t.UpdateCompaction(c); err != nil {
			return err
		}
	}
	return r.preserved(t, c, b.Preserved)
}

// match finds the row of a boundary: among those that no boundary has yet, one with the same summary, else the one
// whose time it falls into.
func (r *run) match(t *db.Tx, b db.CompactBoundary) (c db.Compaction, found bool, err error) {
	all, err := t.Unmatched(r.session.ID)
	if err != nil {
		return c, false, err
	}
	inTime := func(c db.Compaction) bool {
		return !b.At.Before(c.OpenedAt.Add(-clockSlack)) && (c.State != db.StateDone && c.State != db.StateNothing || !b.At.After(c.ClosedAt.Add(clockSlack)))
	}
	for _, c := range all {
		if inTime(c) && c.Summary != "" && holds(b.Summary, c.Summary) {
			return c, true, nil
		}
	}
	for _, c := range all {
		if inTime(c) && (c.Trigger == b.Trigger || c.Trigger == "") {
			return c, true, nil
		}
	}
	for _, c := range slices.Backward(all) { // the client's clock and ours differ
		if c.State == db.StateDone && c.Summary != "" && c.Trigger == b.Trigger && holds(b.Summary, c.Summary) {
			return c, true, nil
		}
	}
	return c, false, nil
}

// holds tells whether the text that the client made of a summary holds raw, the summarizer's own: it drops the
// analysis, unwraps <summary>, and folds blank lines.
func holds(text, raw string) bool {
	if _, inner, ok := strings.Cut(raw, "<summary>"); ok {
		raw, _, _ = strings.Cut(inner, "</summary>")
	}
	fold := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return strings.Contains(fold(text), fold(raw))
}

// preserved marks the decisions whose own rows the client kept beside the summary.
func (r *run) preserved(t *db.Tx, c db.Compaction, uuids []string) error {
	if len(uuids) == 0 {
		return nil
	}
	rows, err := r.outcomes(t, c)
	if err != nil {
		return err
	}
	for i := range rows {
		if slices.Contains(uuids, rows[i].Decision.UUID) {
			rows[i].Echoed = true
		}
	}
	return t.SaveOutcomes(c.ID, rows)
}

// echo confirms what a manual compaction left in the context: the brief's decisions that stand in that row.
func (r *run) echo(t *db.Tx, e transcript.Echo) error {
	c, err := t.CompactionByBoundary(r.session.ID, e.BoundaryUUID)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	c.EchoSeen = true
	if err := t.UpdateCompaction(c); err != nil {
		return err
	}
	return r.keepEchoed(t, c, e.Text)
}

// notEchoed takes back that the brief stands in the context: /rewind and plugins compact as "manual" too, and leave
// nothing there (client 2.1.332).
func (r *run) notEchoed(t *db.Tx, c db.Compaction) error { return r.keepEchoed(t, c, "") }

func (r *run) keepEchoed(t *db.Tx, c db.Compaction, text string) error {
	if c.Trigger != db.Manual {
		return nil
	}
	rows, err := t.Outcomes(c.ID)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Echoed = rows[i].Echoed && text != "" && strings.Contains(text, rows[i].Decision.Quote)
	}
	return t.SaveOutcomes(c.ID, rows)
}
