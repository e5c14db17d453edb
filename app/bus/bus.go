//go:build unix && !darwin

// Package bus connects to the session bus of the owner's desktop, and starts none.
package bus

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/godbus/dbus/v5"
)

// Patience is how long the bus may take to answer.
const Patience = 2 * time.Second

// ErrNone is returned where no session bus is known.
var ErrNone = errors.New("no session bus")

// Connect opens a connection of its own. It lasts until it is closed.
func Connect(ctx context.Context) (*dbus.Conn, error) {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if address == "" || address == "autolaunch:" {
		// Asked without an address, the library runs dbus-launch, which leaves a bus of its own behind at every try.
		path := fmt.Sprintf("/run/user/%d/bus", os.Getuid())
		if _, err := os.Stat(path); err != nil {
			return nil, ErrNone
		}
		address = "unix:path=" + path
	}
	type result struct {
		conn *dbus.Conn
		err  error
	}
	done := make(chan result, 1)
	go func() { // a bus that takes a connection and says nothing holds Connect up for good, whatever its context
		conn, err := dbus.Connect(address)
		done <- result{conn, err}
	}()
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	select {
	case r := <-done:
		if r.err != nil {
			return nil, fmt.Errorf("connect to the session bus %s: %w", address, r.err)
		}
		return r.conn, nil
	case <-ctx.Done():
		go func() {
			if r := <-done; r.err == nil {
				r.conn.Close()
			}
		}()
		return nil, fmt.Errorf("connect to the session bus %s: it does not answer", address)
	}
}
