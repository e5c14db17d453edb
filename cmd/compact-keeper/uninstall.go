package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

func uninstall(args []string, out io.Writer) error {
	dry, err := dryRun("uninstall", args)
	if err != nil {
		return err
	}
	s, err := newSetup()
	if err != nil {
		return err
	}
	if dry {
		return s.previewUninstall(out)
	}
	edit, err := settings.Uninstall(s.settings, s.state)
	if err != nil {
		return err
	}
	switch {
	case !edit.Changed():
		fmt.Fprintf(out, "No hooks of compact-keeper stand in %s\n", s.settings)
	case edit.After == nil:
		fmt.Fprintf(out, "Removed %s, which install had made.\n", edit.Path)
	default:
		fmt.Fprintf(out, "Took the hooks out of %s\n", s.settings)
	}
	if s.unmakeConfig() {
		fmt.Fprintf(out, "Removed the empty folder %s, which install had made too.\n", s.config)
	}
	if other := s.otherUser(); other != "" {
		fmt.Fprintf(out, "Left the hook executable: another client configuration uses it, with its state in %s\n", other)
	} else if err := s.removeHook(out); err != nil {
		return err
	}
	os.Remove(s.state) // only where nothing was ever kept in it
	if _, err := os.Stat(s.state); err == nil {
		fmt.Fprintf(out, "What was kept stays in %s; delete that folder to be rid of it.\n", s.state)
	}
	return nil
}

// previewUninstall prints what uninstall would do.
func (s setup) previewUninstall(out io.Writer) error {
	edit, err := settings.PlanUninstall(s.settings, s.state)
	if err != nil {
		return err
	}
	switch {
	case !edit.Changed():
		fmt.Fprintf(out, "Nothing to take out: no hooks of compact-keeper stand in %s\n", s.settings)
	case edit.After == nil:
		fmt.Fprintf(out, "Would remove %s, which install had made.\n", edit.Path)
	default:
		fmt.Fprintf(out, "Would take the hooks out of %s\n", s.settings)
	}
	if left, err := os.ReadDir(s.config); err == nil && s.ownConfig() && edit.After == nil && edit.Changed() && len(left) == 1 {
		fmt.Fprintf(out, "Would remove the folder %s, which install had made too.\n", s.config)
	}
	fmt.Fprint(out, edit.Diff())
	if _, err := os.Stat(s.hook); err == nil && s.otherUser() == "" {
		fmt.Fprintf(out, "Would remove the hook executable %s\n", s.hook)
	}
	return nil
}

// otherUser is the state folder of another client configuration that runs the hook executable, empty where none does.
func (s setup) otherUser() string {
	folders := []string{s.baseState}
	entries, _ := os.ReadDir(s.baseState)
	for _, e := range entries {
		folders = append(folders, filepath.Join(s.baseState, e.Name()))
	}
	for _, folder := range folders {
		if folder != s.state && settings.Installed(folder) {
			return folder
		}
	}
	return ""
}

func (s setup) removeHook(out io.Writer) error {
	err := os.Remove(s.hook)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("remove the hook executable: %w; the hooks are out of the settings, and if it is just running, uninstall again removes it", err)
	}
	removeSetAside(s.hook)
	// Only while nothing else lies in them.
	if os.Remove(filepath.Dir(s.hook)) == nil {
		os.Remove(filepath.Dir(filepath.Dir(s.hook)))
	}
	fmt.Fprintf(out, "Removed the hook executable %s\n  If another settings file names it, the client reports that hook as failed there, and goes on.\n", s.hook)
	return nil
}
