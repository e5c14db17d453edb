package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/compact-keeper/compact-keeper/app"
)

// open prints a fresh address of the dashboard. It does not hand it to a browser: for a moment every user of the
// machine could read it in the list of processes, and be faster.
func open(args []string, out io.Writer) error {
	if _, err := parse(newFlags("open"), args, 0); err != nil {
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
	fmt.Fprintln(out, address)
	return nil
}
