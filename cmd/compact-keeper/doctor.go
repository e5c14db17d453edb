package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/compact-keeper/compact-keeper/app"
	checkup "github.com/compact-keeper/compact-keeper/app/doctor"
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
	s, err := system()
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

// system is this machine, as the hooks of the person who asks see it.
func system() (checkup.System, error) {
	s := checkup.Machine()
	at, err := newSetup()
	if err != nil {
		return s, err
	}
	if s.Folder, err = os.Getwd(); err != nil {
		return s, fmt.Errorf("find the folder you work in: %w", err)
	}
	if s.Home, err = os.UserHomeDir(); err != nil {
		return s, fmt.Errorf("find your home folder: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return s, fmt.Errorf("find this program: %w", err)
	}
	if file, err := filepath.EvalSymlinks(self); err == nil {
		self = file
	}
	s.Config, s.Settings, s.State, s.Hook = at.config, at.settings, at.state, at.hook
	s.Built = filepath.Join(filepath.Dir(self), app.HookName())
	s.Dashboard = func(ctx context.Context) (bool, error) {
		_, err := app.RunningAddress(ctx, s.State)
		if errors.Is(err, app.ErrNotRunning) {
			return false, nil
		}
		return err == nil, err
	}
	return s, nil
}
