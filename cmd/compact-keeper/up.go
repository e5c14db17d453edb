package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/past"
)

// up installs the hooks, says what now happens, and serves the dashboard; what is imported is imported meanwhile.
func up(args []string, out io.Writer) error {
	flags := newFlags("up")
	yes := flags.Bool("yes", false, "")
	none := flags.Bool("no-import", false, "")
	o := appFlags(flags)
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	if err := installHooks(out); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	d, err := writeLedger(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	var chosen []past.Transcript
	p := newPerson(out)
	if !*none {
		if chosen, err = choosePast(ctx, d, p, *yes); ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
	}
	imported := make(chan error, 1)
	serving := false
	err = runApp(out, o, func(address string, second bool) {
		fmt.Fprintf(out, "From now on your decisions are kept through every compaction, with or without this program running.\n"+
			"To leave a project out: %[2]s off --project DIR\n"+
			"To take everything out again: %[2]s uninstall\n"+
			"Dashboard: %[1]s\n"+
			"  good once, within 60 seconds; %[2]s open prints another address\n", address, startedAs())
		if second {
			fmt.Fprintln(out, "It is served by the compact-keeper that was running already.")
		} else {
			fmt.Fprintln(out, "Ctrl-C ends the dashboard; the hooks go on.")
		}
		serving = !second
		go func() {
			if len(chosen) == 0 {
				imported <- nil
				return
			}
			err := takeIn(ctx, d, p, chosen, *yes)
			switch {
			case ctx.Err() != nil:
				fmt.Fprintln(out, "The import was stopped; compact-keeper import goes on from there.")
				err = nil
			case err != nil && !second: // the dashboard goes on
				fmt.Fprintf(out, "compact-keeper: %v\n", err)
				err = nil
			}
			imported <- err
		}()
	})
	if serving {
		stop() // also where the dashboard ended without a signal
	} else if err != nil {
		return err
	}
	return errors.Join(err, <-imported)
}

// choosePast lists the projects with transcripts that were never taken in, and asks once which of them to import.
func choosePast(ctx context.Context, d *db.DB, p person, yes bool) ([]past.Transcript, error) {
	found, err := findPast(ctx, d, nil)
	if err != nil {
		return nil, err
	}
	passed, err := passedOver(ctx, d)
	if err != nil {
		return nil, err
	}
	var fresh []past.Project
	var files int
	var bytes int64
	for _, project := range found.Projects {
		if project.Fresh() && (yes || !passed[project.Root]) {
			fresh = append(fresh, project)
			files, bytes = files+len(project.Transcripts), bytes+project.Bytes()
		}
	}
	switch {
	case len(fresh) == 0:
		return nil, nil
	case yes:
		return past.InOrder(fresh), nil
	case !p.there:
		fmt.Fprintf(p.out, "Found %s of %s from before, %s. To take them in and see what was lost: %s import\n",
			count(files, "transcript"), count(len(fresh), "project"), size(bytes), startedAs())
		return nil, nil
	}
	chosen, ok := p.choose(ctx, fresh)
	if !ok { // another time
		return nil, nil
	}
	if left := len(fresh) - len(chosen); left > 0 {
		fmt.Fprintf(p.out, "Not taken in: %s. This is not asked again; to do it later: %s import\n", count(left, "project"), startedAs())
	}
	return past.InOrder(chosen), passOver(ctx, d, passed, fresh, chosen)
}

// choose asks for all projects, some or none.
func (p person) choose(ctx context.Context, all []past.Project) (chosen []past.Project, ok bool) {
	fmt.Fprintln(p.out, "\nThe client has kept transcripts from before:")
	for i, project := range all {
		fmt.Fprintf(p.out, "  %3d  %s, %s  %s\n", i+1, count(len(project.Transcripts), "transcript"), size(project.Bytes()), printable(project.Root))
	}
	for {
		answer, ok := p.ask(ctx, "Take them in, to see what past compactions lost? all, choose or none [all]", "all")
		if !ok {
			return nil, false
		}
		switch strings.ToLower(answer) {
		case "a", "all", "y", "yes":
			return all, true
		case "n", "none", "no":
			return nil, true
		case "c", "choose":
			return p.chooseNumbers(ctx, all)
		}
	}
}

func (p person) chooseNumbers(ctx context.Context, all []past.Project) (chosen []past.Project, ok bool) {
	for {
		answer, ok := p.ask(ctx, "Which? Numbers, as in 1 3-5:", "")
		if !ok {
			return nil, false
		}
		picked, err := numbers(answer, len(all))
		if err != nil {
			fmt.Fprintln(p.out, err)
			continue
		}
		for i, project := range all {
			if picked[i+1] {
				chosen = append(chosen, project)
			}
		}
		return chosen, true
	}
}
