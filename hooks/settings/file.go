package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"
)

// WriteFile replaces the file at path, which is no symlink, with data: whole or not at all, also after a power cut. A
// program that has the old file open or is running it goes on with the old one.
func WriteFile(path string, data []byte, mode fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := keepOwner(f, path); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	// The rename itself lives in the folder. Not every system lets a folder be synced, and the file is whole either way.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		dir.Sync()
		dir.Close()
	}
	return nil
}

// read returns the bytes of a file, nil where there is none.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the settings: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("read the settings: %s is not a file", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	return append([]byte{}, text...), nil
}

// Follow returns the file or folder behind a path's symlinks, which need not exist: people link their settings, or the
// client's folder, into a repository. What lies below a folder that is missing stays as it is written.
func Follow(path string) (string, error) {
	file, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	link, err := os.Readlink(path)
	switch {
	case err != nil && filepath.Dir(path) == path:
		return path, nil
	case err != nil:
		dir, err := Follow(filepath.Dir(path))
		return filepath.Join(dir, filepath.Base(path)), err
	case !filepath.IsAbs(link):
		link = filepath.Join(filepath.Dir(path), link)
	}
	return Follow(link)
}

// checkPath refuses what a hook entry cannot hold: the client starts it in folders of its own, and JSON is Unicode.
func checkPath(path string) error {
	switch {
	case !filepath.IsAbs(path):
		return fmt.Errorf("register %q: not an absolute path", path)
	case !utf8.ValidString(path):
		return fmt.Errorf("register %q: the path is not valid UTF-8, which JSON cannot hold", path)
	}
	return nil
}
