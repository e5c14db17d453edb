// Package hooks answers the client's hook events from the ledger: what the summarizer is asked, what is put back, and
// nothing else.
//
// Contract: Answer never blocks the client. Whatever goes wrong it returns the text that is safe to print, mostly none,
// and records the failure in the ledger, else in the spool and the log. It starts no process and needs none running.
// The owner's words are taken from the transcript only, never from an event.
package hooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// Input is what the client writes to a hook's standard input, as far as we use it. Unknown fields are fine.
type Input struct {
	Event          string `json:"hook_event_name"`
	SessionID      string `json:"session_id"`
	TranscriptPath string `json:"transcript_path"`
	Cwd            string `json:"cwd"`
	PromptID       string `json:"prompt_id"`
	Trigger        string `json:"trigger"`                // PreCompact, PostCompact
	Source         string `json:"source"`                 // SessionStart
	AgentID        string `json:"agent_id"`               // inside a subagent
	LastMessage    string `json:"last_assistant_message"` // SubagentStop
	Summary        string `json:"compact_summary"`        // PostCompact
}

// Call is one run of the hook executable.
type Call struct {
	State string           // the state folder
	Part  int              // which part of a text this run prints, from 1
	Now   func() time.Time // the clock
	Start time.Time        // when the run began
	Ends  bool             // the process ends after this run, so the ledger is left, not closed
	// Unattended is set where nobody sits before the client (its own CLAUDE_CODE_SESSION_ATTENDED=0).
	Unattended bool
}

// Wait is how long a hook waits for a lock that another process holds.
const Wait = 1200 * time.Millisecond

// Answer returns what to print for the event on stdin. The error, if any, has been recorded already where it could be.
func (c Call) Answer(ctx context.Context, stdin []byte) (string, error) {
	in, unread := readInput(stdin)
	text, err := c.answer(ctx, in, unread)
	if db.Damaged(err) {
		text, err = c.answer(ctx, in, unread) // the damaged ledger is aside now, a fresh one takes its place
	}
	if err != nil {
		return text, c.fail(in, fmt.Errorf("answer %s of session %s: %w", in.Event, in.SessionID, err))
	}
	return text, nil
}

// readInput takes what the client wrote. A field of another type than expected counts as not there.
func readInput(stdin []byte) (in Input, err error) {
	err = json.Unmarshal(stdin, &in)
	var other *json.UnmarshalTypeError
	if err == nil || errors.As(err, &other) {
		if in.SessionID != "" && in.Event != "" {
			return in, nil
		}
		err = errors.New("no session_id or no hook_event_name")
	}
	return in, fmt.Errorf("read hook input of %d bytes: %w", len(stdin), err)
}

// answer opens the ledger, answers, and records the run, an input that could not be read as well. A damaged ledger is set
// aside before its error is returned.
func (c Call) answer(ctx context.Context, in Input, unread error) (string, error) {
	d, err := db.Open(ctx, c.State, db.Options{Wait: Wait})
	if err != nil {
		return "", setAside(d, err)
	}
	if c.Ends {
		defer d.Leave()
	} else {
		defer d.Close()
	}
	d.Now = c.Now
	r := &run{call: c, in: in, db: d}
	var text string
	if err = unread; err == nil {
		text, err = r.event(ctx)
	}
	if err != nil {
		if err := setAside(d, err); db.Damaged(err) || db.Busy(err) {
			return text, err // the spool records what the ledger cannot; who waited for it once does not wait again
		}
		r.outcome, r.failure, r.recorded = "failed", err.Error(), false
	}
	if !r.recorded {
		if err2 := d.Write(ctx, r.record); err2 != nil {
			return text, errors.Join(err, setAside(d, err2))
		}
	}
	if err != nil {
		c.Log(err)
	}
	if !r.session.Paused {
		c.takeSpool(ctx, d)
	}
	return text, nil
}

// setAside moves a damaged ledger out of the way. It returns err, or what kept it from doing so.
func setAside(d *db.DB, err error) error {
	if d == nil || !db.Damaged(err) {
		return err
	}
	if _, err2 := d.SetAside(); err2 != nil {
		return fmt.Errorf("%v (the ledger is damaged: %w)", err2, err)
	}
	return err
}

// run is one event being answered.
type run struct {
	call    Call
	in      Input
	db      *db.DB
	session db.Session
	barred  barred       // of the session
	ledger  *keep.Ledger // the session's live decisions, while this run alone changes them
	written time.Time    // the end of the last batch that was stored
	review  *review      // of a past summary, made before the transaction that stores it
	usedAt  time.Time    // when the session was used last; zero: now

	outcome, failure string // of the run, for its record
	recorded         bool
}

// record records the run. An event whose last write is sure to be the last calls it there, and spares one more.
func (r *run) record(t *db.Tx) error {
	r.recorded = true
	if r.session.Paused {
		if err := t.CoverPause(); err != nil {
			return err
		}
	}
	return t.AddRun(db.Run{Event: r.in.Event, SessionID: r.in.SessionID, Part: r.call.Part, Took: time.Since(r.call.Start), Outcome: r.outcome, Error: r.failure})
}

// event finds the session and its project's switch, and hands over to the event's own file. Off means off: nothing of
// the session is read then; while the keeper pauses everything is.
func (r *run) event(ctx context.Context) (text string, err error) {
	if r.in.Event == Probe {
		return r.probe(), nil
	}
	if err := r.open(ctx); err != nil {
		return "", err
	}
	switch {
	case r.session.Paused:
		r.outcome = "paused"
		return "", nil
	case !r.session.Enabled:
		r.outcome = "off"
		return "", nil
	}
	r.outcome = "ok"
	switch r.in.Event {
	case "PreCompact":
		text, err = r.preCompact(ctx)
	case "SubagentStop":
		err = r.subagentStop(ctx)
	case "SessionStart":
		text, err = r.sessionStart(ctx)
	case "PostCompact":
		err = r.postCompact(ctx)
	case "UserPromptSubmit":
		text, err = r.userPromptSubmit(ctx)
	case "Stop":
		err = r.stop(ctx)
	case "StopFailure", "SessionEnd":
		err = r.read(ctx)
	}
	if !r.session.Enabled { // switched off meanwhile, or paused
		text = ""
	}
	return text, err
}

// open finds the session, or records it at its first hook.
func (r *run) open(ctx context.Context) (err error) {
	r.session, err = r.db.Session(ctx, r.in.SessionID)
	if err == nil {
		if err = r.goHome(ctx); err != nil {
			return err
		}
		return r.loadBarred(ctx)
	}
	if !errors.Is(err, db.ErrNotFound) {
		return err
	}
	until, err := r.db.PausedUntil(ctx, r.db.Now())
	if r.session.Paused = !until.IsZero(); r.session.Paused || err != nil { // it is not even recorded then
		return err
	}
	if !filepath.IsAbs(r.in.Cwd) { // without it nobody knows whether the project is off
		return fmt.Errorf("record session %s: the event's cwd is %q, not an absolute path", r.in.SessionID, r.in.Cwd)
	}
	root := ProjectRoot(r.in.Cwd)
	err = r.db.Write(ctx, func(t *db.Tx) (err error) {
		r.session, err = t.EnsureSession(r.in.SessionID, root, r.in.TranscriptPath)
		return err
	})
	if err == nil {
		err = r.goHome(ctx)
	}
	if err != nil {
		return err
	}
	return r.loadBarred(ctx)
}
