package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Tx is one write. Its methods share one time.
type Tx struct {
	tx  *sql.Tx
	ctx context.Context
	dir string // the state folder
	Now time.Time
	// again holds the queries of this write, prepared from their second use on: for SQLite to read one costs more than to
	// run it, but most are used once.
	again map[string]*sql.Stmt
	// past is what this write has looked up of what was forgotten.
	past pastMemory
}

// Write runs f in one IMMEDIATE transaction and commits it when f returns nil.
func (d *DB) Write(ctx context.Context, f func(*Tx) error) error {
	tx, err := d.sql.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin write: %w", err)
	}
	defer tx.Rollback()
	if err := f(&Tx{tx: tx, ctx: ctx, dir: d.dir, Now: d.Now(), again: map[string]*sql.Stmt{}}); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func (t *Tx) exec(query string, args ...any) (sql.Result, error) {
	if s := t.prepared(query); s != nil {
		return s.ExecContext(t.ctx, args...)
	}
	return t.tx.ExecContext(t.ctx, query, args...)
}

func (t *Tx) row(query string, args ...any) *sql.Row {
	if s := t.prepared(query); s != nil {
		return s.QueryRowContext(t.ctx, args...)
	}
	return t.tx.QueryRowContext(t.ctx, query, args...)
}

// prepared is the statement of a query that this write has used before, nil at the first use and where the query fails.
func (t *Tx) prepared(query string) *sql.Stmt {
	s, used := t.again[query]
	if used && s == nil {
		s, _ = t.tx.PrepareContext(t.ctx, query)
	}
	t.again[query] = s
	return s
}

// Fill runs a statement of package bulk.
func (t *Tx) Fill(query string, args ...any) error {
	_, err := t.exec(query, args...)
	return err
}
