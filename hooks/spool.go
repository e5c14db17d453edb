package hooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// spooled is a hook run that the ledger did not take. It holds where the owner's words are, not the words: whether the
// project is switched off may not be known when it is written.
type spooled struct {
	At             time.Time `json:"at"`
	Event          string    `json:"event"`
	SessionID      string    `json:"session_id"`
	TranscriptPath string    `json:"transcript_path"`
	Cwd            string    `json:"cwd"`
	Error          string    `json:"error"`
}

// SpoolDir is the spool's name in the state folder.
const SpoolDir = "spool"

// spoolBatch is how many spooled runs one hook takes in, so that none waits long.
const spoolBatch = 20

// fail keeps a run that the ledger did not take for a later one, writes err to the log, and returns it.
func (c Call) fail(in Input, err error) error {
	if in.SessionID != "" && in.TranscriptPath != "" {
		if err2 := c.spool(in, err); err2 != nil {
			err = errors.Join(err, err2)
		}
	}
	c.Log(err)
	return err
}

func (c Call) spool(in Input, cause error) error {
	now := c.Now()
	text, err := json.Marshal(spooled{now, in.Event, in.SessionID, in.TranscriptPath, in.Cwd, cause.Error()})
	if err != nil {
		return fmt.Errorf("spool %s of session %s: %w", in.Event, in.SessionID, err)
	}
	dir := filepath.Join(c.State, SpoolDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("spool %s of session %s: %w", in.Event, in.SessionID, err)
	}
	return db.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%d.json", now.UnixNano(), os.Getpid())), text)
}

// takeSpool takes in what earlier runs could not store: it reads their transcripts, and only then removes the file.
// Two hooks that take in the same one do no harm: a word counts once.
func (c Call) takeSpool(ctx context.Context, d *db.DB) {
	dir := filepath.Join(c.State, SpoolDir)
	files, err := os.ReadDir(dir)
	if err != nil {
		return // mostly: there is no spool
	}
	taken := 0
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		if strings.HasPrefix(f.Name(), ".") {
			c.clear(path, f)
		}
		if filepath.Ext(path) != ".json" || taken == spoolBatch || time.Since(c.Start) > readTime {
			continue
		}
		taken++
		if err := c.takeSpooled(ctx, d, path); err != nil {
			c.Log(fmt.Errorf("take in %s: %w", path, err))
		}
	}
}

// clear removes what a hook left that was killed while it wrote to the spool. No hook lives for a minute.
func (c Call) clear(path string, f os.DirEntry) {
	if info, err := f.Info(); err == nil && c.Now().Sub(info.ModTime()) > time.Minute {
		os.Remove(path)
	}
}

func (c Call) takeSpooled(ctx context.Context, d *db.DB, path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another hook has just taken it in
	}
	if err != nil {
		return err
	}
	var s spooled
	if err := json.Unmarshal(text, &s); err != nil {
		return errors.Join(fmt.Errorf("it holds no hook run, and stays as %s.bad: %w", path, err), os.Rename(path, path+".bad"))
	}
	if gone, err := forgotSpooled(ctx, d, s); err != nil {
		return err
	} else if gone {
		return os.Remove(path)
	}
	r := &run{call: c, db: d, in: Input{Event: "spooled", SessionID: s.SessionID, TranscriptPath: s.TranscriptPath, Cwd: s.Cwd}}
	if err := r.open(ctx); err != nil {
		return err
	}
	if r.session.Paused { // it waits: what was said before the pause shall still come in
		return nil
	}
	if r.session.Enabled {
		// A file that cannot be read now is left to its session's next hook: it must not keep the spool from getting empty.
		if err := r.read(ctx); db.Failed(err) || errors.Is(err, context.DeadlineExceeded) {
			return err
		} else if err != nil {
			s.Error += "; " + err.Error()
		}
	}
	err = d.Write(ctx, func(t *db.Tx) error {
		return t.AddRun(db.Run{Event: s.Event, SessionID: s.SessionID, Outcome: "spooled", Error: s.Error})
	})
	if err != nil {
		return err
	}
	return os.Remove(path)
}

// logLimit is the size in bytes at which the log starts anew, the old one kept beside it.
const logLimit = 1 << 20

// Log appends a line to the log in the state folder. There is nobody left to tell when that fails.
func (c Call) Log(err error) {
	path := filepath.Join(c.State, "log")
	if info, err := os.Stat(path); err == nil && info.Size() > logLimit {
		os.Rename(path, path+".1")
	}
	os.MkdirAll(c.State, 0o700)
	f, err2 := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK, 0o600) // a pipe must not block
	if err2 != nil {
		return
	}
	defer f.Close()
	line := strings.ReplaceAll(err.Error(), "\n", "; ")
	fmt.Fprintf(f, "%s hook: %s\n", c.Now().UTC().Format(time.RFC3339Nano), line)
}
