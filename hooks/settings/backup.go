package settings

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// backup is what it takes to give a settings file back: as it was before us, and the sum of it as Install left it.
type backup struct {
	before []byte // nil: there was no file
	sum    string // empty: nothing is installed
}

// The files of a backup, in the state folder. The first is a plain copy, so that a person can put it back too.
const (
	beforeFile = "settings-before.json"
	sumFile    = "settings-installed.sha256"
)

// Installed reports whether the hooks were installed for stateDir and not uninstalled since.
func Installed(stateDir string) bool {
	_, err := os.Stat(filepath.Join(stateDir, sumFile))
	return err == nil
}

func loadBackup(stateDir string) (backup, error) {
	text, err := os.ReadFile(filepath.Join(stateDir, sumFile))
	if errors.Is(err, fs.ErrNotExist) {
		return backup{}, nil
	}
	if err != nil {
		return backup{}, fmt.Errorf("read what install kept: %w", err)
	}
	before, err := read(filepath.Join(stateDir, beforeFile))
	return backup{before, strings.TrimSpace(string(text))}, err
}

// saveBackup drops the old sum first and writes the new one last: a sum that stands always goes with the copy beside it.
// Saving the zero backup leaves none.
func saveBackup(stateDir string, b backup) error {
	for _, name := range []string{sumFile, beforeFile} {
		if err := os.Remove(filepath.Join(stateDir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("drop the copy of the settings: %w", err)
		}
	}
	if b.sum == "" {
		return nil
	}
	if err := os.MkdirAll(stateDir, 0o700); err != nil {
		return fmt.Errorf("make the state folder: %w", err)
	}
	if b.before != nil {
		if err := WriteFile(filepath.Join(stateDir, beforeFile), b.before, 0o600); err != nil {
			return err
		}
	}
	return WriteFile(filepath.Join(stateDir, sumFile), []byte(b.sum+"\n"), 0o600)
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}
