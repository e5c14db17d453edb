// Command compact-keeper-hook is what the client runs at its hook events: the event on standard input, the text for
// the client on standard output.
//
// Contract: it exits 0 within two seconds, whatever happens, and prints either a complete text or nothing.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/compact-keeper/compact-keeper/hooks"
)

// deadline ends a run that hangs: the client waits for its hooks.
const deadline = 2 * time.Second

// inputLimit bounds what is read, in bytes. A summary is some 30 KB.
const inputLimit = 64 << 20

func main() {
	call := hooks.Call{Now: time.Now, Start: time.Now()}
	flags := flag.NewFlagSet("compact-keeper-hook", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&call.State, "state", "", "state folder")
	flags.IntVar(&call.Part, "part", 1, "which part of a text to print")
	if err := flags.Parse(os.Args[1:]); err != nil || call.State == "" {
		call.State = defaultState()
	}
	ctx, cancel := context.WithTimeout(context.Background(), deadline-200*time.Millisecond)
	defer cancel()
	done := make(chan string, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				call.Log(fmt.Errorf("panic: %v at %s", p, debug.Stack()))
				done <- ""
			}
		}()
		stdin, err := io.ReadAll(io.LimitReader(os.Stdin, inputLimit))
		if err != nil {
			call.Log(fmt.Errorf("read standard input: %w", err))
		}
		text, _ := call.Answer(ctx, stdin) // the error is recorded
		done <- text
	}()
	select {
	case text := <-done:
		io.WriteString(os.Stdout, text)
	case <-time.After(deadline):
		call.Log(fmt.Errorf("no answer within %v", deadline))
	}
	os.Exit(0)
}

// defaultState is the state folder where the registered command names none. XDG_STATE_HOME does not count here: a
// project's settings could set it and so redirect the ledger.
func defaultState() string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, ".local", "state", "compact-keeper")
}
