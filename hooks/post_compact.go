package hooks

import (
	"context"
	"errors"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// postCompact closes the row. Where the final summary is not the one that was checked, it is checked again; what is
// missing then is put back at the next prompt. It prints nothing: after an automatic compaction nobody would read it.
func (r *run) postCompact(ctx context.Context) error {
	text := keep.Mask(r.in.Summary)
	return r.db.Write(ctx, func(t *db.Tx) error {
		if r.in.AgentID != "" {
			return closeAgent(t, r.session.ID, r.in.AgentID)
		}
		c, err := t.LastCompaction(r.session.ID)
		if err == nil && c.State == db.StateDone && t.Now.Sub(c.ClosedAt).Abs() < 5*time.Second && c.Summary == text {
			return nil // the hook is registered twice
		}
		if errors.Is(err, db.ErrNotFound) || err == nil && c.State != db.StateOpen {
			c = db.Compaction{SessionID: r.session.ID, Trigger: db.Trigger(r.in.Trigger), State: db.StateOpen, Note: db.NoteNoPreCompact}
			err = t.AddCompaction(&c)
		}
		if err == nil {
			err = r.markUnattended(t, c.ID)
		}
		if err != nil {
			return err
		}
		if c.Trigger == "" {
			c.Trigger = db.Trigger(r.in.Trigger)
		}
		c.State, c.ClosedAt = db.StateDone, t.Now
		switch {
		case keep.ReadSummary(text).Empty():
			c.Note = db.NoteInPlace
			err = t.UpdateCompaction(c)
		case text != c.Summary:
			err = r.check(t, &c, text)
		default:
			err = t.UpdateCompaction(c)
		}
		if err != nil {
			return err
		}
		return t.AddEvent(r.session.ID, c.ID, "compacted: "+r.in.Trigger)
	})
}

// closeAgent ends the row of a subagent's compaction.
func closeAgent(t *db.Tx, session, agent string) error {
	open, err := t.OpenCompactions(session)
	if err != nil {
		return err
	}
	for _, c := range open {
		if c.AgentID == agent {
			c.State, c.ClosedAt = db.StateDone, t.Now
			if err := t.UpdateCompaction(c); err != nil {
				return err
			}
		}
	}
	return nil
}
