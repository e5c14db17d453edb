package main

import (
	"context"
	"fmt"
	"io"

	"github.com/compact-keeper/compact-keeper/hooks"
)

// briefJSON is a brief as --json prints it.
type briefJSON struct {
	SessionID string   `json:"session_id"`
	Parts     []string `json:"parts"`
}

// brief prints what the summarizer would be handed if the session were compacted now.
func brief(args []string, out io.Writer) error {
	flags := newFlags("brief")
	asJSON := flags.Bool("json", false, "")
	rest, err := parse(flags, args, 1)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return usageError{"brief takes a session", "compact-keeper help brief"}
	}
	ctx := context.Background()
	d, err := readLedger(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	s, err := findSession(ctx, d, rest[0])
	if err != nil {
		return err
	}
	if !s.Enabled {
		return fmt.Errorf("nothing would be handed over: the project %s is off", printable(s.Root))
	}
	parts, err := hooks.BriefNow(ctx, d, s.ID)
	if err != nil {
		return err
	}
	if *asJSON {
		return printJSON(out, briefJSON{s.ID, parts})
	}
	for i, part := range parts {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, printable(part))
	}
	return nil
}
