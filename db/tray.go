package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Glance is what the tray shows.
type Glance struct {
	Last       Compaction // of a main conversation, the newest that came to something; ID 0: there is none
	LastRoot   string     // its project's
	Compacting Compaction // one that runs now; ID 0: none does
	Root       string     // its project's
	Recent     []Project  // those used last, without their counts
	Waiting    int
	Paused     time.Time // until when; zero: it does not pause
	Failed     Run       // the last run of a hook that failed within the last hour, zero where none did
}

const (
	// compactingTime is how long a compaction may run; one that has not ended by then is not going on any more.
	compactingTime = 10 * time.Minute
	// failedTime is for how long a failure is news.
	failedTime = time.Hour
)

// Glance reads it. It is asked for at every change of the ledger, so it counts nothing that grows with it.
func (d *DB) Glance(ctx context.Context, now time.Time, projects int) (g Glance, err error) {
	read := func(c *Compaction, root *string, where string, args ...any) {
		if err != nil {
			return
		}
		*c, err = scanCompaction(d.sql.QueryRowContext(ctx, selectCompaction+where, args...))
		if err = notFound(err); err == nil {
			err = d.sql.QueryRowContext(ctx, "select root from project where id = (select project_id from session where id = ?)", c.SessionID).Scan(root)
		}
		if errors.Is(err, ErrNotFound) {
			*c, err = Compaction{}, nil
		}
	}
	read(&g.Last, &g.LastRoot, "where c.agent_id = '' and c.state in ('done', 'missed') order by c.opened_at desc, c.id desc limit 1")
	read(&g.Compacting, &g.Root, "where c.agent_id = '' and c.state = 'open' and c.opened_at between ? and ? order by c.opened_at desc, c.id desc limit 1",
		millis(now.Add(-compactingTime)), millis(now.Add(compactingTime)))
	if err == nil {
		g.Recent, err = collect(ctx, d.sql, func(r scanner) (p Project, err error) {
			var last int64
			err = r.Scan(&p.ID, &p.Root, &p.Enabled, &last)
			p.LastAt = fromMillis(last)
			return p, err
		}, "select id, root, enabled, coalesce((select max(last_at) from session where project_id = project.id), created_at) as last from project order by last desc, id desc limit ?", projects)
	}
	if err == nil {
		g.Waiting, err = d.CountWaiting(ctx)
	}
	if err == nil {
		g.Paused, err = d.PausedUntil(ctx, now)
	}
	if err == nil {
		g.Failed, err = scanRun(d.sql.QueryRowContext(ctx, selectRun+"where error <> '' and at > ? order by id desc limit 1", millis(now.Add(-failedTime))))
		if errors.Is(notFound(err), ErrNotFound) {
			err = nil
		}
	}
	if err != nil {
		return g, fmt.Errorf("read what the tray shows: %w", err)
	}
	return g, nil
}
