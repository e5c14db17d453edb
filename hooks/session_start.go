package hooks

import (
	"context"
	"errors"
	"strings"
	"unicode"

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
		if c, maker, printed, err = t.TakeRestore(r.session.ID, r.call.Part); err == nil && maker {
			err = r.markUnattended(t, c.ID)
		}
		return err
	})
	if err != nil || printed {
		return "", err
	}
	if !maker {
		return r.part(ctx, c.ID, db.Restore)
	}
	readErr := r.read(ctx) // what came in since the brief, or what the brief had no time to read
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
		if purpose == db.Restore || !c.RestoreMade && c.State != db.StatePast { // what the owner said since is there then
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
			c.Settled = len(put) == 0 || len(put) == len(m.Decisions) // else there is more than one prompt's hook can carry
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
	var lost []db.Word
	for i, w := range words {
		current := w.Line > line || i >= len(words)-l.MinMessages
		if current && !decides(w, rows) && (summary.Empty() || summary.Check(keep.MessageStart(w, l)) != db.Verbatim) {
			lost = append(lost, w)
		}
	}
	return lost, nil
}

// decides tells whether a message is little but decisions, which stand or are put back by themselves.
func decides(w db.Word, rows []db.OutcomeRow) bool {
	const little = 20 // letters
	rest := w.Text
	for _, o := range rows {
		if o.Decision.WordID == w.ID {
			rest = strings.Replace(rest, o.Decision.Quote, "", 1)
		}
	}
	if len(rest) == len(w.Text) {
		return false
	}
	letters := 0
	for _, c := range rest {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	return letters < little
}
