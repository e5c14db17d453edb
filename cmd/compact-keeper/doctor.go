package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/compact-keeper/compact-keeper/app"
)

// doctor looks at every link between the client and what is kept, or, live, sends something along it.
func doctor(args []string, out io.Writer) error {
	flags := newFlags("doctor")
	asJSON, live, yes := flags.Bool("json", false, ""), flags.Bool("live", false, ""), flags.Bool("yes", false, "")
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	ctx := context.Background()
	if *live {
		return doctorLive(ctx, *asJSON, *yes, out)
	}
	if *yes {
		return usageError{"doctor: --yes goes with --live", "compact-keeper help doctor"}
	}
	p, err := app.FindPlace(os.Getenv)
	if err != nil {
		return err
	}
	folder, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find the folder you work in: %w", err)
	}
	s, err := p.Doctor(folder)
	if err != nil {
		return err
	}
	r := s.Look(ctx)
	for i := range r.Checks {
		for _, text := range []*string{&r.Checks[i].Found, &r.Checks[i].Next, &r.Checks[i].Command} {
			*text = printable(*text)
		}
		r.Checks[i].Command = typed(r.Checks[i].Command)
	}
	if *asJSON {
		err = printJSON(out, r)
	} else {
		err = r.Write(out)
	}
	if err == nil && !r.OK {
		return errors.New(r.Conclusion())
	}
	return err
}
