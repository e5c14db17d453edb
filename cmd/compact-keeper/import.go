package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"syscall"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/past"
)

// importPast takes in the transcripts that the client has kept, or those at the given paths, and says what their
// compactions lost.
func importPast(args []string, out io.Writer) error {
	flags := newFlags("import")
	yes := flags.Bool("yes", false, "")
	paths, err := parse(flags, args, math.MaxInt)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	err = importPaths(ctx, out, paths, *yes)
	if err != nil && ctx.Err() != nil {
		return errors.New("stopped; compact-keeper import goes on from there")
	}
	return err
}

func importPaths(ctx context.Context, out io.Writer, paths []string, yes bool) error {
	d, err := writeLedger(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	found, err := findPast(ctx, d, paths)
	if err != nil {
		return err
	}
	failed := tellLeftOut(out, found)
	if len(found.Projects) == 0 && len(found.Off) > 0 {
		fmt.Fprintln(out, "Nothing else to import.")
		return failed
	}
	return errors.Join(takeIn(ctx, d, newPerson(out), past.InOrder(found.Projects), yes), failed)
}

func findPast(ctx context.Context, d *db.DB, paths []string) (past.Found, error) {
	config, err := app.ConfigDir(os.Getenv)
	if err != nil {
		return past.Found{}, err
	}
	return past.Find(ctx, d, config, paths)
}

// tellLeftOut says what was found and is not taken in. Its error counts what should have been.
func tellLeftOut(out io.Writer, f past.Found) error {
	for _, o := range f.Off {
		fmt.Fprintf(out, "Not opened: %s of %s, which is off.\n", count(o.Files, "transcript"), printable(o.Root))
	}
	reasons, failed := f.Reasons()
	for i, l := range failed {
		tellFailed(out, i+1, l.Path, l.Why)
	}
	for _, r := range reasons {
		fmt.Fprintf(out, "Left out: %s (%s).\n", count(r.Files, "file"), r.Why)
	}
	return couldNot(len(failed))
}

func tellFailed(out io.Writer, n int, path, why string) {
	if n <= app.MostTold {
		fmt.Fprintf(out, "Not taken in: %s: %s\n", printable(path), printable(why))
	}
}

func couldNot(files int) error {
	if files == 0 {
		return nil
	}
	return fmt.Errorf("%s could not be taken in; compact-keeper import tries again", count(files, "transcript"))
}

// takeIn imports transcripts, and says what was found in them.
func takeIn(ctx context.Context, d *db.DB, p person, all []past.Transcript, yes bool) error {
	if len(all) == 0 {
		fmt.Fprintln(p.out, "Found no transcript to import.")
		return nil
	}
	bar := newProgress(p.out, app.ToTake(all))
	failed := 0
	taken, err := app.TakeIn(ctx, d, all, app.Told{Done: bar.at, Failed: func(path string, why error) {
		failed++
		bar.end()
		tellFailed(p.out, failed, path, why.Error())
	}})
	bar.end()
	if err != nil {
		fmt.Fprintln(p.out, taken.Stopped())
		return err
	}
	fmt.Fprintln(p.out, taken.Text())
	return errors.Join(tellLoss(ctx, d, p, taken.Sessions, yes), couldNot(taken.Failed))
}
