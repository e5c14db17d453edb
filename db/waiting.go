package db

import (
	"context"
	"fmt"
)

// CountWaiting counts what waits on the owner: the open questions of all projects.
func (d *DB) CountWaiting(ctx context.Context) (n int, err error) {
	err = d.sql.QueryRowContext(ctx, "select count(*) from decision where status = 'live' and kind = 'open_question'").Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count what waits on the owner: %w", err)
	}
	return n, nil
}

// Waiting lists the n newest open questions of all projects that are older than the decision before, 0 for the newest.
func (d *DB) Waiting(ctx context.Context, before int64, n int) ([]DecisionItem, error) {
	where, args := "d.status = 'live' and d.kind = 'open_question'", []any{}
	if before != 0 {
		at, err := d.decisionAt(ctx, before)
		if err != nil {
			return nil, err
		}
		where, args = where+" and (d.at, d.id) < (?, ?)", []any{millis(at), before}
	}
	all, err := collect(ctx, d.sql, scanItem, "select "+itemColumns+" from decision d"+itemJoins+"where "+where+" order by d.at desc, d.id desc limit ?", append(args, n)...)
	if err != nil {
		return nil, fmt.Errorf("list what waits on the owner: %w", err)
	}
	return all, nil
}
