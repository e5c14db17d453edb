package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
)

// readLedger opens the ledger for a command that only reads.
func readLedger(ctx context.Context) (*db.DB, error) {
	dir, err := app.StateDir(os.Getenv)
	if err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, dir, db.Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("nothing is kept in %s yet: that begins with your first message after compact-keeper install", dir)
	}
	return d, err
}

// writeLedger opens the ledger for a command that changes it, making it where it is missing.
func writeLedger(ctx context.Context) (*db.DB, error) {
	dir, err := app.StateDir(os.Getenv)
	if err != nil {
		return nil, err
	}
	return db.Open(ctx, dir, db.Options{})
}

// findSession finds a session by its id or the beginning of it.
func findSession(ctx context.Context, d *db.DB, id string) (db.Session, error) {
	s, err := d.SessionByPrefix(ctx, id)
	if errors.Is(err, db.ErrNotFound) {
		return s, fmt.Errorf("no session begins with %q; compact-keeper decisions --all shows their ids", id)
	}
	return s, err
}

// printable makes a text of the ledger safe for a terminal: what would steer it is shown as a code.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// day writes a time for a list.
func day(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.Local().Format("2006-01-02 15:04")
}

// known is a number for JSON, null where 0 stands for unknown.
func known(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

// knownTime is a time for JSON, null where it is unknown.
func knownTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
