package main

import (
	"fmt"
	"io"
	"os"
	"strings"
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
			"To leave a project out: %[2]s off --project DIR\n"+
			"To take everything out again: %[2]s uninstall\n"+
			"Dashboard: %[1]s\n"+
			"  good once, within 60 seconds; %[2]s open prints another address\n", address, startedAs())
		if second {
			fmt.Fprintln(out, "It is served by the compact-keeper that was running already.")
		} else {
			fmt.Fprintln(out, "Ctrl-C ends the dashboard; the hooks go on.")
		}
	})
}

// startedAs is how the person called this program, so that what is printed can be typed.
func startedAs() string {
	if strings.ContainsRune(os.Args[0], os.PathSeparator) {
		return os.Args[0]
	}
	return "compact-keeper"
}
