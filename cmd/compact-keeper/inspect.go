package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

const inspectHint = "compact-keeper inspect --json FILE.jsonl"

// inspect shows what a transcript file holds. It reads the file alone: no database, no client.
func inspect(args []string, out io.Writer) error {
	asJSON := false
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool {
		asJSON = asJSON || a == "--json"
		return a == "--json"
	})
	if len(args) != 1 || args[0] == "" || args[0][0] == '-' {
		return usageError{"inspect takes one transcript file", inspectHint}
	}
	in, err := inspectFile(args[0])
	if err != nil {
		return err
	}
	if asJSON {
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		return e.Encode(in)
	}
	return in.print(out)
}

// inspectFile reads the transcript at path, which may be a link. Nothing is masked: the owner's file is shown to the
// owner as it is, and nothing of it is stored.
func inspectFile(path string) (*inspection, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, fmt.Errorf("inspect %s: %w", path, errors.Unwrap(err))
	}
	if info, err := os.Stat(real); err == nil && info.IsDir() {
		return nil, fmt.Errorf("inspect %s: it is a folder; name one of its .jsonl files", path)
	}
	items, st, err := transcript.ReadAll(context.Background(), real, nil)
	if err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	if st.Rows == 0 {
		return nil, fmt.Errorf("inspect %s: not a transcript of Claude Code: no row of a known type", path)
	}
	in := &inspection{SessionID: st.SessionID, ClientVersion: st.ClientVersion, Skipped: st.Skipped, seen: map[string]bool{}}
	for _, i := range items {
		in.take(i)
	}
	return in, nil
}

// inspection is what a transcript holds, in the form that inspect --json prints.
type inspection struct {
	SessionID     string                `json:"session_id"`
	ClientVersion string                `json:"client_version"`
	Words         []inspectedWord       `json:"words"`
	Tasks         []inspectedTask       `json:"tasks"`
	Boundaries    []inspectedBoundary   `json:"boundaries"`
	Compactions   []inspectedCompaction `json:"compactions"`
	Skipped       transcript.Skipped    `json:"skipped"`

	seen map[string]bool // rows given out: a file may hold one many times
}

// place is where something stands: the row's uuid where it has one, and its line.
type place struct {
	UUID *string `json:"uuid"`
	Line int     `json:"line"`
}

func placeOf(uuid string, line int) place {
	if uuid == "" {
		return place{Line: line}
	}
	return place{&uuid, line}
}

type inspectedWord struct {
	place
	At        string     `json:"at,omitempty"`
	Channel   db.Channel `json:"channel"`
	Text      string     `json:"text"`
	Question  string     `json:"question,omitempty"`
	Suggested bool       `json:"suggested,omitempty"`
	Withdrawn bool       `json:"withdrawn,omitempty"`
}

type inspectedTask struct {
	ID      string `json:"id"`
	Subject string `json:"subject"`
	Status  string `json:"status"`
}

type inspectedBoundary struct {
	place
	Why string `json:"why"`
}

type inspectedCompaction struct {
	place
	At         string     `json:"at,omitempty"`
	Trigger    db.Trigger `json:"trigger"`
	PreTokens  int64      `json:"pre_tokens"`
	PostTokens int64      `json:"post_tokens"`
	Rewind     bool       `json:"rewind,omitempty"`
	Rewritten  bool       `json:"rewritten,omitempty"`
}

// once says whether what the parts name comes for the first time.
func (in *inspection) once(parts ...any) bool {
	key := fmt.Sprintf("%q", parts)
	if in.seen[key] {
		return false
	}
	in.seen[key] = true
	return true
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

// take adds one item.
func (in *inspection) take(i transcript.Item) {
	switch {
	case i.Word != nil:
		in.word(*i.Word)
	case i.Withdraw != nil:
		for k := range in.Words {
			if w := &in.Words[k]; w.place.is(i.Withdraw) {
				w.Withdrawn = true
			}
		}
	case i.TaskReset:
		in.Tasks = nil
	case i.Task != nil:
		in.task(*i.Task)
	case i.Boundary != nil:
		if b := i.Boundary; in.once("boundary", b.UUID, b.Line, b.Why) {
			in.Boundaries = append(in.Boundaries, inspectedBoundary{placeOf(b.UUID, b.Line), b.Why})
		}
	case i.Compaction != nil:
		in.compaction(i.Compaction)
	}
}

func (p place) is(r *transcript.Ref) bool {
	if p.UUID != nil || r.UUID != "" {
		return p.UUID != nil && *p.UUID == r.UUID
	}
	return p.Line == r.Line
}

// word adds a word, unless its row or the same words of the same moment were there before.
func (in *inspection) word(w db.Word) {
	row := w.UUID == "" || in.once("row", w.UUID, w.Ord, w.Text)
	moment := w.At.IsZero() || in.once("moment", w.SessionID, w.At.UnixMilli(), w.Ord, w.Text)
	if row && moment {
		in.Words = append(in.Words, inspectedWord{placeOf(w.UUID, w.Line), stamp(w.At), w.Channel, w.Text, w.Question, w.Suggested, w.Withdrawn})
	}
}

func (in *inspection) task(t db.Task) {
	i := slices.IndexFunc(in.Tasks, func(old inspectedTask) bool { return old.ID == t.ID })
	switch {
	case t.Status == "deleted":
		in.Tasks = slices.DeleteFunc(in.Tasks, func(old inspectedTask) bool { return old.ID == t.ID })
	case i < 0:
		in.Tasks = append(in.Tasks, inspectedTask(t))
	default:
		in.Tasks[i] = inspectedTask(t)
	}
}

func (in *inspection) compaction(c *db.CompactBoundary) {
	if c.UUID != "" && !in.once("compaction", c.UUID) {
		return
	}
	in.Compactions = append(in.Compactions, inspectedCompaction{place: placeOf(c.UUID, c.Line), At: stamp(c.At),
		Trigger: c.Trigger, PreTokens: c.PreTokens, PostTokens: c.PostTokens, Rewind: c.Rewind, Rewritten: c.Rewritten})
}

func (in *inspection) print(out io.Writer) error {
	_, err := fmt.Fprintf(out, "session %s, client %s\n%d words of the owner, %d tasks, %d boundaries, %d compactions\n",
		in.SessionID, in.ClientVersion, len(in.Words), len(in.Tasks), len(in.Boundaries), len(in.Compactions))
	return err
}
