package hooks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// Transcript is a file of the client, and the session that it holds.
type Transcript struct {
	Path    string
	Session string
	Root    string    // its project
	LastAt  time.Time // when the client wrote to it last
	Ended   bool      // no client writes to it any more
}

// ErrOff is returned for a transcript whose project is off: nothing of it is read.
var ErrOff = errors.New("its project is off")

// reviewTime bounds the check of one past summary, which keeps nobody waiting.
const reviewTime = 10 * time.Second

// Import takes in what a transcript holds, from where its session's reading stands, so that a second time takes in
// nothing. Each batch is one transaction, and as long as that took, breather at least, the ledger is left to the hooks.
// told hears how far in the file the reading has come.
func Import(ctx context.Context, d *db.DB, f Transcript, told func(offset int64)) error {
	r := &run{db: d, in: Input{SessionID: f.Session, TranscriptPath: f.Path, Cwd: f.Root}}
	if err := r.meet(ctx, f); err != nil {
		return fmt.Errorf("import session %s: %w", f.Session, err)
	}
	pause := breather
	for {
		told(r.session.ReadOffset)
		if !r.session.Enabled {
			return ErrOff
		}
		st := r.state()
		items, more, reset, err := transcript.ReadPast(ctx, f.Path, &st, keep.Mask, f.Ended)
		if err != nil {
			return err
		}
		if len(items) == 0 && !reset && st.Offset == r.session.ReadOffset {
			return nil
		}
		if err := r.reviewFirst(ctx, items); err != nil {
			return err
		}
		rest(ctx, pause-time.Since(r.written))
		began := time.Now()
		saved, err := r.store(ctx, f.Path, items, st)
		if err != nil {
			return err
		}
		if pause = max(breather, time.Since(began)); saved && !more {
			told(r.session.ReadOffset)
			return nil
		}
	}
}

// meet finds the session, or records it, as used when its transcript was. A session that is read from another file keeps
// that one while it is there.
func (r *run) meet(ctx context.Context, f Transcript) error {
	s, err := r.db.Session(ctx, f.Session)
	if errors.Is(err, db.ErrNotFound) {
		err = r.db.Write(ctx, func(t *db.Tx) error {
			if _, err := t.EnsureSession(f.Session, f.Root, f.Path); err != nil {
				return err
			}
			return t.SetLastAt(f.Session, f.LastAt)
		})
	} else if err == nil && s.Transcript != f.Path && s.Transcript != "" {
		if _, statErr := os.Lstat(s.Transcript); statErr == nil {
			return fmt.Errorf("it is read from %s", s.Transcript)
		}
	}
	if err != nil {
		return err
	}
	r.usedAt = f.LastAt
	return r.open(ctx)
}

// reviewFirst checks the summary of the compaction that a batch begins with, before the transaction that stores it.
func (r *run) reviewFirst(ctx context.Context, items []transcript.Item) error {
	r.review = nil
	if len(items) == 0 || items[0].Compaction == nil {
		return nil
	}
	c := items[0].Compaction
	quotes, err := r.db.QuotesBefore(ctx, r.session.ID, c.UUID)
	if err != nil {
		return err
	}
	v := newReview(c.Summary, reviewTime)
	for _, q := range quotes {
		if v.outcome(q); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if _, err := v.invented(func() ([]string, error) { return r.db.WordTexts(ctx, r.session.ID) }); err != nil {
		return err
	}
	v.until = time.Now().Add(breather) // what has come up meanwhile is little
	r.review = v
	return nil
}

// rest sleeps until ctx is done at most.
func rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
