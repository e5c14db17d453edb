// Package app is the desktop side of the keeper: it serves the dashboard on this machine, once per state folder.
//
// Contract: hooks never need it. Every default path stands in paths.go and is worked out from the environment it is
// given, nothing else. One process at a time serves a state folder, known by a lock that ends with the process; a second
// one learns the first one's address from it. Nothing that a killed process leaves behind stops the next.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
	"github.com/compact-keeper/compact-keeper/web"
)

// Main is the running program. Open it, Run it, Close it.
type Main struct {
	StateDir  string
	ConfigDir string           // the client's configuration folder
	Hook      string           // where install puts the hook executable
	Now       func() time.Time // the clock, time.Now if nil
	Day       <-chan time.Time // when a day is over; every 24 hours if nil
	// Say tells the owner something by a line. If nil, nobody is there, and there is neither tray nor notice.
	Say    func(line string)
	NoTray bool

	lock     *flock.Flock
	ledger   *ledger
	setup    *setup
	listener net.Listener
	web      *web.Server
	http     *http.Server
}

// endTime is how long a page under way may take when the program ends.
const endTime = 2 * time.Second

// Open takes the state folder and a free port, and prepares to serve. Where another process has the folder, it returns
// ErrRunning.
func (m *Main) Open(ctx context.Context) (err error) {
	defer func() {
		if err != nil {
			m.Close()
		}
	}()
	if err := os.MkdirAll(m.StateDir, 0o700); err != nil {
		return fmt.Errorf("make the state folder: %w", err)
	}
	if m.lock, err = takeLock(ctx, m.StateDir); err != nil {
		return err
	}
	removePages(m.StateDir, 0) // what a killed one left
	m.ledger = &ledger{dir: m.StateDir}
	if _, err := m.ledger.Writer(ctx); err != nil {
		return err
	}
	if m.listener, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
		return fmt.Errorf("open a port on this machine: %w", err)
	}
	secret := rand.Text()
	m.setup = newSetup(m.place(), m.clock(), func() { m.web.Changed() })
	m.web = web.New(m.dashboard(secret))
	m.http = &http.Server{Handler: m.web.Handler(), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	m.http.RegisterOnShutdown(m.web.EndEvents)
	return contact{m.listener.Addr().String(), secret}.save(m.StateDir)
}

// dashboard is what the pages need of the rest of the program.
func (m *Main) dashboard(secret string) web.Config {
	return web.Config{
		Ledger:    m.ledger,
		Installed: func() bool { return settings.Installed(m.StateDir) },
		Clients:   func() ([]web.Client, error) { return clients(m.ConfigDir) },
		Files:     func() (web.Files, error) { return files(m.StateDir) },
		Doctor:    m.setup.Doctor,
		Setup:     m.setup,
		Forget: func(ctx context.Context, target db.Target) (db.Doomed, error) {
			d, err := m.ledger.Writer(ctx)
			if err != nil {
				return db.Doomed{}, err
			}
			return Forget(ctx, d, target)
		},
		Mask:   keep.Mask,
		Owner:  owner(),
		Secret: secret,
		Now:    m.Now,
	}
}

// Address is where a browser finds the dashboard: it holds a fresh code, good once within a minute.
func (m *Main) Address() string { return m.addressOf("") }

// addressOf is an address of a page.
func (m *Main) addressOf(page string) string {
	return "http://" + m.listener.Addr().String() + m.web.NewCode(page)
}

// OpenBrowser shows the dashboard in the owner's browser.
func (m *Main) OpenBrowser() error { return OpenBrowser(m.StateDir, m.Address()) }

func (m *Main) say(line string) {
	if m.Say != nil {
		m.Say(line)
	}
}

// Run serves until ctx is done, or the owner quits by the tray's menu. It must be called by the main goroutine on systems
// whose tray needs that.
func (m *Main) Run(ctx context.Context) error {
	ctx, quit := context.WithCancel(ctx)
	defer quit()
	stop := m.startUpkeep(ctx)
	defer stop()
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	desk := newDesk(m, quit)
	go watcher{m.ledger, filepath.Join(m.ConfigDir, "sessions"), desk.refresh}.run(watching)
	defer m.startWork(ctx)()
	served := make(chan error, 1)
	go func() {
		served <- m.serve(ctx)
		quit()
	}()
	desk.run(ctx)
	return <-served
}

// serve serves the dashboard until ctx is done.
func (m *Main) serve(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- m.http.Serve(m.listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve the dashboard: %w", err)
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	if err := m.http.Shutdown(ending); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("end the dashboard: %w", err)
	}
	return nil
}

// startWork does what the pages need done beside them. What it returns ends it.
func (m *Main) startWork(ctx context.Context) (stop func()) {
	u := upkeep{dir: m.StateDir, now: m.Now}
	if u.now == nil {
		u.now = time.Now
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan bool)
	go func() {
		m.web.Work(ctx, func(err error) { u.note(ctx, err) })
		close(done)
	}()
	return func() { cancel(); <-done }
}

// startUpkeep runs the upkeep beside the dashboard. What it returns ends it.
func (m *Main) startUpkeep(ctx context.Context) (stop func()) {
	u := upkeep{m.StateDir, m.Now, m.Day}
	if u.now == nil {
		u.now = time.Now
	}
	end := func() {}
	if u.tick == nil {
		day := time.NewTicker(24 * time.Hour)
		u.tick, end = day.C, day.Stop
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan bool)
	go func() { u.run(ctx); close(done) }()
	return func() { cancel(); <-done; end() }
}

// clock is the program's clock.
func (m *Main) clock() func() time.Time {
	if m.Now == nil {
		return time.Now
	}
	return m.Now
}

// Close gives back what Open took.
func (m *Main) Close() error {
	var all []error
	if m.http != nil {
		all = append(all, m.http.Close(), forget(m.StateDir))
	}
	if m.listener != nil {
		if err := m.listener.Close(); !errors.Is(err, net.ErrClosed) {
			all = append(all, err)
		}
	}
	if m.setup != nil {
		m.setup.close()
	}
	if m.ledger != nil {
		all = append(all, m.ledger.Close())
	}
	if m.lock != nil { // last: whoever gets the lock finds nothing of ours
		all = append(all, m.lock.Close())
	}
	return errors.Join(all...)
}
