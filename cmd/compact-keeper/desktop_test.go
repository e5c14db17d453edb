//go:build unix && !darwin

package main_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// patience is how long a test waits for what comes within milliseconds, on a machine that does much else.
const patience = time.Minute

// desktop is a session bus of the test's own, as a desktop has one, and a browser that only writes down what it is to open.
// It needs no display: what a panel and a notification service do, the test does.
type desktop struct {
	machine
	address string
	conn    *dbus.Conn // the panel's, and the notification service's
}

func newDesktop(t *testing.T) *desktop {
	t.Helper()
	d := &desktop{machine: keptMachine(t)}
	d.address, _ = startBus(t, t.TempDir())
	d.env = append(d.env, "DBUS_SESSION_BUS_ADDRESS="+d.address)
	d.browser()
	return d
}

// startBus runs a session bus that ends with the test, or by stop.
func startBus(t *testing.T, dir string) (address string, stop func()) {
	t.Helper()
	cmd := exec.Command(lab.Need(t, "dbus-daemon"), "--session", "--nofork", "--nopidfile", "--print-address=1", "--address=unix:path="+filepath.Join(dir, "bus"))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(func() { cmd.Process.Kill(); cmd.Wait() })
	t.Cleanup(stop)
	address, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address of the bus: %v", err)
	}
	return strings.TrimSpace(address), stop
}

// connect joins the bus.
func (d *desktop) connect() *dbus.Conn {
	d.Helper()
	conn, err := dbus.Connect(d.address)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { conn.Close() })
	return conn
}

// serves puts an object on the bus under a name that a desktop has.
func (d *desktop) serves(object any, path dbus.ObjectPath, name string) {
	d.Helper()
	if d.conn == nil {
		d.conn = d.connect()
	}
	err := d.conn.Export(object, path, name)
	if err == nil {
		_, err = d.conn.RequestName(name, dbus.NameFlagDoNotQueue)
	}
	if err != nil {
		d.Fatal(err)
	}
}

// browser puts a stand-in first on the path, which writes its arguments and what the file that they name leads to. The code
// in there is used up by nobody.
func (m *machine) browser() {
	m.Helper()
	m.put(filepath.Join(m.bin, "tools", "xdg-open"), `#!/bin/sh
exec >>"`+m.opened()+`"
printf 'args %s\n' "$*"
stat -c 'mode %a' "$1"
grep -o 'url=[^"]*' "$1" | sed 's/&amp;/\&/g'
`, 0o755)
	m.env = append(m.env, "DISPLAY=:99", "PATH="+filepath.Join(m.bin, "tools")+":"+os.Getenv("PATH"))
}

func (m *machine) opened() string { return filepath.Join(m.home, "opened") }

// opens waits for the n-th address that a browser was led to, and checks that the browser's command line does not tell it.
func (m *machine) opens(n int) (address string) {
	m.Helper()
	var all []string
	m.until("a browser is led to an address", func() bool {
		text, _ := os.ReadFile(m.opened())
		all = strings.Split(string(text), "\n")
		return len(all) > 3*n
	})
	if len(all) != 3*n+1 {
		m.Fatalf("it opened more than %d times: %q", n, all)
	}
	args, mode := all[3*n-3], all[3*n-2]
	if !strings.HasPrefix(args, "args "+m.home) || strings.Contains(args, "code=") || strings.Contains(args, "http") {
		m.Errorf("the browser's command line tells %q", args)
	}
	if mode != "mode 600" {
		m.Errorf("the file that leads it on has %s", mode)
	}
	address = strings.TrimPrefix(all[3*n-1], "url=")
	if addressLine.FindString(address) == "" {
		m.Fatalf("it leads to %q", address)
	}
	return address
}

// until waits for something that happens elsewhere.
func (m *machine) until(what string, happened func() bool) {
	m.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			m.Fatalf("waited for long that %s", what)
		}
	}
}
