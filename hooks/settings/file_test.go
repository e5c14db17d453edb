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

func TestModeOfTheFileStays(t *testing.T) {
	for _, want := range []fs.FileMode{0o600, 0o640, 0o644, 0o666, 0o755} {
		l := newLab(t)
		l.write("{}")
		if err := os.Chmod(l.path, want); err != nil {
			t.Fatal(err)
		}
		l.install()
		if got := mode(t, l.path); got != want {
			t.Errorf("after install %v, want %v", got, want)
		}
		l.uninstall()
		if got := mode(t, l.path); got != want {
			t.Errorf("after uninstall %v, want %v", got, want)
		}
	}
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

func TestSymlinkStays(t *testing.T) {
	for _, c := range []struct{ name, link string }{
		{"a relative link", "repo/claude.json"},
		{"a link to a link", "second"},
	} {
		for _, before := range []string{none, "{\n  \"a\": 1\n}\n"} {
			t.Run(c.name+" to "+map[bool]string{true: "nothing", false: "a file"}[before == none], func(t *testing.T) {
				l := newLab(t)
				dir := filepath.Dir(l.path)
				target := filepath.Join(dir, "repo", "claude.json")
				for _, err := range []error{os.Mkdir(filepath.Dir(target), 0o755), os.Symlink(target, filepath.Join(dir, "second")), os.Symlink(c.link, l.path)} {
					if err != nil {
						t.Fatal(err)
					}
				}
				if before != none {
					if err := os.WriteFile(target, []byte(before), 0o640); err != nil {
						t.Fatal(err)
					}
				}
				edit := l.install()
				if edit.Path != target {
					t.Errorf("edited %s, want %s", edit.Path, target)
				}
				if text, err := os.ReadFile(target); err != nil || !strings.Contains(string(text), hookPath) {
					t.Errorf("the file behind the link was not written: %v", err)
				}
				l.uninstall()
				if mode(t, l.path)&fs.ModeSymlink == 0 {
					t.Error("the link is gone")
				}
				l.want("after uninstall", l.file(), before)
			})
		}
	}
}

func TestALinkToItselfIsAnError(t *testing.T) {
	l := newLab(t)
	if err := os.Symlink(l.path, l.path); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Install(l.path, hookPath, l.state); err == nil {
		t.Error("install followed a link to itself")
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

func TestAFailedFirstInstallLeavesNoTrace(t *testing.T) {
	l := newLab(t)
	l.path = filepath.Join(filepath.Dir(l.path), "no", "such", "folder", "settings.json")
	if _, err := settings.Install(l.path, hookPath, l.state); err == nil {
		t.Fatal("install wrote into a folder that is not there")
	}
	if left, err := os.ReadDir(l.state); err != nil || len(left) > 0 {
		t.Errorf("in the state folder is left %v (%v)", left, err)
	}
}

func TestAFolderInPlaceOfTheFileIsAnError(t *testing.T) {
	l := newLab(t)
	if err := os.Mkdir(l.path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Install(l.path, hookPath, l.state); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("error %v, want one that says it is no file", err)
	}
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
