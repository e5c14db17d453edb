package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/client"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// tellLoss says what the past compactions of sessions lost, and offers to put back what open sessions lack.
func tellLoss(ctx context.Context, d *db.DB, p person, sessions []string, yes bool) error {
	l, err := d.PastLoss(ctx, sessions)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.out, lossText(l))
	open, err := openSessions()
	if err != nil {
		fmt.Fprintf(p.out, "Which sessions are open is not fully known: %v\n", err)
	}
	for _, s := range open {
		if err := offerPutBack(ctx, d, p, s, yes); err != nil {
			return err
		}
	}
	if l.Lost > 0 {
		fmt.Fprintf(p.out, "What became of each, time after time: %s compactions\n", startedAs())
	}
	return nil
}

func lossText(l db.Loss) string {
	in := "In " + count(l.Compactions, "compaction")
	switch {
	case l.Compactions == 0:
		return "They hold no compaction from before compact-keeper."
	case l.Decisions == 0:
		return in + " there was no decision of yours to lose."
	case l.Lost == 0:
		return fmt.Sprintf("%s none of %s was lost.", in, count(l.Decisions, "decision"))
	}
	return fmt.Sprintf("%s %d of %s %s lost or reworded.", in, l.Lost, count(l.Decisions, "decision"), wasWere(l.Lost))
}

// openSessions are the client's that run now, each once.
func openSessions() (ids []string, err error) {
	config, err := app.ConfigDir(os.Getenv)
	if err != nil {
		return nil, err
	}
	running, err := client.Running(config)
	seen := map[string]bool{}
	for _, r := range running {
		if !seen[r.ID] {
			ids = append(ids, r.ID)
		}
		seen[r.ID] = true
	}
	return ids, err
}

// offerPutBack asks whether the next prompt shall bring back what the session lacks; where nobody can answer it says how.
func offerPutBack(ctx context.Context, d *db.DB, p person, session string, yes bool) error {
	compaction, n, err := d.Missing(ctx, session)
	if err != nil || n == 0 {
		return err
	}
	s, err := d.Session(ctx, session)
	if err != nil || !s.Enabled {
		return err
	}
	are, them := "are", "them"
	if n == 1 {
		are, them = "is", "it"
	}
	lacks := fmt.Sprintf("In your open session %s (%s) %d %s missing", printable(session), printable(s.Root), n, are)
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
	return d.Write(ctx, func(t *db.Tx) error { return t.PutBackAtNextPrompt(compaction) })
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}
