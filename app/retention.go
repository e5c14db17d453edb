package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// How much of the record of hook runs is kept: it grows by some rows with every message, and only the last weeks of it are
// ever shown.
const (
	runsKept     = 90 * 24 * time.Hour
	failuresKept = 365 * 24 * time.Hour
	mostRuns     = 200_000
)

// upkeep is what the running program does for the ledger beside serving it: it looks through the whole file once, and
// forgets what is older than the owner wants it kept, and old hook runs, at its start and whenever tick says so.
type upkeep struct {
	dir  string
	now  func() time.Time
	tick <-chan time.Time
}

// run goes on until ctx is done. What fails is recorded, and tried again at the next tick.
func (u upkeep) run(ctx context.Context) {
	u.note(ctx, u.check(ctx))
	for {
		u.note(ctx, u.forget(ctx))
		u.note(ctx, u.trim(ctx))
		select {
		case <-ctx.Done():
			return
		case <-u.tick:
		}
	}
}

// open opens a connection of its own: to write a big ledger anew takes a while, and the dashboard must not wait for it.
func (u upkeep) open(ctx context.Context, o db.Options) (*db.DB, error) {
	d, err := db.Open(ctx, u.dir, o)
	if d != nil {
		d.Now = u.now
	}
	return d, err
}

// check looks at every page of the ledger: hooks, which look only at what they need, may not notice damage for long. A
// damaged one is set aside, as they do.
func (u upkeep) check(ctx context.Context) error {
	d, err := u.open(ctx, db.Options{})
	if err == nil {
		_, err = d.Health(ctx)
	}
	if d != nil {
		defer d.Close()
	}
	if !db.Damaged(err) {
		return err
	}
	aside, err2 := d.SetAside()
	if err2 != nil {
		return fmt.Errorf("%v (%w)", err2, err)
	}
	if aside == "" {
		return nil // another process was faster
	}
	return fmt.Errorf("%w; it was set aside as %s, and a fresh ledger is filled from the transcripts", err, aside)
}

// forget deletes the sessions that keep_days makes too old, and what an earlier forgetting left undone.
func (u upkeep) forget(ctx context.Context) error {
	d, err := u.open(ctx, db.Options{})
	if d != nil {
		defer d.Close()
	}
	if err != nil {
		return err
	}
	limit, err := hooks.OldestKept(ctx, d)
	if err != nil {
		return err
	}
	if limit.IsZero() {
		return FinishForgetting(ctx, d)
	}
	old, err := u.tooOld(ctx, limit)
	if err != nil || len(old.Sessions) == 0 {
		return errors.Join(err, FinishForgetting(ctx, d))
	}
	gone, err := Forget(ctx, d, db.Target{OlderThan: limit})
	if n := len(gone.Sessions); n > 0 {
		err = errors.Join(err, d.Write(ctx, func(t *db.Tx) error {
			return t.AddEvent("", 0, fmt.Sprintf("forgot by keep_days: sessions without a word since %s: %d", limit.Format(time.DateOnly), n))
		}))
	}
	if err != nil {
		return fmt.Errorf("forget what is older than keep_days says: %w", err)
	}
	return nil
}

// trim deletes the records of hook runs that nobody needs any more.
func (u upkeep) trim(ctx context.Context) error {
	d, err := u.open(ctx, db.Options{})
	if d != nil {
		defer d.Close()
	}
	if err != nil {
		return err
	}
	_, err = d.TrimRuns(ctx, runsKept, failuresKept, mostRuns)
	return err
}

// tooOld looks before anything is locked.
func (u upkeep) tooOld(ctx context.Context, limit time.Time) (db.Doomed, error) {
	d, err := u.open(ctx, db.Options{ReadOnly: true})
	if err != nil {
		return db.Doomed{}, err
	}
	defer d.Close()
	return d.Doomed(ctx, db.Target{OlderThan: limit})
}

// note records what failed: in the log, as an event, and among the failures that the dashboard shows.
func (u upkeep) note(ctx context.Context, failed error) {
	if failed == nil || ctx.Err() != nil {
		return
	}
	d, err := u.open(ctx, db.Options{})
	if d != nil {
		defer d.Close()
	}
	if err == nil {
		err = d.Write(ctx, func(t *db.Tx) error {
			return errors.Join(t.AddEvent("", 0, "upkeep failed: "+failed.Error()), t.AddRun(db.Run{Event: db.Upkeep, Outcome: "failed", Error: failed.Error()}))
		})
	}
	hooks.Call{State: u.dir, Now: u.now}.Log(errors.Join(fmt.Errorf("upkeep: %w", failed), err))
}
