package hooks

import (
	"context"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// stop takes in the turn that has ended; one-off go-aheads end with it. The transcript marks the end of a turn only
// after the Stop hooks have run, so the event itself counts.
func (r *run) stop(ctx context.Context) error {
	if err := r.read(ctx); err != nil {
		return err
	}
	return r.db.Write(ctx, func(t *db.Tx) error {
		if err := t.NothingFollowed(r.session.ID); err != nil {
			return err
		}
		if err := r.endTurn(t); err != nil {
			return err
		}
		return r.record(t)
	})
}

// endTurn ends the running turn, whatever the transcript says of it so far.
func (r *run) endTurn(t *db.Tx) error {
	live, err := t.Decisions(r.session.ID, db.Live)
	if err != nil {
		return err
	}
	return endTurn(t, &keep.Ledger{Decisions: live}, r.session.ID)
}
