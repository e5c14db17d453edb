package main

import (
	"flag"
	"fmt"
	"io"
)

// parse reads a command's flags, which may stand before, between and behind its other arguments, and returns those. Of
// these it takes at most max.
func parse(flags *flag.FlagSet, args []string, max int) (rest []string, err error) {
	hint := "compact-keeper help " + flags.Name()
	flags.SetOutput(io.Discard)
	for {
		if err := flags.Parse(args); err != nil {
			return nil, usageError{flags.Name() + ": " + err.Error(), hint}
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, flags.Arg(0)), flags.Args()[1:]
		if len(rest) > max {
			return nil, usageError{fmt.Sprintf("%s: %q is one argument too many", flags.Name(), rest[max]), hint}
		}
	}
}

func newFlags(name string) *flag.FlagSet { return flag.NewFlagSet(name, flag.ContinueOnError) }
