package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode"

	"github.com/compact-keeper/compact-keeper/db"
)

// keepDays is the setting that says after how many days without a word a session is forgotten. 0: never.
const keepDays = "keep_days"

// Unwanted says why a transcript is not to be taken in: all that it can tell was forgotten, or the next upkeep would delete
// it, being from before the oldest that is kept. Empty: nothing speaks against it.
func Unwanted(ctx context.Context, d *db.DB, f Transcript, oldest time.Time) (why string, err error) {
	forgotten, err := d.Forgotten(ctx, f.Session, f.Root)
	switch {
	case err != nil:
		return "", err
	case forgotten.Holds(f.LastAt):
		return "forgotten by compact-keeper forget or keep_days", nil
	case f.LastAt.Before(oldest):
		return "older than keep_days says", nil
	}
	return "", nil
}

// OldestKept is the time before which a session's last word makes it too old, zero where all are kept for ever.
func OldestKept(ctx context.Context, d *db.DB) (time.Time, error) {
	stored, err := d.Settings(ctx)
	if err != nil {
		return time.Time{}, err
	}
	days := 0
	if number(stored, keepDays, &days); days == 0 {
		return time.Time{}, nil
	}
	return d.Now().AddDate(0, 0, -days), nil
}

// ForgetFiles takes out of the state folder's spool and log what speaks of sessions that d remembers as forgotten. It
// goes by what is remembered, so that it finishes what a killed process began.
func ForgetFiles(ctx context.Context, d *db.DB) error {
	return errors.Join(forgetSpool(ctx, d), forgetLog(ctx, d, "log"), forgetLog(ctx, d, "log.1"))
}

// forgetSpool removes what was spooled before its session was forgotten. A file that holds no run goes where it names
// such a session, and where everything was forgotten since it was written.
func forgetSpool(ctx context.Context, d *db.DB) error {
	dir := filepath.Join(d.Dir(), SpoolDir)
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clean the spool: %w", err)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a hook has just taken it in
		}
		var gone bool
		var s spooled
		if err == nil && json.Unmarshal(text, &s) == nil {
			gone, err = forgotSpooled(ctx, d, s)
		} else if err == nil {
			var info os.FileInfo
			if info, err = f.Info(); err == nil {
				gone, err = speaksOfForgotten(ctx, d, text, info.ModTime())
			}
		}
		if gone {
			err = os.Remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("clean the spool of %s: %w", path, err)
		}
	}
	return nil
}

// forgotSpooled tells whether a spooled run belongs to what was forgotten since.
func forgotSpooled(ctx context.Context, d *db.DB, s spooled) (bool, error) {
	f, err := d.Forgotten(ctx, s.SessionID, ProjectRoot(s.Cwd))
	return f.Holds(s.At), err
}

// speaksOfForgotten tells whether a text of the time names a session that was forgotten since.
func speaksOfForgotten(ctx context.Context, d *db.DB, text []byte, at time.Time) (bool, error) {
	names := bytes.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_' })
	for _, id := range append(names, nil) { // nil: everything
		f, err := d.Forgotten(ctx, string(id), "")
		if err != nil || f.Holds(at) {
			return err == nil, err
		}
	}
	return false, nil
}

// forgetLog takes lines out of a log. A line that a hook adds at the same moment may be lost; no word depends on it.
func forgetLog(ctx context.Context, d *db.DB, file string) error {
	path := filepath.Join(d.Dir(), file)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("clean the log: %w", err)
	}
	var kept []byte
	for line := range bytes.Lines(text) {
		stamp, _, _ := bytes.Cut(line, []byte(" "))
		at, _ := time.Parse(time.RFC3339Nano, string(stamp)) // a line without a time is as old as it gets
		gone, err := speaksOfForgotten(ctx, d, line, at)
		if err != nil {
			return err
		}
		if !gone {
			kept = append(kept, line...)
		}
	}
	if len(kept) == len(text) {
		return nil
	}
	return db.WriteFile(path, kept)
}
