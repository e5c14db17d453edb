//go:build unix

package db_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

// BR-66: nobody else reads the ledger, whatever the umask.
func TestBR66NobodyElseReadsTheLedger(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	dir := filepath.Join(t.TempDir(), "state", "compact-keeper")
	d := open(t, dir)
	session(t, d, "s")
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", e.Name(), info.Mode().Perm())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, db.File+"-wal")); err != nil {
		t.Errorf("no WAL was looked at: %v", err)
	}
}
