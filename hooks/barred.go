package hooks

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// barred is what of a session is not taken in, however often its transcript is read: what was said while its project's
// switch was off, and what the owner had forgotten.
type barred struct {
	off       []db.OffWindow
	forgotten db.Forgotten
}

// loadBarred finds it out. A session of a project that was never off, in a ledger in which nothing was ever forgotten, needs
// no query for that.
func (r *run) loadBarred(ctx context.Context) (err error) {
	r.barred = barred{}
	if r.session.WasOff {
		if r.barred.off, err = r.db.OffWindows(ctx, r.session.ProjectID); err != nil {
			return err
		}
	}
	if r.session.Forgot {
		r.barred.forgotten, err = r.db.Forgotten(ctx, r.session.ID, r.session.Root)
	}
	return err
}

// passOver is barred.holds, nil where nothing is passed over.
func (b barred) passOver() func(at time.Time) bool {
	if len(b.off) == 0 && b.forgotten.Before.IsZero() {
		return nil
	}
	return b.holds
}

func (b barred) holds(at time.Time) bool {
	return b.forgotten.Holds(at) || slices.ContainsFunc(b.off, func(o db.OffWindow) bool { return o.Holds(at) })
}

// leaveOut takes out of a batch, and out of what the reading remembers, what is not to be stored. The items keep their
// number, so that a full batch still shows as one. Forgotten words stay among them: the ledger refuses them.
func (r *run) leaveOut(ctx context.Context, items []transcript.Item, st *transcript.State) error {
	if !r.session.WasOff && !r.session.Forgot {
		return nil
	}
	if err := r.loadBarred(ctx); err != nil {
		return err
	}
	var failed error
	st.Forget(r.barred.holds, func(w db.Word) bool {
		gone, err := r.db.WordForgotten(ctx, w)
		failed = errors.Join(failed, err)
		return gone
	})
	if failed != nil {
		return failed
	}
	only := r.barred.forgotten.WordsOnly
	for i, it := range items {
		if it.Word != nil {
			if r.barred.holds(it.Word.At) {
				items[i] = transcript.Item{}
			} else if gone, err := r.db.WordForgotten(ctx, *it.Word); err != nil {
				return err
			} else if gone { // the ledger will keep its word only of this session
				only = r.db.Now()
			}
		}
		if it.Compaction != nil && r.barred.holds(it.Compaction.At) {
			items[i] = transcript.Item{}
		}
	}
	if !only.IsZero() {
		st.ForgetOthers(only)
	}
	return nil
}

// reverseAgain lets a word that was forgotten do once more what it did to earlier decisions: they must not come back
// because nobody may know any more why they went.
func (r *run) reverseAgain(t *db.Tx, ledger *keep.Ledger, w db.Word) error {
	added, changed := ledger.Add(w)
	ledger.Decisions = slices.DeleteFunc(ledger.Decisions, func(d *db.Decision) bool { return slices.Contains(added, d) })
	for _, d := range changed {
		d.Why = db.WhyForgotten
	}
	return t.SaveDecisions(nil, changed)
}
