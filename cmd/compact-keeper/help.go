package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

const introduction = `compact-keeper keeps what you decided in a coding session, word for word, through every compaction.

  compact-keeper [--no-tray] [--no-open]
        Serve the dashboard on this machine until Ctrl-C. The first line printed is its address. There is neither a tray
        icon nor a browser opened by itself in this version: the flags are taken, and change nothing.

Commands:
`

// help prints what there is to call, or how to call one command.
func help(args []string, out io.Writer) error {
	switch len(args) {
	case 0:
	case 1:
		c, err := findCommand(args[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n        %s\n", c.usage(), c.what)
		return nil
	default:
		return usageError{"help takes one command at most", "compact-keeper help"}
	}
	fmt.Fprint(out, introduction)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s\t%s\n", c.name, c.what)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprint(out, "\ncompact-keeper help COMMAND shows a command's arguments. Exit codes: 0 done, 1 failed, 2 wrong usage.\n")
	return nil
}

// usage is a command's line with its arguments.
func (c command) usage() string {
	if c.args == "" {
		return "compact-keeper " + c.name
	}
	return "compact-keeper " + c.name + " " + c.args
}
