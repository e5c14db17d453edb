package hooks

import (
	"cmp"
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

// ErrPaused is returned for any transcript while the keeper pauses.
var ErrPaused = errors.New("the keeper pauses")

// reviewTime bounds the check of one past summary, which keeps nobody waiting.
const reviewTime = 10 * time.Second

// calm is for how long an import leaves the ledger alone when another process has written to it: hooks write several
// times, and more than one comes at once.
const calm = 50 * time.Millisecond

// Importer takes in past transcripts. Behind each of its transactions it leaves the ledger to the hooks: twice as long as
// that took, and calm where hooks are at work.
type Importer struct {
	DB      *db.DB
	written time.Time     // the end of its last transaction
	took    time.Duration // by that
	version int64         // of the ledger, as others left it
}

// Import takes in what a transcript holds, from where its session's reading stands, so that a second time takes in
// nothing. told hears how far in the file the reading has come.
func (i *Importer) Import(ctx context.Context, f Transcript, told func(offset int64)) error {
	if until, err := i.DB.PausedUntil(ctx, i.DB.Now()); err != nil || !until.IsZero() {
		return cmp.Or(err, ErrPaused)
	}
	r := &run{db: i.DB, in: Input{SessionID: f.Session, TranscriptPath: f.Path, Cwd: f.Root}, usedAt: f.LastAt}
	if err := i.meet(ctx, r, f); err != nil {
		return fmt.Errorf("import session %s: %w", f.Session, err)
	}
	for {
		told(r.session.ReadOffset)
		switch {
		case r.session.Paused:
			return ErrPaused
		case !r.session.Enabled:
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
		saved := false
		err = i.write(ctx, func() error {
			saved, err = r.store(ctx, f.Path, items, st)
			return err
		})
		if err != nil {
			return err
		}
		if saved && !more {
			told(r.session.ReadOffset)
			return nil
		}
	}
}

// meet finds the session of r, or records it, as used when its transcript was. A session that is read from another file
// keeps that one while it is there.
func (i *Importer) meet(ctx context.Context, r *run, f Transcript) error {
	s, err := i.DB.Session(ctx, f.Session)
	if errors.Is(err, db.ErrNotFound) {
		err = i.write(ctx, func() error {
			return i.DB.Write(ctx, func(t *db.Tx) error {
				if _, err := t.EnsureSession(f.Session, f.Root, f.Path); err != nil {
					return err
				}
				return t.SetLastAt(f.Session, f.LastAt)
			})
		})
	} else if err == nil && s.Transcript != f.Path && s.Transcript != "" {
		if _, statErr := os.Lstat(s.Transcript); statErr == nil {
			return fmt.Errorf("it is read from %s", s.Transcript)
		}
	}
	if err != nil {
		return err
	}
	return r.open(ctx)
}

// write runs one transaction when it is this process's turn.
func (i *Importer) write(ctx context.Context, f func() error) error {
	version, err := i.DB.Version(ctx)
	if err != nil {
		return fmt.Errorf("see whether hooks are at work: %w", err)
	}
	if version != i.version {
		i.version = version
		rest(ctx, calm)
	}
	rest(ctx, 2*i.took-time.Since(i.written))
	began := time.Now()
	err = f()
	i.written = time.Now()
	i.took = i.written.Sub(began)
	return err
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
