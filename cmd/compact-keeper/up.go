package main

import (
	"fmt"
	"io"
)

// up installs the hooks, says what now happens, and serves the dashboard.
func up(args []string, out io.Writer) error {
	flags := newFlags("up")
	appFlags(flags)
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	if err := installHooks(out); err != nil {
		return err
	}
	return runApp(out, func(address string, second bool) {
		fmt.Fprintf(out, "From now on your decisions are kept through every compaction, with or without this program running.\n"+
			"To leave a project out: compact-keeper off --project DIR\n"+
			"Dashboard: %s\n"+
			"  good once, within 60 seconds; compact-keeper open prints another address\n", address)
		if second {
			fmt.Fprintln(out, "It is served by the compact-keeper that was running already.")
		} else {
			fmt.Fprintln(out, "Ctrl-C ends the dashboard; the hooks go on.")
		}
	})
}
