package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/compact-keeper/compact-keeper/app"
)

// serve runs the dashboard until the program is told to end. The first line it prints is the address.
func serve(args []string, out io.Writer) error {
	flags := newFlags("compact-keeper")
	appFlags(flags)
	if _, err := parse(flags, args, 0); err != nil {
		return usageError{strings.TrimPrefix(err.Error(), flags.Name()+": "), "compact-keeper help"}
	}
	return runApp(out, func(address string, second bool) {
		fmt.Fprintln(out, address)
		if second {
			fmt.Fprintln(out, "compact-keeper is running already; this is a fresh address of it.")
		}
		fmt.Fprintf(out, "The address is good once, within 60 seconds; %s open prints another.\n", startedAs())
	})
}

// runApp serves until a signal. It calls started with the address, and, for second, returns: another process serves.
func runApp(out io.Writer, started func(address string, second bool)) error {
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
	m := &app.Main{StateDir: state, ConfigDir: config, Hook: hook}
	err = m.Open(ctx)
	if errors.Is(err, app.ErrRunning) {
		address, err := app.RunningAddress(ctx, state)
		if err != nil {
			return fmt.Errorf("ask the compact-keeper that is running for its address: %w", err)
		}
		started(address, true)
		return nil
	}
	if err != nil {
		return fmt.Errorf("start the dashboard: %w", err)
	}
	started(m.Address(), false)
	if err := errors.Join(m.Run(ctx), m.Close()); err != nil {
		return err
	}
	fmt.Fprintln(out, "Ended. The hooks go on without it.")
	return nil
}

// appFlags are the flags of what runs the app.
func appFlags(flags *flag.FlagSet) {
	flags.Bool("no-tray", false, "")
	flags.Bool("no-open", false, "")
}
