// Package settings puts the keeper's hooks into the client's settings.json and takes them out again.
//
// Contract: a value-level edit. Order, spacing, indent, line ends, encoding, symlink and mode of the file stay, and so
// does every byte of hooks that are someone else's. What the client would not read (client 2.1.332: no strict JSON, a
// wrong value of a known key, hooks in a wrong place, too large) is refused, untouched, with the place and what to change.
// The file is written whole or not at all. Uninstall gives back the bytes Install found, unless the file was edited since:
// then only our entries go.
package settings

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
)

// Edit is a settings file before and after a change.
type Edit struct {
	Path   string // of the file itself, symlinks followed
	Before []byte // nil: there was no file
	After  []byte // nil: there is none any more
}

// Changed reports whether the edit does anything.
func (e Edit) Changed() bool { return !same(e.Before, e.After) }

// same tells no file from an empty one.
func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// Diff is the edit as a unified diff, empty when nothing changes.
func (e Edit) Diff() string {
	label := func(text []byte) string {
		if text == nil {
			return os.DevNull
		}
		return e.Path
	}
	return udiff.Unified(label(e.Before), label(e.After), string(e.Before), string(e.After))
}

// HooksOff reports whether the file, edited, switches off every hook of the client.
func (e Edit) HooksOff() bool {
	d, err := parse(e.Path, e.After)
	if err != nil {
		return false
	}
	off := member(&d.root, "disableAllHooks")
	return off != nil && off.Value.Kind() == 't'
}

// PlanInstall works out what Install would write, and writes nothing.
func PlanInstall(path, hookPath, stateDir string) (Edit, error) {
	e, _, err := planInstall(path, hookPath, stateDir)
	return e, err
}

// Install registers the hook executable at hookPath in the settings file at path, for the state in stateDir, and keeps
// there what Uninstall needs to give the file back. Entries of ours that are older, or elsewhere, are replaced.
func Install(path, hookPath, stateDir string) (Edit, error) {
	e, was, err := planInstall(path, hookPath, stateDir)
	if err != nil {
		return e, err
	}
	if !e.Changed() && Installed(stateDir) {
		return e, nil
	}
	// Backups that are there stay until the file is written: whatever happens in between, one goes with the file.
	b := backup{was, sum(e.After)}
	there, err := b.save(stateDir)
	if err != nil {
		return e, err
	}
	if err := e.write(); err != nil {
		if !there {
			os.Remove(filepath.Join(stateDir, b.name()))
		}
		return e, err
	}
	return e, dropBackups(stateDir, b.name())
}

// planInstall also returns the file as it would be without us, nil for no file.
func planInstall(path, hookPath, stateDir string) (e Edit, was []byte, err error) {
	for _, p := range []string{hookPath, stateDir} {
		if err := checkPath(p); err != nil {
			return e, nil, err
		}
	}
	e, was, err = planUninstall(path, stateDir)
	if err != nil {
		return e, nil, err
	}
	now, err := parse(e.Path, e.Before)
	if err != nil {
		return e, nil, err
	}
	if err := now.check(e.Path); err != nil {
		return e, nil, err
	}
	if err := now.room(e.Path); err != nil {
		return e, nil, err
	}
	then, err := parse(e.Path, was)
	if err != nil {
		return e, nil, err
	}
	then.add(hookPath, stateDir)
	e.After = e.Before
	if !sameEntries(now, then) {
		e.After = then.pack()
	}
	if e.Changed() && len(e.After) > sizeLimit {
		return e, nil, fmt.Errorf("edit %s: with our hooks it would have %d bytes, and the client skips a file of more than %d whole; nothing was changed. Shorten it", e.Path, len(e.After), sizeLimit)
	}
	return e, was, e.allowed()
}

// PlanUninstall works out what Uninstall would write, and writes nothing.
func PlanUninstall(path, stateDir string) (Edit, error) {
	e, was, err := planUninstall(path, stateDir)
	if err != nil {
		return e, err
	}
	e.After = was
	return e, e.allowed()
}

// Uninstall takes our entries out of the settings file at path, and drops what Install kept for it in stateDir.
func Uninstall(path, stateDir string) (Edit, error) {
	e, err := PlanUninstall(path, stateDir)
	if err != nil {
		return e, err
	}
	if err := e.write(); err != nil {
		return e, err
	}
	return e, dropBackups(stateDir, "")
}

// planUninstall reads the file and returns it as it would be without us, nil for no file.
func planUninstall(path, stateDir string) (e Edit, was []byte, err error) {
	if e.Path, err = Follow(path); err != nil {
		return e, nil, fmt.Errorf("follow the symlink %s: %w", path, err)
	}
	if e.Before, err = read(e.Path); err != nil {
		return e, nil, err
	}
	kept, err := loadBackup(stateDir, e.Before)
	if err != nil {
		return e, nil, err
	}
	if kept.before != nil && kept.sum == sum(e.Before) {
		return e, kept.before, nil
	}
	d, err := parse(e.Path, e.Before)
	if err != nil {
		return e, nil, err
	}
	if !d.strip(parseBackup(kept)) {
		return e, e.Before, nil
	}
	if kept.sum != "" && kept.before == nil && d.empty() {
		return e, nil, nil
	}
	return e, d.pack(), nil
}

// parseBackup reads the file as it was. A backup that does not parse is as good as none: it only says which empty lists
// were there before.
func parseBackup(kept backup) *document {
	d, err := parse("", kept.before)
	if err != nil {
		d, _ = parse("", nil)
	}
	return d
}

// write brings the edit to disk.
func (e Edit) write() error {
	if !e.Changed() {
		return nil
	}
	now, err := read(e.Path)
	if err != nil {
		return err
	}
	if same(now, e.After) {
		return nil // an install beside this one was faster
	}
	if !same(now, e.Before) {
		return fmt.Errorf("edit %s: someone else changed it at the same moment; nothing was written, run this again", e.Path)
	}
	if e.After == nil {
		return os.Remove(e.Path)
	}
	return WriteFile(e.Path, e.After, e.mode())
}

// mode is the file's, and that of a file only its owner reads where there is none.
func (e Edit) mode() fs.FileMode {
	info, err := os.Stat(e.Path)
	if err != nil {
		return 0o600
	}
	return info.Mode().Perm()
}

// allowed refuses to change a file that was made read-only, although a rename could.
func (e Edit) allowed() error {
	if e.Changed() && e.mode()&0o200 == 0 {
		return fmt.Errorf("edit %s: it is read-only (mode %04o); nothing was changed. Make it writable (chmod u+w) and run this again", e.Path, e.mode())
	}
	return nil
}
