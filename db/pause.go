package db

import (
	"context"
	"fmt"
	"time"
)

// PausedUntil tells until when all projects count as off, the zero time where they do not at now.
func (d *DB) PausedUntil(ctx context.Context, now time.Time) (time.Time, error) {
	var until int64
	err := d.sql.QueryRowContext(ctx, "select coalesce(max(to_at), 0) from pause where from_at <= ? and to_at > ?", millis(now), millis(now)).Scan(&until)
	if err != nil {
		return time.Time{}, fmt.Errorf("look up whether the keeper pauses: %w", err)
	}
	return fromMillis(until), nil
}
