package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/compact-keeper/compact-keeper/app"
)

// open prints a fresh address of the dashboard, or shows it in the owner's browser.
func open(args []string, out io.Writer) error {
	flags := newFlags("open")
	inBrowser := flags.Bool("browser", false, "")
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	state, err := app.StateDir(os.Getenv)
	if err != nil {
		return err
	}
	address, err := app.RunningAddress(context.Background(), state)
	if errors.Is(err, app.ErrNotRunning) {
		return fmt.Errorf("no dashboard is running: start it with compact-keeper")
	}
	if err != nil {
		return fmt.Errorf("ask the compact-keeper that is running for its address: %w", err)
	}
	if *inBrowser {
		if err = app.OpenBrowser(state, address); err == nil {
			return nil
		}
	}
	fmt.Fprintln(out, address)
	return err
}
