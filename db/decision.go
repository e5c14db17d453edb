package db

import (
	"context"
	"fmt"
)

// decisionColumns are read by scanDecision, of a decision d and its word w.
const decisionColumns = `d.id, d.word_id, d.session_id, d.start, d.at, d.kind, d.quote, d.status, d.why, d.one_off, d.pinned, d.cue, d.edited,
	w.uuid, w.line, w.question`

const selectDecision = "select " + decisionColumns + " from decision d join word w on w.id = d.word_id "

func scanDecision(r scanner) (*Decision, error) {
	d := new(Decision)
	var at int64
	err := r.Scan(&d.ID, &d.WordID, &d.SessionID, &d.Start, &at, &d.Kind, &d.Quote, &d.Status, &d.Why, &d.OneOff, &d.Pinned, &d.Cue, &d.Edited,
		&d.UUID, &d.Line, &d.Question)
	d.At = fromMillis(at)
	return d, err
}

// Decisions lists a session's decisions of the given status, oldest first; every one for "".
func (d *DB) Decisions(ctx context.Context, session string, status Status) ([]*Decision, error) {
	return decisions(ctx, d.sql, session, status)
}

// Decisions is DB.Decisions inside a write.
func (t *Tx) Decisions(session string, status Status) ([]*Decision, error) {
	return decisions(t.ctx, t.tx, session, status)
}

func decisions(ctx context.Context, q querier, session string, status Status) ([]*Decision, error) {
	where, args := "where d.session_id = ? order by d.id", []any{session}
	if status == Live { // spelt out, so that the partial index serves
		where = "where d.session_id = ? and d.status = 'live' order by d.id"
	} else if status != "" {
		where, args = "where d.session_id = ? and d.status = ? order by d.id", []any{session, status}
	}
	all, err := collect(ctx, q, scanDecision, selectDecision+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list %s decisions of session %s: %w", status, session, err)
	}
	return all, nil
}

// SaveDecisions stores what a ledger added and changed. What was added gets its ID; what it replaces points to it.
func (t *Tx) SaveDecisions(added, changed []*Decision) error {
	for _, d := range added {
		err := t.row(`insert into decision (word_id, session_id, start, at, kind, quote, status, why, one_off, cue)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (word_id, start) do update set start = excluded.start returning id`,
			d.WordID, d.SessionID, d.Start, millis(d.At), d.Kind, d.Quote, d.Status, d.Why, d.OneOff, d.Cue).Scan(&d.ID)
		if err != nil {
			return fmt.Errorf("record decision at byte %d of word %d: %w", d.Start, d.WordID, err)
		}
	}
	for _, d := range changed {
		if _, err := t.exec("update decision set status = ?, why = ? where id = ? and edited = 0", d.Status, d.Why, d.ID); err != nil {
			return fmt.Errorf("change decision %d to %s: %w", d.ID, d.Status, err)
		}
	}
	for _, d := range added {
		for _, old := range d.Replaces {
			if _, err := t.exec("update decision set replaced_by = ? where id = ? and edited = 0", d.ID, old.ID); err != nil {
				return fmt.Errorf("record that decision %d replaces %d: %w", d.ID, old.ID, err)
			}
		}
	}
	return nil
}

// SaveTask stores a task's last known state.
func (t *Tx) SaveTask(session string, k Task) error {
	if only, err := t.wordsOnly(session); only || err != nil {
		return err
	}
	_, err := t.exec(`insert into task (session_id, id, subject, status) values (?, ?, ?, ?)
		on conflict (session_id, id) do update set subject = excluded.subject, status = excluded.status`, session, k.ID, k.Subject, k.Status)
	if err != nil {
		return fmt.Errorf("record task %s of session %s: %w", k.ID, session, err)
	}
	return nil
}

// ClearTasks forgets the session's task list: the client wrote it anew.
func (t *Tx) ClearTasks(session string) error {
	if _, err := t.exec("delete from task where session_id = ?", session); err != nil {
		return fmt.Errorf("clear tasks of session %s: %w", session, err)
	}
	return nil
}

// AddBoundary stores the end of a piece of work.
func (t *Tx) AddBoundary(session string, b Boundary) error {
	_, err := t.exec("insert into boundary (session_id, line, uuid, at, why) values (?, ?, ?, ?, ?) on conflict do nothing",
		session, b.Line, b.UUID, millis(b.At), b.Why)
	if err != nil {
		return fmt.Errorf("record boundary at line %d of session %s: %w", b.Line, session, err)
	}
	return nil
}

// LastBoundary returns the line at which the session's last piece of work ended, -1 where none has.
func (t *Tx) LastBoundary(session string) (line int, err error) {
	err = t.row("select coalesce(max(line), -1) from boundary where session_id = ?", session).Scan(&line)
	if err != nil {
		return 0, fmt.Errorf("find last boundary of session %s: %w", session, err)
	}
	return line, nil
}
