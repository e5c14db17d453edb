package db

import (
	"context"
	"database/sql"
	"fmt"
)

// Watch tells whether the ledger has changed. It keeps a connection of its own, for which the commits of every other one
// are another's, those of this process included. A look costs some microseconds and takes no lock.
type Watch struct {
	conn    *sql.Conn
	version int64
}

// Watch begins to watch. Its first look says that the ledger has changed.
func (d *DB) Watch(ctx context.Context) (*Watch, error) {
	conn, err := d.sql.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("watch the ledger: %w", err)
	}
	return &Watch{conn: conn, version: -1}, nil
}

// Changed tells whether somebody has committed since it was called last.
func (w *Watch) Changed(ctx context.Context) (bool, error) {
	var v int64
	if err := w.conn.QueryRowContext(ctx, "pragma data_version").Scan(&v); err != nil {
		return false, fmt.Errorf("see whether the ledger has changed: %w", err)
	}
	changed := v != w.version
	w.version = v
	return changed, nil
}

// Close gives the connection back.
func (w *Watch) Close() error { return w.conn.Close() }
