package db

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Upkeep is the event under which the running program records what it could not do itself. No hook has it.
const Upkeep = "upkeep"

// HookTime sums up how long the hooks of one event took.
type HookTime struct {
	Event                string
	Runs, Failed         int
	Median, P95, Longest time.Duration
}

// HookTimes sums up the runs of hooks since a time, the event that ran most first. It looks at the last most runs only;
// cut tells that there were more.
func (d *DB) HookTimes(ctx context.Context, since time.Time, most int) (all []HookTime, cut bool, err error) {
	// The times of an event come as one text: to read each run as a row of its own takes many times as long.
	all, err = collect(ctx, d.sql, func(r scanner) (h HookTime, err error) {
		var us string
		if err := r.Scan(&h.Event, &h.Runs, &h.Failed, &us); err != nil {
			return h, err
		}
		return h, h.measure(us)
	}, `select event, count(*) as runs, sum(error <> ''), group_concat(us) from hook_run
		where id > (select max(id) from hook_run) - ? and at >= ? and event not in (?, ?) group by event order by runs desc, event`,
		most, millis(since), probe, Upkeep)
	if err == nil {
		err = d.sql.QueryRowContext(ctx, `select coalesce((select at from hook_run where id <= (select max(id) from hook_run) - ?
			order by id desc limit 1), -1) >= ?`, most, millis(since)).Scan(&cut)
	}
	if err != nil {
		return nil, false, fmt.Errorf("sum up how long hooks took since %s: %w", since.Format(time.DateOnly), err)
	}
	return all, cut, nil
}

// measure reads the microseconds of each run.
func (h *HookTime) measure(list string) error {
	us := make([]int, 0, h.Runs)
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		us = append(us, n)
	}
	slices.Sort(us)
	// The smallest value that so many in a hundred runs do not exceed.
	at := func(percent int) time.Duration {
		return time.Duration(us[(len(us)*percent+99)/100-1]) * time.Microsecond
	}
	h.Median, h.P95, h.Longest = at(50), at(95), at(100)
	return nil
}

// trimStep is how many runs one transaction deletes: it takes some milliseconds.
const trimStep = 2000

// TrimRuns deletes the records of hook runs that are older than kept, and all but the last most; a failure stays until
// failuresKept has passed. It returns how many went.
func (d *DB) TrimRuns(ctx context.Context, kept, failuresKept time.Duration, most int) (gone int64, err error) {
	for {
		var n int64
		err := d.Write(ctx, func(t *Tx) error {
			r, err := t.exec(`delete from hook_run where id in (
				select id from hook_run where error = '' and at < ?1 union all
				select id from hook_run where error = '' and at >= ?1 and id <= (select max(id) from hook_run) - ?2 union all
				select id from hook_run where error <> '' and at < ?3 limit ?4)`,
				millis(t.Now.Add(-kept)), most, millis(t.Now.Add(-failuresKept)), trimStep)
			if err != nil {
				return err
			}
			n, err = r.RowsAffected()
			return err
		})
		gone += n
		if err != nil {
			return gone, fmt.Errorf("delete old records of hook runs: %w", err)
		}
		if n < trimStep {
			return gone, nil
		}
	}
}
