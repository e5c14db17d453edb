package hooks

import (
	"context"
	"errors"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// sessionStart prints this run's part of what is put back after a compaction. At any other start the transcript is
// read, so that a session which the keeper meets late is known before it is compacted.
func (r *run) sessionStart(ctx context.Context) (string, error) {
	if r.in.Source != "compact" {
		return "", r.read(ctx)
	}
	if r.in.AgentID != "" {
		return "", nil
	}
	var c db.Compaction
	var maker, printed bool
	err := r.db.Write(ctx, func(t *db.Tx) (err error) {
		c, maker, printed, err = t.TakeRestore(r.session.ID, r.call.Part)
		return err
	})
	if err != nil || printed {
		return "", err
	}
	if !maker {
		return r.part(ctx, c.ID, db.Restore)
	}
	var readErr error
	if !c.BriefMade { // nothing was asked before the compaction: the ledger may be behind
		readErr = r.read(ctx)
	}
	parts, err := r.makeRestore(ctx, c.ID, db.Restore)
	return r.mine(parts), errors.Join(readErr, err)
}

// makeRestore makes the text that puts back what a compaction lost, once, for all of its parts.
func (r *run) makeRestore(ctx context.Context, id int64, purpose db.Purpose) (parts []string, err error) {
	s, err := load(ctx, r.db)
	if err != nil {
		return nil, err
	}
	if purpose == db.Rest {
		s.limits.Parts = 1 // one hook stands on UserPromptSubmit
	}
	err = r.db.Write(ctx, func(t *db.Tx) error {
		c, err := t.CompactionByID(id)
		if err != nil {
			return err
		}
		if purpose == db.Rest && c.Settled {
			return nil // another process has put the rest back
		}
		rows, err := r.outcomes(t, c)
		if err != nil {
			return err
		}
		m := keep.Material{Session: r.session.ID}
		for _, o := range rows {
			if !o.Stands() && o.Decision.Status == db.Live {
				m.Decisions = append(m.Decisions, o.Decision)
			}
		}
		if purpose == db.Restore || !c.RestoreMade {
			if m.Words, err = r.lostWords(t, c, rows, s.limits); err != nil {
				return err
			}
		}
		if m.Past, err = t.PastWords(r.session.ID); err != nil {
			return err
		}
		var put []*db.Decision
		var words int
		parts, put, words = keep.Restore(m, s.limits)
		for i := range rows {
			for _, d := range put {
				rows[i].Restored = rows[i].Restored || rows[i].Decision.ID == d.ID
			}
		}
		if err := t.SaveOutcomes(id, rows); err != nil {
			return err
		}
		c.PutUnits += units(parts)
		c.PutWords += words
		if purpose == db.Rest {
			c.Settled = true
		} else {
			c.RestoreMade = true
		}
		if err := t.UpdateCompaction(c); err != nil {
			return err
		}
		if err := t.StoreParts(id, purpose, parts); err != nil {
			return err
		}
		return r.record(t)
	})
	if err != nil {
		return nil, err
	}
	return parts, nil
}

// lostWords returns the messages of the current piece of work that the summary does not hold: those since the last
// boundary, at least the last few, that were known when the compaction began.
func (r *run) lostWords(t *db.Tx, c db.Compaction, rows []db.OutcomeRow, l keep.Limits) ([]db.Word, error) {
	words, err := t.WordsBefore(r.session.ID, c, l.Messages)
	if err != nil {
		return nil, err
	}
	line, err := t.LastBoundary(r.session.ID)
	if err != nil {
		return nil, err
	}
	summary := keep.ReadSummary(c.Summary)
	stands := make(map[string]bool) // messages that stand in the context as a decision
	for _, o := range rows {
		stands[strings.TrimSpace(o.Decision.Quote)] = o.Stands()
	}
	var lost []db.Word
	for i, w := range words {
		current := w.Line > line || i >= len(words)-l.MinMessages
		if current && !stands[strings.TrimSpace(w.Text)] && (summary.Empty() || summary.Check(keep.MessageStart(w, l)) != db.Verbatim) {
			lost = append(lost, w)
		}
	}
	return lost, nil
}
