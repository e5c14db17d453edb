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
	"time"
)

// backup is what it takes to give a settings file back: as it was before us, and the sum of it as Install left it.
type backup struct {
	before []byte // nil: there was no file
	sum    string // empty: nothing is installed
}

// A backup is one file in the state folder, so that it is there whole or not at all: a plain copy, which a person can put
// back too, or an empty file where there was none. Its name tells of which installed file.
const (
	backupPrefix = "settings-before-"
	ofAFile      = ".json"
	ofNoFile     = ".none"
)

// name is that of the backup's file.
func (b backup) name() string {
	if b.before == nil {
		return backupPrefix + b.sum + ofNoFile
	}
	return backupPrefix + b.sum + ofAFile
}

// Installed reports whether the hooks were installed for stateDir and not uninstalled since.
func Installed(stateDir string) bool {
	names, err := backups(stateDir)
	return err == nil && len(names) > 0
}

// backups lists the files of all backups. After a kill there can be two.
func backups(stateDir string) (names []string, err error) {
	entries, err := os.ReadDir(stateDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read what install kept: %w", err)
	}
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); strings.HasPrefix(e.Name(), backupPrefix) && (ext == ofAFile || ext == ofNoFile) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// loadBackup reads the backup that goes with the file as it is now, else the latest; the zero backup where there is none.
func loadBackup(stateDir string, now []byte) (b backup, err error) {
	names, err := backups(stateDir)
	if err != nil {
		return b, err
	}
	var chosen string
	var latest time.Time
	for _, name := range names {
		info, err := os.Stat(filepath.Join(stateDir, name))
		if err != nil {
			continue // an uninstall beside this was faster
		}
		if strings.HasPrefix(name, backupPrefix+sum(now)) {
			chosen = name
			break
		}
		if info.ModTime().After(latest) {
			chosen, latest = name, info.ModTime()
		}
	}
	if chosen == "" {
		return b, nil
	}
	b.sum = strings.TrimSuffix(strings.TrimPrefix(chosen, backupPrefix), filepath.Ext(chosen))
	if filepath.Ext(chosen) == ofAFile {
		b.before, err = read(filepath.Join(stateDir, chosen))
	}
	return b, err
}

// save adds the backup to those that are there. It reports whether it was there already.
func (b backup) save(stateDir string) (there bool, err error) {
	path := filepath.Join(stateDir, b.name())
	if text, err := read(path); err == nil && text != nil && string(text) == string(b.before) {
		return true, nil
	}
	if err := os.MkdirAll(stateDir, 0o700); err != nil {
		return false, fmt.Errorf("make the state folder: %w", err)
	}
	return false, WriteFile(path, b.before, 0o600)
}

// dropBackups removes all backups but one, or all where keep is empty.
func dropBackups(stateDir, keep string) error {
	names, err := backups(stateDir)
	for _, name := range names {
		if name != keep {
			if e := os.Remove(filepath.Join(stateDir, name)); e != nil && !errors.Is(e, fs.ErrNotExist) {
				err = errors.Join(err, fmt.Errorf("drop the copy of the settings: %w", e))
			}
		}
	}
	return err
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:8])
}
