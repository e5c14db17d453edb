package db

import (
	"context"
	"fmt"
	"time"
)

// probe is the event of doctor's own runs, which are no firings of the client.
const probe = "Probe"

// Firing tells when the client last ran a hook of ours for an event, and how often it did.
type Firing struct {
	Event string
	Last  time.Time
	Count int
}

// Firings lists the events that hooks of ours ran for, in one session or, for "", in all, the one that fired last first.
func (d *DB) Firings(ctx context.Context, session string) ([]Firing, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (f Firing, err error) {
		var last int64
		err = r.Scan(&f.Event, &last, &f.Count)
		f.Last = fromMillis(last)
		return f, err
	}, "select event, max(at) as last, count(*) from hook_run where event <> ? and ? in ('', session_id) group by event order by last desc", probe, session)
	if err != nil {
		return nil, fmt.Errorf("list when each hook ran last in session %q: %w", session, err)
	}
	return all, nil
}

// LastRun returns the newest run of a hook in a session, or ErrNotFound.
func (d *DB) LastRun(ctx context.Context, session string) (Run, error) {
	x, err := scanRun(d.sql.QueryRowContext(ctx, selectRun+"where session_id = ? order by id desc limit 1", session))
	if err != nil {
		return x, fmt.Errorf("find the last hook run of session %s: %w", session, notFound(err))
	}
	return x, nil
}

// RemoveProbe deletes the run of one probe, and what others left a while ago: several doctors may look at once.
func (t *Tx) RemoveProbe(session string) error {
	if _, err := t.exec("delete from hook_run where event = ? and (session_id = ? or at < ?)", probe, session, millis(t.Now.Add(-time.Minute))); err != nil {
		return fmt.Errorf("remove the runs of probes: %w", err)
	}
	return nil
}

// Missed lists the compactions since a time that no hook of ours saw, newest first.
func (d *DB) Missed(ctx context.Context, since time.Time) ([]Compaction, error) {
	all, err := collect(ctx, d.sql, scanCompaction, selectCompaction+"where c.state = ? and c.opened_at >= ? order by c.opened_at desc", StateMissed, millis(since))
	if err != nil {
		return nil, fmt.Errorf("list compactions that no hook saw: %w", err)
	}
	return all, nil
}
