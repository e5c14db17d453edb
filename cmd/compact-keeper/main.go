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
	"slices"
	"strings"
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
		fmt.Fprintf(stderr, "compact-keeper: %s\nTry: %s\n", u.what, typed(u.hint))
		return 2
	default:
		fmt.Fprintf(stderr, "compact-keeper: %v\n", err)
		return 1
	}
}

// typed is a command line of ours as the person has to type it.
func typed(line string) string {
	if rest, ok := strings.CutPrefix(line, "compact-keeper"); ok {
		return startedAs() + rest
	}
	return line
}

// startedAs is how the person called this program, so that what is printed can be typed.
func startedAs() string {
	if strings.ContainsRune(os.Args[0], os.PathSeparator) {
		return os.Args[0]
	}
	return "compact-keeper"
}

// dispatch runs the command that the first argument names; flags alone, or nothing, start the app.
func dispatch(args []string, stdout io.Writer) error {
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-version") {
		return version(nil, stdout)
	}
	wantsHelp := slices.ContainsFunc(args, func(a string) bool { return a == "-h" || a == "-help" || a == "--help" })
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		if wantsHelp {
			return help(nil, stdout)
		}
		return serve(args, stdout)
	}
	c, err := findCommand(args[0])
	if err != nil {
		return err
	}
	if wantsHelp {
		return help(args[:1], stdout)
	}
	return c.run(args[1:], stdout)
}

func findCommand(name string) (command, error) {
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
	}
	return command{}, usageError{fmt.Sprintf("no command %q", name), "compact-keeper help"}
}

// commands is the command line, one line a verb; each verb has a file of its name.
func commands() []command {
	return []command{
		{"up", "[--yes] [--no-import]", "install the hooks, offer to import, serve the dashboard", up},
		{"open", "[--browser]", "print a fresh address of the running dashboard", open},
		{"login", "[on | off]", "show or change whether it starts when you log in", loginCommand},
		{"off", "[--project DIR]", "keep nothing of a project from now on", off},
		{"on", "[--project DIR]", "keep its decisions again", on},
		{"decisions", "[--json] [--session ID | --project DIR] [--all]", "list the decisions that are live, or all", decisions},
		{"compactions", "[--json] [--session ID] [--limit N]", "list what became of each decision", compactions},
		{"brief", "[--json] SESSION", "print what a summary would be asked for now", brief},
		{"policy", "[--json] [NAME=VALUE…]", "show or change the settings; NAME= is the default again", policy},
		{"doctor", "[--json] [--live [--yes]]", "find what keeps it from working, and say what to do", doctor},
		{"import", "[--yes] [PATH…]", "take in past transcripts, and show what was lost", importPast},
		{"forget", "(--word ID | --decision ID | --session ID | --project DIR | --older-than DAYS | --everything) [--dry-run] [--yes]", "delete it from the ledger for good", forget},
		{"install", "[--dry-run]", "register the hooks with the client", install},
		{"uninstall", "[--dry-run]", "take the hooks out again", uninstall},
		{"inspect", "[--json] FILE", "show what a transcript holds; nothing is stored", inspect},
		{"version", "", "print the version", version},
		{"help", "[COMMAND]", "print this", help},
	}
}
