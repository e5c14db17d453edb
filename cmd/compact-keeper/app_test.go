package main_test

import (
	"bufio"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// process is a compact-keeper that serves.
type process struct {
	*testing.T
	cmd     *exec.Cmd
	lines   *bufio.Scanner
	address string
	printed string
}

var addressLine = regexp.MustCompile(`http://127\.0\.0\.1:\d+/open\?code=\w+`)

// serve starts compact-keeper, with no standard input, and waits for its address.
func (m machine) serve(args ...string) *process {
	m.Helper()
	p := &process{T: m.T, cmd: exec.Command(filepath.Join(m.bin, "compact-keeper"), args...)}
	p.cmd.Env = m.env
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	for p.lines = bufio.NewScanner(out); p.address == "" && p.lines.Scan(); {
		p.printed += p.lines.Text() + "\n"
		p.address = addressLine.FindString(p.lines.Text())
	}
	if p.address == "" {
		m.Fatalf("%v printed no address:\n%s", args, p.printed)
	}
	return p
}

// end sends a signal and returns all that was printed and the exit code.
func (p *process) end(s syscall.Signal) (string, int) {
	p.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.Fatal(err)
	}
	for p.lines.Scan() {
		p.printed += p.lines.Text() + "\n"
	}
	p.cmd.Wait()
	return p.printed, p.cmd.ProcessState.ExitCode()
}

// page opens an address as a browser does.
func (m machine) page(address string) string {
	m.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		m.Fatal(err)
	}
	a, err := (&http.Client{Jar: jar}).Get(address)
	if err != nil {
		m.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		m.Fatalf("%s: status %d, %v\n%s", address, a.StatusCode, err, text)
	}
	return string(text)
}

func TestUpInstallsAndServesUntilItIsTold(t *testing.T) {
	m := newMachine(t)
	first := m.serve("up", "--no-tray")
	if !strings.Contains(m.read(".claude/settings.json"), "compact-keeper-hook") {
		t.Error("the hooks are not in the settings")
	}
	if page := m.page(first.address); strings.Contains(page, "not installed") || !strings.Contains(page, "What to do next") {
		t.Errorf("the dashboard shows\n%s", page)
	}
	m.does("It is served by the compact-keeper that was running already.", "up", "--no-open")
	out, code := m.run("open")
	if code != 0 || addressLine.FindString(out) == "" {
		t.Fatalf("open: exit %d\n%s", code, out)
	}
	m.page(strings.TrimSpace(out))
	printed, code := first.end(syscall.SIGTERM)
	if code != 0 {
		t.Errorf("told to end: exit %d", code)
	}
	for _, want := range []string{"Registered it in", "compact-keeper off --project DIR", "Ctrl-C ends the dashboard; the hooks go on."} {
		if !strings.Contains(printed, want) {
			t.Errorf("it did not say %q:\n%s", want, printed)
		}
	}
	if lines := strings.Count(printed, "\n"); lines > 12 {
		t.Errorf("it printed %d lines:\n%s", lines, printed)
	}
	if out, code := m.run("open"); code != 1 || !strings.Contains(out, "no dashboard is running") {
		t.Errorf("open after the end: exit %d\n%s", code, out)
	}
	if !strings.Contains(m.read(".claude/settings.json"), "compact-keeper-hook") {
		t.Error("the hooks went with the dashboard")
	}
}

func TestTheFirstLineIsTheAddress(t *testing.T) {
	m := newMachine(t)
	for _, args := range [][]string{{"--no-tray", "--no-open"}, nil} {
		first := m.serve(args...)
		if first.printed != first.address+"\n" {
			t.Errorf("%v: the first line is %q", args, first.printed)
		}
		second := m.serve(args...)
		if second.printed != second.address+"\n" || second.address == first.address {
			t.Errorf("%v: a second start begins with %q", args, second.printed)
		}
		if err := second.cmd.Wait(); err != nil {
			t.Errorf("%v: a second start: %v", args, err)
		}
		m.page(second.address)
		if _, code := first.end(syscall.SIGINT); code != 0 {
			t.Errorf("%v: Ctrl-C: exit %d", args, code)
		}
	}
}

func TestItStartsAgainAfterAKill(t *testing.T) {
	m := newMachine(t)
	for range 3 {
		p := m.serve()
		m.page(p.address)
		p.end(syscall.SIGKILL)
		if out, code := m.run("open"); code != 1 || !strings.Contains(out, "no dashboard is running") {
			t.Errorf("open after the kill: exit %d\n%s", code, out)
		}
	}
}
