package hooks

import (
	"context"
	"errors"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// userPromptSubmit puts back what is still missing after the last compaction, once: where no SessionStart ran, where
// the final summary held less than the one that was checked, where the client did not leave the brief in the context, or
// where the owner asked for it after a compaction that came before the keeper. The prompt itself is not stored: its row
// in the transcript will be.
func (r *run) userPromptSubmit(ctx context.Context) (string, error) {
	readErr := r.read(ctx)
	if db.Busy(readErr) {
		return "", readErr // who waited for the ledger once does not wait again
	}
	var id int64
	err := r.db.Write(ctx, func(t *db.Tx) error {
		if err := t.NothingFollowed(r.session.ID); err != nil {
			return err
		}
		c, err := t.LastCompaction(r.session.ID)
		if errors.Is(err, db.ErrNotFound) || err == nil && (c.Settled || c.State == db.StateOpen || c.State == db.StateNothing) {
			return r.record(t)
		}
		if err != nil {
			return err
		}
		id = c.ID
		if c.EchoSeen || c.State == db.StatePast {
			return nil
		}
		return r.notEchoed(t, c)
	})
	if err != nil || id == 0 {
		return "", errors.Join(readErr, err)
	}
	parts, err := r.makeRestore(ctx, id, db.Rest)
	return strings.Join(parts, "\n"), errors.Join(readErr, err)
}
