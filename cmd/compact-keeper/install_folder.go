package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// madeConfig is a file in the state folder that stands while the client's folder is one that install made.
const madeConfig = "made-client-folder"

// makeConfig makes the client's folder where there is none, and notes that, so that uninstall leaves no empty one behind.
func (s setup) makeConfig() (made bool, err error) {
	if _, err := os.Stat(s.config); err == nil {
		return false, nil
	}
	for _, dir := range []string{s.config, s.state} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return false, fmt.Errorf("make the client's folder: %w", err)
		}
	}
	return true, settings.WriteFile(filepath.Join(s.state, madeConfig), nil, 0o600)
}

// unmakeConfig removes the client's folder where install made it and nothing lies in it, and forgets who made it.
func (s setup) unmakeConfig() (removed bool) {
	if !s.ownConfig() {
		return false
	}
	removed = os.Remove(s.config) == nil
	os.Remove(filepath.Join(s.state, madeConfig))
	os.Remove(s.state) // only while nothing lies in it
	return removed
}

func (s setup) ownConfig() bool {
	_, err := os.Stat(filepath.Join(s.state, madeConfig))
	return err == nil
}
