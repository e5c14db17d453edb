package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// forgetPatience is how long forgetting waits for others that hold the ledger, until it says that traces are left.
const forgetPatience = 30 * time.Second

// Forget deletes what target holds, from the ledger d and from all that lies beside it in the state folder, and returns
// what went. Where it is stopped half way, FinishForgetting goes on.
func Forget(ctx context.Context, d *db.DB, target db.Target) (db.Doomed, error) {
	gone, err := d.Forget(ctx, target)
	if err != nil {
		return gone, err
	}
	if target.Everything {
		if err := removeSetAsides(d.Dir()); err != nil {
			return gone, err
		}
	}
	return gone, FinishForgetting(ctx, d)
}

// FinishForgetting takes out what is left of what was deleted before, if anything is: in the files beside the ledger, and
// in what the database does not use any more.
func FinishForgetting(ctx context.Context, d *db.DB) error {
	unfinished, err := d.Unfinished(ctx)
	if err != nil || !unfinished {
		return err
	}
	if err := hooks.ForgetFiles(ctx, d); err != nil {
		return err
	}
	if err := d.Wipe(ctx, forgetPatience); err != nil {
		return fmt.Errorf("it is deleted, but traces are left in the files of the ledger: %w. "+
			"compact-keeper forget, run again, takes them out; so does the next start of the dashboard", err)
	}
	return nil
}

// removeSetAsides deletes the damaged ledgers that were set aside.
func removeSetAsides(dir string) error {
	all, err := db.SetAsides(dir)
	for _, path := range all {
		if err2 := os.Remove(path); err2 != nil && !errors.Is(err2, fs.ErrNotExist) {
			err = errors.Join(err, err2)
		}
	}
	return err
}
