// Package db is the ledger: the schema and every query on it. It is the only package that speaks SQL.
//
// Contract: many processes use one database at once. Every write goes through Write, one IMMEDIATE transaction with one
// time, so that a reader-then-writer never meets a lock it cannot wait for. What Write returned nil for is on disk for
// every later process, also when this one is killed. Not found is ErrNotFound. Texts are masked before they come here.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"modernc.org/sqlite" // also registers the driver
)

// ErrNotFound is returned for a key that no row has.
var ErrNotFound = errors.New("not found")

// File is the database's name in its state folder.
const File = "keeper.db"

// DB is an open ledger.
type DB struct {
	sql  *sql.DB
	dir  string
	wait time.Duration
	file os.FileInfo // the database file as it was opened, for SetAside
	// Now is the clock of every time the ledger stores.
	Now func() time.Time
}

// Options say how to open a ledger.
type Options struct {
	// Wait is how long a write waits for other processes. 0: 5 s.
	Wait time.Duration
	// ReadOnly opens an existing ledger without the right to change it.
	ReadOnly bool
}

// Open opens the ledger in the state folder dir, making both where they are missing. With an error that Damaged knows
// the ledger comes back as well, so that the caller can call SetAside.
func Open(ctx context.Context, dir string, o Options) (*DB, error) {
	if o.Wait == 0 {
		o.Wait = 5 * time.Second
	}
	path := filepath.Join(dir, File)
	d := &DB{dir: dir, wait: o.Wait, Now: time.Now}
	var err error
	if d.sql, err = sql.Open("sqlite", dsn(path, o)); err != nil {
		return nil, fmt.Errorf("open ledger %s: %w", path, err)
	}
	d.sql.SetMaxOpenConns(1)
	if o.ReadOnly {
		d.sql.SetMaxOpenConns(4)
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("open ledger: %w", err)
		}
		return d, d.bringUpToDate(ctx, o)
	}
	fresh, err := makeFiles(dir, path)
	if err == nil {
		d.file, err = os.Stat(path)
	}
	if err == nil {
		err = d.migrate(ctx, fresh)
	}
	if err == nil {
		return d, nil
	}
	err = fmt.Errorf("open ledger %s: %w", path, err)
	if Damaged(err) {
		return d, err
	}
	d.sql.Close()
	return nil, err
}

func dsn(path string, o Options) string {
	q := url.Values{}
	q.Set("_busy_timeout", strconv.FormatInt(o.Wait.Milliseconds(), 10))
	if o.ReadOnly {
		q.Set("mode", "ro")
	} else {
		q.Set("_txlock", "immediate")
		q.Set("_synchronous", "NORMAL")
		q.Set("_foreign_keys", "on")
	}
	// The path is escaped by hand: "?" and "#" in a folder name would end it.
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

// makeFiles makes the folder and an empty file before SQLite does, so that neither the database nor the WAL beside it,
// which takes over its mode, is ever readable by others, whatever the umask.
func makeFiles(dir, path string) (fresh bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrNotExist) {
		if err = os.MkdirAll(dir, 0o700); err != nil {
			return false, err
		}
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if errors.Is(err, os.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}

// Close ends the connection.
func (d *DB) Close() error { return d.sql.Close() }

// leaveBytes is the size up to which a WAL is left to the next process. To read it costs that one some 4 µs a page; to
// take it into the database costs four syncs of the disk.
const leaveBytes = 512 << 10

// Leave is Close for a process that ends next: it spares the checkpoint that the last one to close a database makes,
// while the WAL is small. To the next process this looks as if this one had been killed, which loses nothing.
func (d *DB) Leave() error {
	if wal, err := os.Stat(filepath.Join(d.dir, File+"-wal")); err == nil && wal.Size() < leaveBytes {
		return nil
	}
	return d.Close()
}

// Dir is the state folder.
func (d *DB) Dir() string { return d.dir }

// querier is what reading functions need: the pool, or a write under way.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// scanner is a row that can be read.
type scanner interface{ Scan(dest ...any) error }

// collect reads every row of a query by scan.
func collect[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// notFound gives database/sql's word for a missing row ours.
func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Primary result codes of SQLite.
const (
	codeError   = 1
	codeBusy    = 5
	codeCorrupt = 11
	codeNotADB  = 26
)

// Damaged tells an unsound database file from every other error, one that lacks tables, or has them all at version 0,
// included: only damage, or another program's file, can look like that.
func Damaged(err error) bool {
	if code(err, codeError) {
		return strings.Contains(err.Error(), "no such table: ") || strings.Contains(err.Error(), " already exists")
	}
	return code(err, codeCorrupt) || code(err, codeNotADB) || errors.Is(err, errUnsound)
}

// Failed tells an error of the database from every other one.
func Failed(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e)
}

// Busy tells that another process held the ledger for longer than the wait.
func Busy(err error) bool { return code(err, codeBusy) || errors.Is(err, errReaders) }

func code(err error, primary int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == primary
}
