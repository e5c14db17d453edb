package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Windows refuses to write over a program that runs, and lets it be renamed.
func TestAProgramThatRunsIsSetAside(t *testing.T) {
	inUse := &fs.PathError{Op: "rename", Path: "hook", Err: fs.ErrPermission}
	full := errors.New("no space left on device")
	for _, c := range []struct {
		name        string
		there       bool
		write       []error // of the first and of the second write
		rename      error
		want        error
		left, aside string
	}{
		{"nothing there", false, []error{nil}, nil, nil, "new", ""},
		{"one that rests", true, []error{nil}, nil, nil, "new", ""},
		{"one that runs", true, []error{inUse, nil}, nil, nil, "new", "old"},
		{"one that runs, and then the disk is full", true, []error{inUse, full}, nil, full, "old", ""},
		{"a full disk", true, []error{full}, nil, full, "old", ""},
		{"a folder that nobody may write", true, []error{inUse}, fs.ErrPermission, fs.ErrPermission, "old", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hook.exe")
			if c.there {
				if err := os.WriteFile(path, []byte("old"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			writes := 0
			err := replaceProgram(path, func() error {
				if err := c.write[writes]; err != nil {
					writes++
					return err
				}
				return os.WriteFile(path, []byte("new"), 0o755)
			}, func(from, to string) error {
				if c.rename != nil {
					return c.rename
				}
				return os.Rename(from, to)
			})
			if !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			read := func(path string) string {
				text, _ := os.ReadFile(path)
				return string(text)
			}
			if got := read(path); got != c.left {
				t.Errorf("in its place lies %q, want %q", got, c.left)
			}
			if got := read(path + ".old-1"); got != c.aside {
				t.Errorf("set aside is %q, want %q", got, c.aside)
			}
			removeSetAside(path)
			if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
				t.Errorf("the next install leaves %v (%v), want one program", left, err)
			}
		})
	}
}

func TestWhichVersionGivesWay(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"", "v1.0.0", ""},
		{"v1.0.0", "", ""},
		{"v1.0.0", "v1.0.0", ""},
		{"v1.9.0", "v1.10.0", "It was v1.9.0, now it is v1.10.0."},
		{"v1.10.0", "v1.9.0", "It was v1.10.0, which is newer than v1.9.0. To have it back, run install of the newer program."},
		{"v0.0.0-20261130175602-26aff0100000", "v0.0.0-20261201080000-abcdef000000", "It was v0.0.0-20261130175602-26aff0100000, now it is v0.0.0-20261201080000-abcdef000000."},
	} {
		if got := replaces(c.old, c.new); got != c.want {
			t.Errorf("%s gives way to %s: %q, want %q", c.old, c.new, got, c.want)
		}
	}
}
