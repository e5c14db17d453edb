package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/compact-keeper/compact-keeper/app"
)

// serve runs the dashboard until the program is told to end. The first line it prints is the address.
func serve(args []string, out io.Writer) error {
	flags := newFlags("compact-keeper")
	o := appFlags(flags)
	if _, err := parse(flags, args, 0); err != nil {
		return usageError{strings.TrimPrefix(err.Error(), flags.Name()+": "), "compact-keeper help"}
	}
	return runApp(out, o, func(address string, second bool) {
		fmt.Fprintln(out, address)
		if second {
			fmt.Fprintln(out, "compact-keeper is running already; this is a fresh address of it.")
		}
		fmt.Fprintf(out, "The address is good once, within 60 seconds; %s open prints another.\n", startedAs())
	})
}

// garbage is how much the program lets its memory grow before it collects what is not used any more, in percent. The usual
// 100 would keep some 15 MB more for the sake of pages that are made in milliseconds.
const garbage = 30

// runApp serves until a signal, or until the owner quits by the tray. It calls started with the address, and, for second,
// returns: another process serves.
func runApp(out io.Writer, o appOptions, started func(address string, second bool)) error {
	debug.SetGCPercent(garbage)
	state, err := app.StateDir(os.Getenv)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	config, err := app.ConfigDir(os.Getenv)
	if err != nil {
		return err
	}
	hook, err := app.HookPath(os.Getenv)
	if err != nil {
		return err
	}
	say := func(line string) { fmt.Fprintln(out, line) }
	m := &app.Main{StateDir: state, ConfigDir: config, Hook: hook, NoTray: *o.noTray, Say: say}
	err = m.Open(ctx)
	if errors.Is(err, app.ErrRunning) {
		address, err := app.RunningAddress(ctx, state)
		if err != nil {
			return fmt.Errorf("ask the compact-keeper that is running for its address: %w", err)
		}
		started(address, true)
		if o.opens() {
			if address, err = app.RunningAddress(ctx, state); err == nil { // another, since the first may be used by hand
				err = app.OpenBrowser(state, address)
			}
			sayUnopened(say, err)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("start the dashboard: %w", err)
	}
	started(m.Address(), false)
	if o.opens() {
		sayUnopened(say, m.OpenBrowser())
	}
	if err := errors.Join(m.Run(ctx), m.Close()); err != nil {
		return err
	}
	fmt.Fprintln(out, "Ended. The hooks go on without it.")
	return nil
}

// sayUnopened tells why no browser was opened; the address is printed above it.
func sayUnopened(say func(string), err error) {
	if err != nil {
		say(fmt.Sprintf("The dashboard was not opened in a browser: %v.", err))
	}
}

// appOptions is how the app is to run.
type appOptions struct{ noTray, noOpen, open *bool }

// appFlags are the flags of what runs the app.
func appFlags(flags *flag.FlagSet) appOptions {
	return appOptions{flags.Bool("no-tray", false, ""), flags.Bool("no-open", false, ""), flags.Bool("open", false, "")}
}

// opens tells whether the dashboard is to be opened in a browser: for whoever typed the command, and not for a script or a
// login.
func (o appOptions) opens() bool {
	return !*o.noOpen && (*o.open || term.IsTerminal(int(os.Stdin.Fd())))
}
