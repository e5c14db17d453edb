package db

import (
	"context"
	"fmt"
	"time"
)

// Balance sums up what became of the decisions of some compactions.
type Balance struct {
	Of                                           BalanceOf
	Compactions, Asked, Kept, PutBack, Unchecked int
}

// Stands counts the decisions that are in the context word for word.
func (b Balance) Stands() int { return b.Kept + b.PutBack }

// Missing counts the decisions that are known not to stand any more.
func (b Balance) Missing() int { return b.Asked - b.Kept - b.PutBack - b.Unchecked }

// BalanceOf says of which compactions.
type BalanceOf string

// What is counted is the last compaction of each session, so that no decision counts twice: of those used lately; where
// the keeper took part in none of them, of those it took part in last; where it never did, of those used last.
const (
	OfSessions BalanceOf = "sessions used lately"
	OfKept     BalanceOf = "sessions used last"
	OfPast     BalanceOf = "sessions before the keeper"
)

// lastSessions is how many sessions count where none was used lately.
const lastSessions = 20

const sumOutcomes = "select count(*), coalesce(sum(asked), 0), coalesce(sum(kept), 0), coalesce(sum(put_back), 0), coalesce(sum(unchecked), 0) from compaction "

// Balance tells how many decisions stand after the last compactions; since says what is lately.
func (d *DB) Balance(ctx context.Context, since time.Time) (b Balance, err error) {
	const last = `(select c.id from compaction c where c.session_id = s.id and c.agent_id = '' and c.asked > 0
		and c.state in (%s) order by c.opened_at desc, c.id desc limit 1)`
	const lately = "where id in (select " + last + " from session s where s.last_at >= ?)"
	const before = "where id in (select id from (select " + last + " as id from session s order by s.last_at desc) where id is not null limit ?)"
	for _, by := range []struct {
		of    BalanceOf
		where string
		arg   any
	}{
		{OfSessions, fmt.Sprintf(lately, "'done', 'missed'"), millis(since)},
		{OfKept, fmt.Sprintf(before, "'done', 'missed'"), lastSessions},
		{OfPast, fmt.Sprintf(before, "'past'"), lastSessions},
	} {
		b.Of = by.of
		err = d.sql.QueryRowContext(ctx, sumOutcomes+by.where, by.arg).Scan(&b.Compactions, &b.Asked, &b.Kept, &b.PutBack, &b.Unchecked)
		if err != nil {
			return b, fmt.Errorf("sum up what stands after the last compactions: %w", err)
		}
		if b.Compactions > 0 {
			return b, nil
		}
	}
	return b, nil
}

// CoursePoint sums up the compactions of one stretch of time: those that the keeper was there for, or those before.
type CoursePoint struct {
	N    int // counts the stretches from the first one's begin
	Past bool
	Balance
}

// Course sums up the compactions since from, for stretches of time of the given length.
func (d *DB) Course(ctx context.Context, from time.Time, length time.Duration) ([]CoursePoint, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (p CoursePoint, err error) {
		var n int
		err = r.Scan(&n, &p.Compactions, &p.Asked, &p.Kept, &p.PutBack, &p.Unchecked)
		p.N, p.Past = n/2, n%2 == 0
		return p, err
	}, // One number to group by, which is sorted in half the time of two.
		`select (opened_at - ?1) / ?2 * 2 + (state <> 'past') as n, count(*), sum(asked), sum(kept), sum(put_back), sum(unchecked)
		from compaction where agent_id = '' and opened_at >= ?1 and asked > 0 and state <> 'open' and state <> 'nothing' group by n order by n`,
		millis(from), length.Milliseconds())
	if err != nil {
		return nil, fmt.Errorf("sum up compactions since %s: %w", from.Format(time.DateOnly), err)
	}
	return all, nil
}

// Began tells when the first compaction that has decisions was, and when the keeper was there first: when it recorded its
// first project. Each is zero where it is not known.
func (d *DB) Began(ctx context.Context) (compactions, keeper time.Time, err error) {
	var first, hook int64
	err = d.sql.QueryRowContext(ctx, `select coalesce((select opened_at from compaction where agent_id = '' and asked > 0 order by opened_at limit 1), 0),
		coalesce((select min(created_at) from project), 0)`).Scan(&first, &hook)
	if err != nil {
		return compactions, keeper, fmt.Errorf("find when the first compaction was: %w", err)
	}
	return fromMillis(first), fromMillis(hook), nil
}

// Totals counts what the ledger holds.
type Totals struct{ Sessions, Compactions, Live int }

// Totals counts it over all projects.
func (d *DB) Totals(ctx context.Context) (n Totals, err error) {
	err = d.sql.QueryRowContext(ctx, "select count(*), coalesce(sum(compactions), 0), coalesce(sum(live), 0) from tally").Scan(&n.Sessions, &n.Compactions, &n.Live)
	if err != nil {
		return n, fmt.Errorf("count what the ledger holds: %w", err)
	}
	return n, nil
}

// HookMedian is how long the hooks since a time took, half of them less and half of them more, and how many there were.
func (d *DB) HookMedian(ctx context.Context, since time.Time) (median time.Duration, runs int, err error) {
	var us int64
	err = d.sql.QueryRowContext(ctx, `with run as materialized (select us from hook_run where at >= ? and event <> ? and outcome in ('ok', 'off'))
		select (select count(*) from run), coalesce((select us from run order by us limit 1 offset (select (count(*) - 1) / 2 from run)), 0)`,
		millis(since), probe).Scan(&runs, &us)
	if err != nil {
		return 0, 0, fmt.Errorf("find how long hooks took since %s: %w", since.Format(time.DateTime), err)
	}
	return time.Duration(us) * time.Microsecond, runs, nil
}
