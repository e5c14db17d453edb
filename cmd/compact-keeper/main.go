// Command compact-keeper is the app and its commands: it installs the hooks, shows what they kept, and serves the
// dashboard.
//
// Contract: exit 0 done, 1 failed, 2 wrong usage with a hint on stderr. Nothing asks a question when stdin is no
// terminal. Reading commands take --json.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// command is one verb of the command line.
type command struct {
	name, args, what string
	run              func(args []string, out io.Writer) error
}

// usageError is wrong usage: exit 2, with the hint shown.
type usageError struct{ what, hint string }

func (e usageError) Error() string { return e.what }

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run calls the command that args name and turns its error into an exit code.
func run(args []string, stdout, stderr io.Writer) int {
	err := dispatch(args, stdout)
	var u usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &u):
		fmt.Fprintf(stderr, "compact-keeper: %s\nTry: %s\n", u.what, u.hint)
		return 2
	default:
		fmt.Fprintf(stderr, "compact-keeper: %v\n", err)
		return 1
	}
}

func dispatch(args []string, stdout io.Writer) error {
	if len(args) > 0 {
		for _, c := range commands {
			if c.name == args[0] {
				return c.run(args[1:], stdout)
			}
		}
		return usageError{fmt.Sprintf("no command %q", args[0]), "compact-keeper help"}
	}
	return usageError{"no command given", "compact-keeper help"}
}

// commands is the command line, one line a verb; each verb has a file of its name.
var commands = []command{
	{"install", "[--dry-run]", "register the hooks with the client", install},
	{"uninstall", "[--dry-run]", "take the hooks out again", uninstall},
	{"inspect", "[--json] FILE", "show what a transcript file holds, without touching the database", inspect},
}
