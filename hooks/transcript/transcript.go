// Package transcript reads the client's JSONL transcripts.
//
// Contract: ReadFile goes on where State left off, takes whole lines only, and returns what the new rows hold, in the
// order of the file. It never fails on a row: what it cannot use is counted in State.Skipped. Every text it returns or
// keeps in State has passed mask first; a nil mask changes nothing. The caller stores State (it is plain JSON) together with the items, in one
// transaction. Of a row of a time that State.PassOver names no text is taken.
package transcript

import (
	"context"

	"github.com/compact-keeper/compact-keeper/db"
)

// Item is one thing a transcript row told. Exactly one field is set.
type Item struct {
	Word       *db.Word            // a new word of the owner
	Withdraw   *Ref                // a word given out earlier that the owner took back, or sent again edited
	TurnEnd    bool                // the running turn of the main conversation has ended
	Boundary   *db.Boundary        // a piece of work ended
	Task       *db.Task            // a task was made or changed
	TaskReset  bool                // the task list was written anew; Task items follow
	Compaction *db.CompactBoundary // a compaction of the main conversation, its summary included
	Echo       *Echo               // what a manual compaction left in the context beside the summary
}

// Ref names a word by the row that held it, or by line where the row had no uuid.
type Ref struct {
	UUID string
	Line int
}

// Echo is the <local-command-stdout> row after a manual /compact: the PreCompact hooks' own text stands in it, masked.
type Echo struct {
	BoundaryUUID string
	Text         string
}

// Batch is how many items ReadFile returns at most, but for those of its last row: no more than one transaction takes.
const Batch = 256

// ReadFile reads what path gained since st, and moves st forward. Where it returns Batch items or more there may be more
// to read. A file that shrank or was replaced is read again from its start (reset is then true, and a word may come a
// second time). It stops at ctx's end between two rows with what it has; st then says how far it came, and the error is
// ctx's.
func ReadFile(ctx context.Context, path string, st *State, mask func(string) string) (items []Item, reset bool, err error) {
	r := reader{st: st, mask: mask}
	_, reset, err = read(ctx, path, &r, portion{items: Batch})
	return r.items, reset, err
}

// What ReadPast gives at most, so that nobody waits long for the transaction that stores it.
const (
	pastItems = 64
	pastBytes = 16 << 20
)

// ReadPast is ReadFile for who has time: it gives less at once, and what precedes a compaction without it, so that the
// summary can be checked against what is stored by then. ended says that nobody writes to the file any more: its last
// line counts though nothing ends it, and what the file leaves open is told at its end. more says that this was not all.
func ReadPast(ctx context.Context, path string, st *State, mask func(string) string, ended bool) (items []Item, more, reset bool, err error) {
	r := reader{st: st, mask: mask}
	more, reset, err = read(ctx, path, &r, portion{pastItems, pastBytes, true, ended})
	return r.items, more, reset, err
}

// ReadAll reads a file that nobody writes to, at once.
func ReadAll(ctx context.Context, path string, mask func(string) string) ([]Item, *State, error) {
	r := reader{st: &State{}, mask: mask}
	_, _, err := read(ctx, path, &r, portion{whole: true})
	return r.items, r.st, err
}
