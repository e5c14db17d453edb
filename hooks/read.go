package hooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// A hook reads for readTime from its start, and for leastTime however late it comes to it; the rest of its time is for
// storing and answering. Between two writes it leaves the ledger to others for breather at least: SQLite gives a lock to
// whoever asks at the right moment, not to who waits longest.
const (
	readTime  = 700 * time.Millisecond
	leastTime = 100 * time.Millisecond
	breather  = 10 * time.Millisecond
)

// read takes in what the session's transcript gained. The file is read outside the transactions, which take a batch
// each; when another process took the same rows in meanwhile, this one starts again where that one ended. A file that is
// not there yet, as at a session's first prompt, is no error. When its time is over it keeps what it has, and the next
// hook goes on from there.
func (r *run) read(ctx context.Context) error {
	path := r.in.TranscriptPath
	if path == "" {
		path = r.session.Transcript
	}
	inTime, cancel := context.WithTimeout(ctx, max(readTime-time.Since(r.call.Start), leastTime))
	defer cancel()
	for {
		st := r.state()
		items, reset, readErr := transcript.ReadFile(inTime, path, &st, keep.Mask)
		if errors.Is(readErr, fs.ErrNotExist) {
			return nil
		}
		if readErr != nil && !errors.Is(readErr, context.DeadlineExceeded) {
			return readErr
		}
		if len(items) == 0 && !reset && st.Offset == r.session.ReadOffset {
			return readErr
		}
		saved, err := r.store(ctx, path, items, st)
		if err != nil || readErr != nil || saved && len(items) < transcript.Batch || !r.session.Enabled {
			return errors.Join(err, readErr)
		}
	}
}

// state is where the reading of the session's transcript stands.
func (r *run) state() (st transcript.State) {
	if r.session.ReadState != "" {
		if err := json.Unmarshal([]byte(r.session.ReadState), &st); err != nil {
			st = transcript.State{} // read again: what is known already counts once
		}
	}
	st.PassOver = r.barred.passOver()
	return st
}

// store takes a batch in and moves the reading forward to st, in one transaction. It answers false where another process
// did so meanwhile; the session is then as that one left it.
func (r *run) store(ctx context.Context, path string, items []transcript.Item, st transcript.State) (saved bool, err error) {
	if err := r.leaveOut(ctx, items, &st); err != nil {
		return false, err
	}
	state, err := json.Marshal(st)
	if err != nil {
		return false, fmt.Errorf("store reading of %s: %w", path, err)
	}
	time.Sleep(breather - time.Since(r.written)) // none the first time
	err = r.db.Write(ctx, func(t *db.Tx) (err error) {
		if saved, err = t.SaveReading(r.session, path, st.Offset, string(state)); err != nil || !saved {
			return err
		}
		if err = r.take(t, items); err != nil || r.usedAt.IsZero() {
			return err
		}
		return t.SetLastAt(r.session.ID, r.usedAt)
	})
	r.written = time.Now()
	switch {
	case err != nil:
		return false, err
	case saved:
		r.session.ReadOffset, r.session.ReadState = st.Offset, string(state)
	default:
		r.ledger = nil
		err = r.open(ctx) // which records it anew where it was forgotten meanwhile
	}
	return saved, err
}

// take stores what the rows told, in their order.
func (r *run) take(t *db.Tx, items []transcript.Item) error {
	if r.ledger == nil {
		live, err := t.Decisions(r.session.ID, db.Live)
		if err != nil {
			return err
		}
		r.ledger = &keep.Ledger{Decisions: live}
	}
	// What was said before the last end of a turn in items is answered, so that only this one has to look at words again.
	turnEnd := -1
	for i, it := range items {
		if it.TurnEnd {
			turnEnd = i
		}
	}
	for i, it := range items {
		var err error
		switch {
		case it.TurnEnd && i < turnEnd:
			err = t.SaveDecisions(nil, r.ledger.EndTurn())
		case it.Word != nil && i < turnEnd:
			it.Word.Answered = true
			fallthrough
		default:
			err = r.takeItem(t, r.ledger, it)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadLedger reads the session's live decisions.
func (r *run) loadLedger(t *db.Tx) error {
	live, err := t.Decisions(r.session.ID, db.Live)
	r.ledger = &keep.Ledger{Decisions: live}
	return err
}

func (r *run) takeItem(t *db.Tx, ledger *keep.Ledger, it transcript.Item) error {
	id := r.session.ID
	switch {
	case it.Word != nil:
		w := *it.Word
		w.SessionID = id
		isNew, err := t.AddWord(&w)
		if err == nil && w.ID == 0 {
			return r.reverseAgain(t, ledger, w)
		}
		if err != nil || !isNew {
			return err
		}
		added, changed := ledger.Add(w)
		for _, d := range added {
			d.WordID, d.SessionID = w.ID, id
		}
		return t.SaveDecisions(added, changed)
	case it.TurnEnd:
		return endTurn(t, ledger, id)
	case it.Withdraw != nil:
		if err := t.WithdrawWord(id, it.Withdraw.UUID, it.Withdraw.Line); err != nil {
			return err
		}
		if err := t.SaveDecisions(nil, ledger.Withdraw(it.Withdraw.UUID, it.Withdraw.Line)); err != nil {
			return err
		}
		if err := t.Unreplace(id, it.Withdraw.UUID, it.Withdraw.Line); err != nil {
			return err
		}
		live, err := t.Decisions(id, db.Live)
		ledger.Decisions = live
		return err
	case it.Boundary != nil:
		return t.AddBoundary(id, *it.Boundary)
	case it.TaskReset:
		return t.ClearTasks(id)
	case it.Task != nil:
		return t.SaveTask(id, *it.Task)
	case it.Compaction != nil:
		return r.confirm(t, *it.Compaction)
	case it.Echo != nil:
		return r.echo(t, *it.Echo)
	}
	return nil
}

// endTurn lets one-off go-aheads end with the turn they started.
func endTurn(t *db.Tx, ledger *keep.Ledger, session string) error {
	if err := t.AnswerWords(session); err != nil {
		return err
	}
	return t.SaveDecisions(nil, ledger.EndTurn())
}
