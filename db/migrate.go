package db

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"
)

// Migrations are append-only and only add: an older executable must be able to go on with a newer database.
//
//go:embed migrations/*.sql
var migrations embed.FS

// latest is the schema's version: the number of migrations. A test compares it with the files.
const latest = 6

// migrate brings the schema up to date. Hooks start it many times at once, so the version is read again under the
// write lock; a reader that finds it current takes no lock at all.
func (d *DB) migrate(ctx context.Context, fresh bool) error {
	version := 0
	if !fresh {
		if err := d.sql.QueryRowContext(ctx, "pragma user_version").Scan(&version); err != nil {
			return fmt.Errorf("read schema version: %w", err)
		}
	}
	if version >= latest {
		return nil
	}
	if version > 0 { // another program's database has a version of its own, and must not get our tables
		if _, err := d.sql.ExecContext(ctx, "select 1 from session limit 0"); err != nil {
			return fmt.Errorf("look for the tables of version %d: %w", version, err)
		}
	}
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	mode := "wal"
	if networked(d.dir) {
		mode = "delete"
	}
	if err := d.setJournal(ctx, mode); err != nil {
		return fmt.Errorf("set journal mode %s: %w", mode, err)
	}
	return d.Write(ctx, func(t *Tx) error {
		if err := t.row("pragma user_version").Scan(&version); err != nil {
			return fmt.Errorf("read schema version: %w", err)
		}
		if version >= len(files) {
			return nil
		}
		for _, name := range files[version:] {
			text, err := migrations.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := t.exec(string(text)); err != nil {
				return fmt.Errorf("migrate by %s: %w", name, err)
			}
		}
		if _, err := t.exec(fmt.Sprintf("pragma user_version = %d", len(files))); err != nil {
			return fmt.Errorf("store schema version %d: %w", len(files), err)
		}
		if version > 0 {
			return nil
		}
		if err := t.takeOffList(d.dir); err != nil {
			return err
		}
		if err := t.takePauseList(); err != nil {
			return err
		}
		return t.takeForgotten()
	})
}

// bringUpToDate migrates a ledger that an older program made and that is to be read only.
func (d *DB) bringUpToDate(ctx context.Context, o Options) error {
	version := 0
	if err := d.sql.QueryRowContext(ctx, "pragma user_version").Scan(&version); err != nil || version == 0 || version >= latest {
		return nil // what is wrong with it shows at the first look at a table
	}
	writer, err := Open(ctx, d.dir, Options{Wait: o.Wait})
	if err != nil {
		d.sql.Close()
		return fmt.Errorf("it was made by an older compact-keeper: %w", err)
	}
	return writer.Close()
}

// setJournal tries until the database is free or the wait is over: for a change of the journal mode SQLite itself does
// not wait in every case (seen with many processes that make one new database).
func (d *DB) setJournal(ctx context.Context, mode string) error {
	for end := time.Now().Add(d.wait); ; time.Sleep(2 * time.Millisecond) {
		_, err := d.sql.ExecContext(ctx, "pragma journal_mode = "+mode)
		if !code(err, codeBusy) || time.Now().After(end) {
			return err
		}
	}
}
