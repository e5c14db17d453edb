package app_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
)

// start runs the program over a state folder; stop ends it as a signal does.
func start(t *testing.T, state string) (m *app.Main, stop func()) {
	t.Helper()
	m = &app.Main{StateDir: state}
	return m, startMain(t, m)
}

func startMain(t *testing.T, m *app.Main) (stop func()) {
	t.Helper()
	if err := m.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- errors.Join(m.Run(ctx), m.Close()) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the end: %v", err)
		}
	}
	t.Cleanup(stop)
	return stop
}

// browse opens an address as a browser does and returns the page it leads to.
func browse(t *testing.T, address string) (c *http.Client, base, page string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c = &http.Client{Jar: jar}
	a, err := c.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	if a.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d\n%s", address, a.StatusCode, text)
	}
	return c, strings.TrimSuffix(a.Request.URL.String(), "/"), string(text)
}

func TestTheAddressOpensTheDashboardOnThisMachineAlone(t *testing.T) {
	m, _ := start(t, filepath.Join(t.TempDir(), "state"))
	_, _, page := browse(t, m.Address())
	if !strings.Contains(page, "What to do next") {
		t.Errorf("got\n%s", page)
	}
	u, err := url.Parse(m.Address())
	if err != nil {
		t.Fatal(err)
	}
	if u.Hostname() != "127.0.0.1" {
		t.Errorf("BR-64: it serves %s", u.Host)
	}
	for _, host := range otherAddresses(t) {
		if c, err := net.DialTimeout("tcp", net.JoinHostPort(host, u.Port()), time.Second); err == nil {
			c.Close()
			t.Errorf("BR-64: it answers on %s", host)
		}
	}
}

// otherAddresses are this machine's addresses that are not loopback.
func otherAddresses(t *testing.T) (hosts []string) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && n.IP.To4() != nil {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts
}

func TestWhatItWritesIsTheOwnersAlone(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	m, _ := start(t, state)
	browse(t, m.Address())
	entries, err := os.ReadDir(state)
	if err != nil {
		t.Fatal(err)
	}
	entries = append(entries, dirEntry(t, state))
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", e.Name(), info.Mode())
		}
	}
}

func dirEntry(t *testing.T, path string) os.DirEntry {
	t.Helper()
	all, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(all) != 1 {
		t.Fatalf("%v, %v", all, err)
	}
	return all[0]
}

func TestASecondStartFindsTheFirst(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	first, stop := start(t, state)
	second := &app.Main{StateDir: state}
	if err := second.Open(t.Context()); !errors.Is(err, app.ErrRunning) {
		t.Fatalf("got %v, want that one is running", err)
	}
	address, err := app.RunningAddress(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := host(t, address), host(t, first.Address()); got != want {
		t.Errorf("it leads to %s, want the first one's %s", got, want)
	}
	browse(t, address)
	stop()
	if _, err := app.RunningAddress(t.Context(), state); !errors.Is(err, app.ErrNotRunning) {
		t.Errorf("after its end: %v, want that none is running", err)
	}
	start(t, state)
}

func host(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

func TestTwoStateFoldersAreServedSideBySide(t *testing.T) {
	a, _ := start(t, filepath.Join(t.TempDir(), "a"))
	b, _ := start(t, filepath.Join(t.TempDir(), "b"))
	browse(t, a.Address())
	browse(t, b.Address())
}

func TestBR47_WhatAKilledProcessLeftDoesNotStopTheNext(t *testing.T) {
	for name, contact := range map[string]string{
		"an address nobody listens on": `{"addr":"127.0.0.1:1","secret":"x"}`,
		"half a file":                  `{"addr":"127.`,
		"an empty file":                ``,
	} {
		t.Run(name, func(t *testing.T) {
			state := filepath.Join(t.TempDir(), "state")
			if err := os.MkdirAll(state, 0o700); err != nil {
				t.Fatal(err)
			}
			for file, text := range map[string]string{"app.json": contact, "app.lock": ""} {
				if err := os.WriteFile(filepath.Join(state, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			m, _ := start(t, state)
			browse(t, m.Address())
		})
	}
}

func TestBR47_NobodyIsAskedAtAnAddressWhoseOwnerIsGone(t *testing.T) {
	var asked atomic.Int32
	impostor, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer impostor.Close()
	go http.Serve(impostor, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		io.WriteString(w, `{"path":"/open?code=x"}`)
	}))
	state := t.TempDir()
	text := `{"addr":"` + impostor.Addr().String() + `","secret":"the secret"}`
	for file, text := range map[string]string{"app.json": text, "app.lock": ""} {
		if err := os.WriteFile(filepath.Join(state, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if address, err := app.RunningAddress(t.Context(), state); !errors.Is(err, app.ErrNotRunning) {
		t.Errorf("got %q and %v, want that none is running", address, err)
	}
	if asked.Load() > 0 {
		t.Error("the impostor was told the secret")
	}
}

func TestBR54_ADamagedLedgerIsSetAsideAndTheAppStarts(t *testing.T) {
	state := t.TempDir()
	if err := os.WriteFile(filepath.Join(state, db.File), []byte(strings.Repeat("not a database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	m, _ := start(t, state)
	browse(t, m.Address())
	if kept, err := filepath.Glob(filepath.Join(state, db.File+".damaged-*")); err != nil || len(kept) != 1 {
		t.Errorf("set aside: %v (%v), want the damaged file", kept, err)
	}
}

func TestAFreshLedgerInTheOldOnesPlaceIsTakenUp(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	m, _ := start(t, state)
	c, base, _ := browse(t, m.Address())

	other, err := db.Open(t.Context(), state, db.Options{}) // a hook that finds it damaged
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.SetAside(); err != nil {
		t.Fatal(err)
	}
	other.Close()
	fresh, err := db.Open(t.Context(), state, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	if err := fresh.SwitchProject(t.Context(), "/home/anna/shop", true); err != nil {
		t.Fatal(err)
	}

	a, err := c.PostForm(base+"/projects/1/switch", url.Values{"on": {"false"}})
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if p, err := fresh.ProjectByRoot(t.Context(), "/home/anna/shop"); err != nil || p.Enabled || a.StatusCode != http.StatusOK {
		t.Errorf("BR-78: status %d, in the ledger the hooks use it is on: %v (%v)", a.StatusCode, p.Enabled, err)
	}
}
