package settings_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func TestWhatWeMakeIsThePersonsOwn(t *testing.T) {
	l := newLab(t)
	l.install()
	if got := mode(t, l.path); got != 0o600 {
		t.Errorf("a new settings file has mode %v, want 0600", got)
	}
	l.uninstall()
	l.write("{}")
	l.install()
	if got := mode(t, l.state); got != fs.ModeDir|0o700 {
		t.Errorf("the state folder has mode %v, want 0700", got)
	}
	err := filepath.WalkDir(l.state, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && mode(t, path) != 0o600 {
			t.Errorf("%s has mode %v, want 0600", path, mode(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyFileIsLeftAlone(t *testing.T) {
	l := newLab(t)
	l.write("{}")
	l.install()
	installed := l.file()
	if err := os.Chmod(l.path, 0o444); err != nil {
		t.Fatal(err)
	}
	for verb, err := range map[string]error{
		"install":   second(settings.Install(l.path, "/elsewhere/compact-keeper-hook", l.state)),
		"uninstall": second(settings.Uninstall(l.path, l.state)),
	} {
		if err == nil || !strings.Contains(err.Error(), "read-only (mode 0444); nothing was changed") {
			t.Errorf("%s: error %v, want one that says read-only", verb, err)
		}
	}
	l.want("the file", l.file(), installed)
	if err := os.Chmod(l.path, 0o644); err != nil {
		t.Fatal(err)
	}
	l.uninstall()
	l.want("uninstalled once it is writable", l.file(), "{}")
}

func TestNoTempFileIsLeft(t *testing.T) {
	l := newLab(t)
	l.write("{}")
	l.install()
	if err := settings.WriteFile(l.state, []byte("x"), 0o600); err == nil {
		t.Error("a folder was replaced by a file")
	}
	l.uninstall()
	left, err := os.ReadDir(filepath.Dir(l.path))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		if f.Name() != "settings.json" && f.Name() != "state" {
			t.Errorf("%s is left", f.Name())
		}
	}
}

func second(_ settings.Edit, err error) error { return err }
