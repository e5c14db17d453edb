package app

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// madeConfig is a file in the state folder that stands while the client's folder is one that install made.
const madeConfig = "made-client-folder"

// makeConfig makes the client's folder where there is none, and notes that, so that uninstall leaves no empty one behind.
func (p Place) makeConfig() (made bool, err error) {
	if _, err := os.Stat(p.Config); err == nil {
		return false, nil
	}
	for _, dir := range []string{p.Config, p.State} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return false, fmt.Errorf("make the client's folder: %w", err)
		}
	}
	return true, settings.WriteFile(filepath.Join(p.State, madeConfig), nil, 0o600)
}

// unmakeConfig removes the client's folder where install made it and nothing lies in it, and forgets who made it.
func (p Place) unmakeConfig() (removed bool) {
	if !p.ownConfig() {
		return false
	}
	removed = os.Remove(p.Config) == nil
	os.Remove(filepath.Join(p.State, madeConfig))
	os.Remove(p.State) // only while nothing lies in it
	return removed
}

func (p Place) ownConfig() bool {
	_, err := os.Stat(filepath.Join(p.State, madeConfig))
	return err == nil
}
