package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// wipePause is how long Wipe leaves the ledger to others before it tries again.
const wipePause = 50 * time.Millisecond

// Unfinished tells whether something was deleted whose traces no Wipe has taken out yet.
func (d *DB) Unfinished(ctx context.Context) (yes bool, err error) {
	err = d.sql.QueryRowContext(ctx, "select exists (select 1 from forgotten where scope = 'unfinished')").Scan(&yes)
	if err != nil {
		return false, fmt.Errorf("look up whether something is half forgotten: %w", err)
	}
	return yes, nil
}

// Wipe takes out of the files of the database what it does not use any more: it writes the database anew, into the WAL,
// takes that in and cuts it to nothing. Hooks that want to write meanwhile wait as long as they do for any process, then
// spool. Where others hold the ledger for longer than patience, it returns an error that Busy knows: then traces are left
// and Unfinished says so, also to later processes.
func (d *DB) Wipe(ctx context.Context, patience time.Duration) error {
	end := time.Now().Add(patience)
	for _, step := range []func(context.Context) error{d.vacuum, d.emptyWAL} {
		for {
			err := step(ctx)
			if err == nil {
				break
			}
			if !Busy(err) || time.Now().After(end) {
				return fmt.Errorf("take out of the ledger's files what is not used any more: %w", err)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(wipePause):
			}
		}
	}
	return d.Write(ctx, func(t *Tx) error {
		if _, err := t.exec("delete from forgotten where scope = 'unfinished'"); err != nil {
			return fmt.Errorf("record that nothing is half forgotten: %w", err)
		}
		return nil
	})
}

func (d *DB) vacuum(ctx context.Context) error {
	if _, err := d.sql.ExecContext(ctx, "pragma secure_delete = on"); err != nil {
		return err
	}
	_, err := d.sql.ExecContext(ctx, "vacuum")
	return err
}

// errReaders says that somebody still reads what the WAL holds.
var errReaders = errors.New("another process is reading the ledger, or writing to it, all the time")

// emptyWAL takes the WAL into the database and cuts it to nothing. Where there is none it does nothing.
func (d *DB) emptyWAL(ctx context.Context) error {
	var busy, frames, taken int
	if err := d.sql.QueryRowContext(ctx, "pragma wal_checkpoint(truncate)").Scan(&busy, &frames, &taken); err != nil {
		return err
	}
	if busy != 0 {
		return errReaders
	}
	return nil
}

// SetAsides lists the damaged ledgers that were set aside in the state folder dir, with the files beside them.
func SetAsides(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look for damaged ledgers: %w", err)
	}
	var all []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), File+".damaged-") {
			all = append(all, filepath.Join(dir, e.Name()))
		}
	}
	return all, nil
}
