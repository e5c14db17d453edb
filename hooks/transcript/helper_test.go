package transcript

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder of real transcripts beside the repository, empty where it is missing.
func shared(t testing.TB) string {
	dir := os.Getenv("COMPACT_KEEPER_SHARED")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for !exists(filepath.Join(root, "go.mod")) && root != filepath.Dir(root) {
			root = filepath.Dir(root)
		}
		dir = filepath.Join(root, "..", "shared")
	}
	if !exists(dir) {
		t.Skip("the shared folder is not here")
	}
	return dir
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// samples are the transcripts written for the tests and, where they are here, the shared ones.
func samples(t *testing.T) []string {
	files, _ := filepath.Glob("testdata/*.jsonl")
	if len(files) == 0 {
		t.Fatal("no transcripts in testdata")
	}
	t.Run("shared", func(t *testing.T) {
		for _, dir := range []string{"transcripts", "client/transcripts"} {
			more, _ := filepath.Glob(filepath.Join(shared(t), dir, "*.jsonl"))
			files = append(files, more...)
		}
	})
	return files
}

func write(t testing.TB, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func add(t testing.TB, path string, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(text)
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// readOn reads what path gained, batch by batch, with a state that went through JSON as the database keeps it.
func readOn(t testing.TB, path string, st *State) (items []Item, reset bool) {
	t.Helper()
	for {
		batch, again := readBatch(t, path, st)
		items, reset = append(items, batch...), reset || again
		if len(batch) < Batch {
			return items, reset
		}
	}
}

func readBatch(t testing.TB, path string, st *State) (items []Item, reset bool) {
	t.Helper()
	stored, err := json.Marshal(st)
	if err != nil {
		t.Fatal(err)
	}
	*st = State{}
	if err := json.Unmarshal(stored, st); err != nil {
		t.Fatal(err)
	}
	items, reset, err = ReadFile(context.Background(), path, st, nil)
	if err != nil {
		t.Fatal(err)
	}
	return items, reset
}

// show writes items one a line.
func show(items []Item) string {
	var out strings.Builder
	for _, i := range items {
		switch {
		case i.Word != nil:
			w := i.Word
			fmt.Fprintf(&out, "word %d:%d %s %q", w.Line, w.Ord, w.Channel, w.Text)
			if w.StartsTurn {
				out.WriteString(" starts")
			}
			if w.Suggested {
				out.WriteString(" suggested")
			}
			if w.Question != "" {
				fmt.Fprintf(&out, " answers %q", w.Question)
			}
			fmt.Fprintf(&out, " (%s %s %s %s)", w.SessionID, w.UUID, w.PromptID, w.At.Format("15:04:05.000"))
		case i.Withdraw != nil:
			fmt.Fprintf(&out, "withdraw %s line %d", i.Withdraw.UUID, i.Withdraw.Line)
		case i.TurnEnd:
			out.WriteString("turn ends")
		case i.Boundary != nil:
			fmt.Fprintf(&out, "boundary %d %s %s", i.Boundary.Line, i.Boundary.UUID, i.Boundary.Why)
		case i.TaskReset:
			out.WriteString("tasks anew")
		case i.Task != nil:
			fmt.Fprintf(&out, "task %s %q %s", i.Task.ID, i.Task.Subject, i.Task.Status)
		case i.Compaction != nil:
			c := i.Compaction
			fmt.Fprintf(&out, "compaction %d %s %s %d->%d %dms", c.Line, c.UUID, c.Trigger, c.PreTokens, c.PostTokens, c.DurationMS)
			if c.Rewind {
				out.WriteString(" rewind")
			}
			if c.Rewritten {
				out.WriteString(" rewritten")
			}
			if c.Preserved != nil {
				fmt.Fprintf(&out, " preserved %v", c.Preserved)
			}
			fmt.Fprintf(&out, " %q", c.Summary)
		case i.Echo != nil:
			fmt.Fprintf(&out, "echo of %s %q", i.Echo.BoundaryUUID, i.Echo.Text)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func texts(items []Item) []string {
	var all []string
	for _, i := range items {
		if i.Word != nil {
			all = append(all, i.Word.Text)
		}
	}
	return all
}
