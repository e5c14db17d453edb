package main

import (
	"fmt"
	"io"
	"os"

	"github.com/compact-keeper/compact-keeper/app/login"
)

// loginCommand tells whether the program starts when the owner logs in, or turns that on or off.
func loginCommand(args []string, out io.Writer) error {
	rest, err := parse(newFlags("login"), args, 1)
	if err != nil {
		return err
	}
	s, err := login.Find(os.Getenv)
	if err != nil {
		return err
	}
	switch {
	case len(rest) == 0:
	case rest[0] == "off":
		if err := s.Off(); err != nil {
			return err
		}
	case rest[0] == "on":
		e, err := login.Here(os.Getenv)
		if err != nil {
			return err
		}
		if _, err := s.On(e); err != nil {
			return fmt.Errorf("start at login: %w", err)
		}
	default:
		return usageError{fmt.Sprintf("login: %q is neither on nor off", rest[0]), "compact-keeper help login"}
	}
	if where := s.State(); where != "" {
		fmt.Fprintf(out, "On: compact-keeper starts when you log in, by %s.\nTo change that: %s login off\n", printable(where), startedAs())
	} else {
		fmt.Fprintf(out, "Off: compact-keeper does not start when you log in. The hooks need no program that runs.\nTo change that: %s login on\n", startedAs())
	}
	return nil
}
