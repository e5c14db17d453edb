package past

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// found is a file that may be a transcript.
type found struct {
	path    string
	size    int64
	changed time.Time
}

// list finds the files, and opens none.
func (s *search) list(config string, paths []string) (files []found, err error) {
	if len(paths) == 0 {
		return s.projects(filepath.Join(config, "projects"))
	}
	for _, p := range paths {
		full, err := filepath.Abs(p)
		if err == nil {
			full, err = filepath.EvalSymlinks(full) // the owner named it
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("find transcripts: there is no file or folder %s", p)
		}
		if err != nil {
			return nil, fmt.Errorf("find transcripts: %w", err)
		}
		err = filepath.WalkDir(full, func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				s.leaveOut(path, err.Error(), true)
			case e.IsDir() && e.Name() == "subagents" && path != full:
				return fs.SkipDir
			case !e.IsDir() && (path == full || isTranscript(e.Name())):
				files = s.add(files, path, e)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("find transcripts: %w", err)
		}
	}
	slices.SortFunc(files, func(a, b found) int { return strings.Compare(a.path, b.path) })
	return slices.CompactFunc(files, func(a, b found) bool { return a.path == b.path }), nil
}

// projects lists the client's transcripts: <folder>/<session>.jsonl.
func (s *search) projects(dir string) (files []found, err error) {
	folders, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // no client has run here yet
	}
	if err != nil {
		return nil, fmt.Errorf("find transcripts: %w", err)
	}
	for _, folder := range folders {
		path := filepath.Join(dir, folder.Name())
		if !folder.IsDir() {
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			s.leaveOut(path, err.Error(), true)
		}
		for _, e := range entries {
			if !e.IsDir() && isTranscript(e.Name()) {
				files = s.add(files, filepath.Join(path, e.Name()), e)
			}
		}
	}
	return files, nil
}

// isTranscript leaves out the files of subagents, which clients before 2.1 kept beside the session's.
func isTranscript(name string) bool {
	return strings.HasSuffix(name, ".jsonl") && !strings.HasPrefix(name, "agent-")
}

func (s *search) add(files []found, path string, e fs.DirEntry) []found {
	info, err := e.Info()
	switch {
	case errors.Is(err, fs.ErrNotExist): // gone meanwhile
	case err != nil:
		s.leaveOut(path, err.Error(), true)
	case !info.Mode().IsRegular():
		s.leaveOut(path, "not a regular file", false)
	case info.Size() > 0:
		return append(files, found{path, info.Size(), info.ModTime()})
	}
	return files
}
