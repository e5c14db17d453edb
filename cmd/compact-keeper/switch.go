package main

import (
	"context"
	"fmt"
	"io"
)

func on(args []string, out io.Writer) error  { return switchProject("on", args, out) }
func off(args []string, out io.Writer) error { return switchProject("off", args, out) }

// switchProject turns the keeper on or off for a folder's project, and says so once that is stored.
func switchProject(verb string, args []string, out io.Writer) error {
	flags := newFlags(verb)
	dir := flags.String("project", ".", "")
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	ctx := context.Background()
	d, err := writeLedger(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	root, err := projectRoot(*dir)
	if p, knownErr := findProject(ctx, d, *dir); knownErr == nil {
		root = p.Root
	} else if err != nil {
		return err
	}
	if err := d.SwitchProject(ctx, root, verb == "on"); err != nil {
		return err
	}
	if verb == "on" {
		fmt.Fprintf(out, "On for %s: its decisions are kept from the next hook on. What was said while it was off is passed over.\n", printable(root))
	} else {
		fmt.Fprintf(out, "Off for %s: from the next hook on nothing of it is read, stored or handed to the client.\nWhat was kept before stays in the ledger. To switch it on again: %s on --project %q\n", printable(root), startedAs(), printable(root))
	}
	return nil
}
