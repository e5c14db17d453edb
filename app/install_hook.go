package app

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

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// hookBuild is a hook executable that install has to bring to its place.
type hookBuild struct {
	program []byte
	says    string // what to tell of the one that lies there, empty where there is nothing to tell
}

// newerHook reads the hook executable that was built beside this program, nil where the one in its place is the same.
func (p Place) newerHook() (*hookBuild, error) {
	folder, err := folderOfProgram()
	if err != nil {
		return nil, err
	}
	beside := filepath.Join(folder, HookName())
	built, err := os.ReadFile(beside)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no %s in %s, beside this program: build both with go build -o bin/ ./cmd/...", HookName(), folder)
	}
	if err != nil {
		return nil, fmt.Errorf("read the hook executable: %w", err)
	}
	there, err := os.ReadFile(p.Hook)
	if err == nil && bytes.Equal(there, built) && runnable(p.Hook) {
		return nil, nil
	}
	return &hookBuild{built, replaces(builtVersion(p.Hook), builtVersion(beside))}, nil
}

// folderOfProgram is where this program lies, and with it the hook executable that was built with it.
func folderOfProgram() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	if file, err := filepath.EvalSymlinks(self); err == nil {
		self = file
	}
	return filepath.Dir(self), nil
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

func (p Place) copyHook(built *hookBuild) error {
	if err := os.MkdirAll(filepath.Dir(p.Hook), 0o755); err != nil {
		return fmt.Errorf("make a place for the hook executable: %w", err)
	}
	removeSetAside(p.Hook)
	write := func() error { return settings.WriteFile(p.Hook, built.program, 0o755) }
	return replaceProgram(p.Hook, write, os.Rename)
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
