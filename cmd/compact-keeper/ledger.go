package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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
		return nil, noLedger{dir}
	}
	return d, err
}

// noLedger is that nothing was ever kept; errors.Is finds fs.ErrNotExist in it.
type noLedger struct{ dir string }

func (e noLedger) Error() string {
	return fmt.Sprintf("nothing is kept in %s yet: that begins with your first message after compact-keeper install", e.dir)
}

func (e noLedger) Unwrap() error { return fs.ErrNotExist }

// printNothing prints an empty list where there is no ledger yet, and why it is empty.
func printNothing(out io.Writer, asJSON bool, why error) error {
	if asJSON {
		return printJSON(out, []struct{}{})
	}
	_, err := fmt.Fprintf(out, "%s%s.\n", strings.ToUpper(why.Error()[:1]), why.Error()[1:])
	return err
}

// writeLedger opens the ledger for a command that changes it, making it where it is missing.
func writeLedger(ctx context.Context) (*db.DB, error) {
	dir, err := app.StateDir(os.Getenv)
	if err != nil {
		return nil, err
	}
	d, aside, err := db.OpenSound(ctx, dir, db.Options{})
	if aside != "" {
		fmt.Fprintf(os.Stderr, "The ledger was damaged and is set aside as %s. Each session is read again from its transcript at its next hook; compact-keeper import reads them all.\n", aside)
	}
	return d, err
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
