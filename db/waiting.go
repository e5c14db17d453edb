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
