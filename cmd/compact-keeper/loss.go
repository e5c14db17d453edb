package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// tellLoss says what the past compactions of sessions lost, and offers to put back what open sessions lack.
func tellLoss(ctx context.Context, d *db.DB, p person, sessions []string, yes bool) error {
	l, err := d.PastLoss(ctx, sessions)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.out, app.LossText(l))
	config, err := app.ConfigDir(os.Getenv)
	if err != nil {
		return err
	}
	lacks, untold, err := app.Lacks(ctx, d, config)
	if untold != nil {
		fmt.Fprintf(p.out, "Which sessions are open is not fully known: %v\n", untold)
	}
	for _, lack := range lacks {
		if err := offerPutBack(ctx, d, p, lack, yes); err != nil {
			return err
		}
	}
	if l.Lost > 0 {
		fmt.Fprintf(p.out, "What became of each, time after time: %s compactions\n", startedAs())
	}
	return err
}

// offerPutBack asks whether the next prompt shall bring back what the session lacks; where nobody can answer it says how.
func offerPutBack(ctx context.Context, d *db.DB, p person, lack app.Lack, yes bool) error {
	are, them := "are", "them"
	if lack.Decisions == 1 {
		are, them = "is", "it"
	}
	lacks := fmt.Sprintf("In your open session %s (%s) %d %s missing", printable(lack.Session), printable(lack.Root), lack.Decisions, are)
	switch {
	case !yes && !p.there:
		fmt.Fprintf(p.out, "%s: %s import --yes puts %s back at its next prompt.\n", lacks, startedAs(), them)
		return nil
	case yes:
		fmt.Fprintf(p.out, "%s: put back at its next prompt.\n", lacks)
	case !p.yes(ctx, fmt.Sprintf("%s: put %s back at its next prompt?", lacks, them)):
		return nil
	}
	if !settings.Installed(d.Dir()) {
		fmt.Fprintf(p.out, "That takes the hooks: %s install\n", startedAs())
	}
	return lack.PutBack(ctx, d)
}
