// Command compact-keeper-hook is what the client runs at its hook events: the event on standard input, the text for
// the client on standard output.
//
// Contract: it exits 0 within two seconds, whatever happens, and prints either a complete text or nothing.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/compact-keeper/compact-keeper/hooks"
)

// deadline ends a run that hangs: the client waits for its hooks.
const deadline = 2 * time.Second

// inputLimit bounds what is read, in bytes. A summary is some 30 KB.
const inputLimit = 64 << 20

func main() {
	call := hooks.Call{Now: time.Now, Start: time.Now(), Ends: true, Unattended: os.Getenv("CLAUDE_CODE_SESSION_ATTENDED") == "0"}
	signal.Ignore(syscall.SIGPIPE) // nobody reads what is printed: no reason to end otherwise than with 0
	if call.State, call.Part = arguments(os.Args[1:]); call.State == "" {
		fmt.Fprintln(os.Stderr, "compact-keeper: without --state and a home folder nothing is kept")
		return
	}
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
		// Without a deadline of its own: every wait in there is bounded, and SQLite would watch one at each statement,
		// which costs a tenth of the run. The error is recorded.
		text, _ := call.Answer(context.Background(), stdin)
		done <- text
	}()
	select {
	case text := <-done:
		io.WriteString(os.Stdout, text)
	case <-time.After(deadline):
		go func() { // what hung may be the disk that the log is on
			call.Log(fmt.Errorf("no answer within %v", deadline))
			done <- ""
		}()
		select {
		case <-done:
		case <-time.After(deadline / 20):
		}
	}
	os.Exit(0)
}

// arguments reads --state DIR and --part N. It passes over what it does not know: a newer version may have registered it.
func arguments(args []string) (state string, part int) {
	for i, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok && i+1 < len(args) {
			value = args[i+1]
		}
		switch name {
		case "--state", "-state":
			state = value
		case "--part", "-part":
			part, _ = strconv.Atoi(value)
		}
	}
	if state == "" {
		state = defaultState()
	}
	return state, max(part, 1)
}

// defaultState is the state folder where the registered command names none, empty where there is no home. XDG_STATE_HOME
// does not count here: a project's settings could set it and so redirect the ledger.
func defaultState() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "state", "compact-keeper")
}
