// Package settings puts the keeper's hooks into the client's settings.json and takes them out again.
//
// Contract: a value-level edit. Order, spacing, indent, line ends, byte order mark, symlink and mode of the file stay,
// and so does every byte of hooks that are someone else's. What the client would not read is refused, untouched. The file
// is written whole or not at all. Uninstall gives back the bytes Install found, unless the file was edited since: then
// only our entries go.
package settings

import "errors"

// Edit is a settings file before and after a change.
type Edit struct {
	Path   string // of the file itself, symlinks followed
	Before []byte // nil: there was no file
	After  []byte // nil: there is none any more
}

// Changed reports whether the edit does anything.
func (e Edit) Changed() bool {
	return (e.Before == nil) != (e.After == nil) || string(e.Before) != string(e.After)
}

// Diff is the edit as a unified diff, empty when nothing changes.
func (e Edit) Diff() string { return "" }

// PlanInstall works out what Install would write, and writes nothing.
func PlanInstall(path, hookPath, stateDir string) (Edit, error) {
	return Edit{}, errors.New("not built yet")
}

// Install registers the hook executable at hookPath in the settings file at path, for the state in stateDir. It keeps
// there what Uninstall needs to give the file back.
func Install(path, hookPath, stateDir string) (Edit, error) {
	return Edit{}, errors.New("not built yet")
}

// PlanUninstall works out what Uninstall would write, and writes nothing.
func PlanUninstall(path, stateDir string) (Edit, error) {
	return Edit{}, errors.New("not built yet")
}

// Uninstall takes our entries out of the settings file at path.
func Uninstall(path, stateDir string) (Edit, error) {
	return Edit{}, errors.New("not built yet")
}

// Installed reports whether the hooks were installed for stateDir and not uninstalled since.
func Installed(stateDir string) bool { return false }

// Events names the client's events that the keeper's hooks are registered for.
func Events() []string { return nil }
