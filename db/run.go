package db

import (
	"context"
	"fmt"
	"time"
)

// Run is one run of the hook executable.
type Run struct {
	At        time.Time
	Event     string
	SessionID string
	Part      int
	Took      time.Duration
	Outcome   string // ok, off, paused, failed, spooled
	Error     string
}

// AddRun records a run of the hook executable.
func (t *Tx) AddRun(r Run) error {
	_, err := t.exec("insert into hook_run (at, event, session_id, part, us, outcome, error) values (?, ?, ?, ?, ?, ?, ?)",
		millis(t.Now), r.Event, r.SessionID, r.Part, r.Took.Microseconds(), r.Outcome, r.Error)
	if err != nil {
		return fmt.Errorf("record run of hook %s for session %s: %w", r.Event, r.SessionID, err)
	}
	return nil
}

const selectRun = "select at, event, session_id, part, us, outcome, error from hook_run "

func scanRun(r scanner) (x Run, err error) {
	var at, us int64
	err = r.Scan(&at, &x.Event, &x.SessionID, &x.Part, &us, &x.Outcome, &x.Error)
	x.At, x.Took = fromMillis(at), time.Duration(us)*time.Microsecond
	return x, err
}

// Failures lists the last n runs that failed, newest first.
func (d *DB) Failures(ctx context.Context, n int) ([]Run, error) {
	all, err := collect(ctx, d.sql, scanRun, selectRun+"where error <> '' order by id desc limit ?", n)
	if err != nil {
		return nil, fmt.Errorf("list failed hook runs: %w", err)
	}
	return all, nil
}

// AddEvent appends to the record of what happened. The text holds no word of the owner.
func (t *Tx) AddEvent(session string, compaction int64, what string) error {
	_, err := t.exec("insert into event (at, session_id, compaction_id, what) values (?, ?, ?, ?)", millis(t.Now), session, compaction, what)
	if err != nil {
		return fmt.Errorf("record event %q: %w", what, err)
	}
	return nil
}

// Version is a number that changes when another process has committed.
func (d *DB) Version(ctx context.Context) (v int64, err error) {
	err = d.sql.QueryRowContext(ctx, "pragma data_version").Scan(&v)
	return v, err
}
