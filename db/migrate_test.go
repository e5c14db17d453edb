package db

import (
	"context"
	"database/sql"
	"io/fs"
	"path/filepath"
	"testing"
)

func TestTheLatestVersionIsThatOfTheFiles(t *testing.T) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(files) != latest {
		t.Errorf("%d migration files, %v; latest is %d", len(files), err, latest)
	}
}

func TestALedgerOfAnOlderProgramCanBeReadAtOnce(t *testing.T) {
	dir := t.TempDir()
	first, err := migrations.ReadFile("migrations/0001.sql")
	if err != nil {
		t.Fatal(err)
	}
	old, err := sql.Open("sqlite", filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Exec(string(first) + "; pragma user_version = 1"); err != nil {
		t.Fatal(err)
	}
	old.Close()
	d, err := Open(context.Background(), dir, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Session(context.Background(), "s"); err == nil || Damaged(err) {
		t.Errorf("a session that is not there: %v", err)
	}
	if _, err := d.Deliveries(context.Background()); err != nil {
		t.Error(err)
	}
}
