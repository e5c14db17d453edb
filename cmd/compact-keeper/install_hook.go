package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// hookBuild is a hook executable that install has to bring to its place.
type hookBuild struct {
	program []byte
	says    string // what to tell of the one that lies there, empty where there is nothing to tell
}

// newerHook reads the hook executable that was built beside this program, nil where the one in its place is the same.
func (s setup) newerHook() (*hookBuild, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	if file, err := filepath.EvalSymlinks(self); err == nil {
		self = file
	}
	beside := filepath.Join(filepath.Dir(self), app.HookName())
	built, err := os.ReadFile(beside)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no %s in %s, beside this program: build both with go build -o bin/ ./cmd/...", app.HookName(), filepath.Dir(self))
	}
	if err != nil {
		return nil, fmt.Errorf("read the hook executable: %w", err)
	}
	there, err := os.ReadFile(s.hook)
	if err == nil && bytes.Equal(there, built) && runnable(s.hook) {
		return nil, nil
	}
	return &hookBuild{built, replaces(builtVersion(s.hook), builtVersion(beside))}, nil
}

// runnable reports whether everybody may run the file; Windows goes by its name.
func runnable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 == 0o111)
}

// builtVersion is the version that the Go toolchain wrote into an executable, empty where it wrote none.
func builtVersion(path string) string {
	if info, err := buildinfo.ReadFile(path); err == nil && semver.IsValid(info.Main.Version) {
		return info.Main.Version
	}
	return ""
}

// replaces says which version gives way to which.
func replaces(old, new string) string {
	switch {
	case old == "" || new == "" || old == new:
		return ""
	case semver.Compare(old, new) > 0:
		return fmt.Sprintf("It was %s, which is newer than %s. To have it back, run install of the newer program.", old, new)
	}
	return fmt.Sprintf("It was %s, now it is %s.", old, new)
}

func (s setup) copyHook(built *hookBuild) error {
	if err := os.MkdirAll(filepath.Dir(s.hook), 0o755); err != nil {
		return fmt.Errorf("make a place for the hook executable: %w", err)
	}
	removeSetAside(s.hook)
	write := func() error { return settings.WriteFile(s.hook, built.program, 0o755) }
	return replaceProgram(s.hook, write, os.Rename)
}

// replaceProgram writes over a program that may be running. Windows refuses that, but lets it be renamed: it goes aside
// first then, and comes back if the new one cannot be written.
func replaceProgram(path string, write func() error, rename func(from, to string) error) error {
	err := write()
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	aside := unusedName(path + setAside)
	if rename(path, aside) != nil {
		return err
	}
	if err := write(); err != nil {
		return errors.Join(err, rename(aside, path))
	}
	return nil
}

// setAside is what follows the name of a program that was renamed away, before a number.
const setAside = ".old-"

func unusedName(prefix string) string {
	for n := 1; ; n++ {
		name := fmt.Sprint(prefix, n)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// removeSetAside removes what was renamed away before; one that runs yet stays for the next time.
func removeSetAside(path string) {
	entries, _ := os.ReadDir(filepath.Dir(path))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+setAside) {
			os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}
