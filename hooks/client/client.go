// Package client reads what the client leaves on disk about itself: the sessions that run now, and its version.
//
// Contract: it only reads, starts no program, and never the client. What a client of another version wrote otherwise, or
// not at all, counts as unknown: a zero value, not an error.
package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Session is a conversation whose client runs now.
type Session struct {
	PID        int
	ID         string // the conversation's; it follows /clear
	Cwd        string
	Kind       string // interactive, …
	Entrypoint string // cli, sdk-cli, claude-vscode, …
	Status     string // idle, busy, waiting
	Version    string // the client's
	StartedAt  time.Time
}

// sessionFile is <config>/sessions/<pid>.json. The client removes it at its end, unless it is killed.
type sessionFile struct {
	PID        int    `json:"pid"`
	SessionID  string `json:"sessionId"`
	Cwd        string `json:"cwd"`
	Kind       string `json:"kind"`
	Entrypoint string `json:"entrypoint"`
	Status     string `json:"status"`
	Version    string `json:"version"`
	StartedAt  int64  `json:"startedAt"` // Unix milliseconds
	ProcStart  string `json:"procStart"` // when the process began, in the system's own words
}

// Running lists the sessions of a client configuration folder whose process lives, the one started first first. A file
// that cannot be read is passed over, and told in the error beside the others.
func Running(configDir string) ([]Session, error) {
	dir := filepath.Join(configDir, "sessions")
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list running sessions: %w", err)
	}
	var all []Session
	var failed error
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".json") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it has just ended
		}
		var s sessionFile
		if err == nil {
			err = json.Unmarshal(text, &s)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("read session %s: %w", f.Name(), err))
			continue
		}
		if s.PID > 0 && s.SessionID != "" && alive(s.PID, s.ProcStart) {
			all = append(all, Session{s.PID, s.SessionID, s.Cwd, s.Kind, s.Entrypoint, s.Status, s.Version, time.UnixMilli(s.StartedAt)})
		}
	}
	slices.SortFunc(all, func(a, b Session) int { return a.StartedAt.Compare(b.StartedAt) })
	return all, failed
}
