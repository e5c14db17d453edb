package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Health is what can be told about a ledger as a file, and about its clock.
type Health struct {
	Schema, Known int       // the version of its schema, and the newest that this program knows
	Journal       string    // how it is written: wal, delete
	Newest        time.Time // of its hook runs, and of what was forgotten
}

// Health looks through the whole file. An error that Damaged knows means that the file is not sound.
func (d *DB) Health(ctx context.Context) (h Health, err error) {
	h.Known = latest
	var found string
	if err := d.sql.QueryRowContext(ctx, "pragma quick_check(1)").Scan(&found); err != nil {
		return h, fmt.Errorf("check the ledger: %w", err)
	}
	if found != "ok" {
		return h, fmt.Errorf("check the ledger: %w: %s", errUnsound, found)
	}
	for query, to := range map[string]any{"pragma user_version": &h.Schema, "pragma journal_mode": &h.Journal} {
		if err := d.sql.QueryRowContext(ctx, query).Scan(to); err != nil {
			return h, fmt.Errorf("check the ledger by %s: %w", query, err)
		}
	}
	var at int64
	if err := d.sql.QueryRowContext(ctx, "select max(coalesce((select max(at) from hook_run where event <> ?), 0), coalesce((select max(before_at) from forgotten), 0))", probe).Scan(&at); err != nil {
		return h, fmt.Errorf("check the ledger's clock: %w", err)
	}
	h.Newest = fromMillis(at)
	return h, nil
}

// errUnsound is what a check of the file found that no statement has met yet.
var errUnsound = errors.New("it is damaged")

// Networked tells whether a folder lies on a network file system, as far as the system says.
func Networked(dir string) bool { return networked(dir) }
