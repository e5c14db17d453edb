package db

import (
	"io/fs"
	"testing"
)

func TestTheLatestVersionIsThatOfTheFiles(t *testing.T) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(files) != latest {
		t.Errorf("%d migration files, %v; latest is %d", len(files), err, latest)
	}
}
