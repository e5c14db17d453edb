package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// forgetting is what the command line asks for.
type forgetting struct {
	word, decision   int64
	session, project string
	olderThan        int // days
	everything       bool
	yes, dryRun      bool
	out              io.Writer
}

// forget deletes what the owner names, for good: it says what would go, asks, deletes, and says what it cannot reach.
func forget(args []string, out io.Writer) error {
	f := forgetting{out: out}
	flags := newFlags("forget")
	flags.Int64Var(&f.word, "word", 0, "")
	flags.Int64Var(&f.decision, "decision", 0, "")
	flags.StringVar(&f.session, "session", "", "")
	flags.StringVar(&f.project, "project", "", "")
	flags.IntVar(&f.olderThan, "older-than", 0, "")
	flags.BoolVar(&f.everything, "everything", false, "")
	flags.BoolVar(&f.yes, "yes", false, "")
	flags.BoolVar(&f.dryRun, "dry-run", false, "")
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	named := 0
	for _, is := range []bool{f.word != 0, f.decision != 0, f.session != "", f.project != "", f.olderThan != 0, f.everything} {
		if is {
			named++
		}
	}
	if named != 1 || f.olderThan < 0 {
		return usageError{"forget: name one thing: a word, a decision, a session, a project, sessions older than a number of days, or everything", "compact-keeper help forget"}
	}
	return f.run(context.Background())
}

func (f forgetting) run(ctx context.Context) error {
	if !f.dryRun {
		if err := hookForgets(); err != nil {
			return err
		}
	}
	d, err := readLedger(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	target, err := f.target(ctx, d)
	if err == nil {
		var doomed db.Doomed
		if doomed, err = d.Doomed(ctx, target); err == nil {
			return f.carryOut(ctx, d, target, doomed)
		}
	}
	// What is named may be gone already, by a run that was stopped before the last traces were.
	if unfinished, err2 := d.Unfinished(ctx); f.dryRun || err2 != nil || !unfinished {
		return errors.Join(f.notFound(err), err2)
	}
	if err := f.finish(ctx); err != nil {
		return err
	}
	fmt.Fprintf(f.out, "%v.\nWhat an earlier compact-keeper forget deleted is now gone from the files as well.\n", err)
	return nil
}

// hookForgets refuses while a hook executable of another version is installed: an older one would take in again what is
// forgotten.
func hookForgets() error {
	p, err := app.FindPlace(os.Getenv)
	if err != nil || !settings.Installed(p.State) || p.HookIsCurrent() {
		return err
	}
	return fmt.Errorf("nothing is deleted: %s is of another version, and may take in again what is forgotten. First: %s install", p.Hook, startedAs())
}

// target finds what is named.
func (f forgetting) target(ctx context.Context, d *db.DB) (db.Target, error) {
	target := db.Target{Word: f.word, Decision: f.decision, Everything: f.everything}
	switch {
	case f.session != "":
		s, err := findSession(ctx, d, f.session)
		if err != nil {
			return target, err
		}
		target.Session = s.ID
	case f.project != "":
		p, err := findProject(ctx, d, f.project)
		if err != nil {
			return target, err
		}
		target.Project = p.ID
	case f.olderThan != 0:
		target.OlderThan = time.Now().AddDate(0, 0, -f.olderThan)
	}
	return target, nil
}

func (f forgetting) notFound(err error) error {
	if errors.Is(err, db.ErrNotFound) && f.session == "" && f.project == "" {
		what := fmt.Sprintf("decision %d", f.decision)
		if f.word != 0 {
			what = fmt.Sprintf("message %d", f.word)
		}
		return fmt.Errorf("there is no %s, or it was forgotten: compact-keeper decisions shows the numbers of decisions and of the messages they stand in", what)
	}
	return err
}

// carryOut shows what would go, asks, and lets it go.
func (f forgetting) carryOut(ctx context.Context, d *db.DB, target db.Target, doomed db.Doomed) error {
	if f.olderThan != 0 && len(doomed.Sessions) == 0 {
		fmt.Fprintf(f.out, "No session has its last message before %s.\n", day(target.OlderThan))
		if f.dryRun {
			return nil
		}
		return f.finish(ctx)
	}
	if err := f.show(ctx, d, target, doomed); err != nil || f.dryRun {
		return err
	}
	if !f.yes {
		p := newPerson(f.out)
		if !p.there {
			return usageError{"forget: nothing is deleted: standard input is no terminal, so that nobody can be asked", "the same with --yes"}
		}
		if answer, _ := p.ask(ctx, "Delete this for good? [y/N]", "n"); !strings.EqualFold(answer, "y") && !strings.EqualFold(answer, "yes") {
			fmt.Fprintln(f.out, "Nothing is deleted.")
			return nil
		}
	}
	w, err := writeLedger(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	aside, err := db.SetAsides(w.Dir())
	if err != nil {
		return err
	}
	gone, err := app.Forget(ctx, w, target)
	if err != nil {
		return err
	}
	fmt.Fprintf(f.out, "\nGone: %s. Reading the transcripts again does not bring it back.\n", amounts(gone))
	if target.Everything {
		aside = nil
	}
	f.beyond(w.Dir(), gone, aside)
	return nil
}

// finish takes out what an earlier run left.
func (f forgetting) finish(ctx context.Context) error {
	w, err := writeLedger(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	return app.FinishForgetting(ctx, w)
}
