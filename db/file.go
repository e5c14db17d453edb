package db

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// WriteFile puts text at path as a whole or not at all, readable by the owner only.
func WriteFile(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err = f.Write(text); err == nil {
		err = f.Sync()
	}
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// SetAside renames the file that d had open, WAL and all, so that Open makes a fresh one, closes d, and returns the name
// the file now has. Nothing is deleted. When several processes meet the damage at once, the first one moves the file and
// the others find that it is no longer the one they had open: they get an empty name.
func (d *DB) SetAside() (string, error) {
	if runtime.GOOS == "windows" { // where an open file cannot be renamed
		d.Close()
	}
	defer d.Close() // not before: it would write the WAL into the damaged file
	unlock, err := lock(filepath.Join(d.dir, "set-aside.lock"))
	if err != nil {
		return "", fmt.Errorf("set damaged ledger aside: %w", err)
	}
	defer unlock()
	path := filepath.Join(d.dir, File)
	now, err := os.Stat(path)
	if err != nil || !os.SameFile(now, d.file) {
		return "", nil
	}
	aside := ""
	for at := d.Now(); ; at = at.Add(time.Millisecond) { // a clock that was set back must not bring an earlier name again
		aside = path + ".damaged-" + at.UTC().Format("20060102T150405.000")
		if _, err := os.Lstat(aside); os.IsNotExist(err) {
			break
		}
	}
	for _, ext := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+ext, aside+ext); err != nil && !(ext != "" && os.IsNotExist(err)) {
			return "", fmt.Errorf("set damaged ledger aside: %w", err)
		}
	}
	return aside, nil
}

// OpenSound is Open for a ledger that may be written anew: a damaged one is set aside first, and the name it then has is
// returned, empty where another process moved it or nothing was damaged.
func OpenSound(ctx context.Context, dir string, o Options) (d *DB, aside string, err error) {
	d, err = Open(ctx, dir, o)
	if !Damaged(err) {
		return d, "", err
	}
	if aside, err = d.SetAside(); err != nil {
		return nil, "", err
	}
	d, err = Open(ctx, dir, o)
	return d, aside, err
}
