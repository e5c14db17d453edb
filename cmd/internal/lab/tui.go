package lab

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// TUI is a client in a terminal, driven by keys.
type TUI struct {
	lab    *Lab
	socket string
}

// Type starts the client in a terminal and waits for its prompt box.
func (l *Lab) Type(args ...string) *TUI {
	l.T.Helper()
	Need(l.T, "tmux")
	t := &TUI{lab: l, socket: filepath.Join(filepath.Dir(l.Home), "tmux")}
	args = append([]string{l.client, "--dangerously-skip-permissions", "--model", l.Model}, args...)
	l.T.Cleanup(t.Close)
	t.tmux("", append([]string{"-f", "/dev/null", "new-session", "-d", "-s", "client", "-x", "160", "-y", "50", "-c", l.Project}, args...)...)
	t.Until("bypass permissions on")
	return t
}

// tmux runs one command of the terminal with some stdin, inside the namespace: the first one starts its server.
func (t *TUI) tmux(stdin string, args ...string) string {
	t.lab.T.Helper()
	cmd := exec.Command("tmux", append([]string{"-S", t.socket}, args...)...)
	cmd.Env, cmd.Dir = t.lab.Env, t.lab.Project
	cmd.Stdin = strings.NewReader(stdin)
	var out []byte
	var err error
	t.lab.net.do(func() { out, err = cmd.CombinedOutput() })
	if err != nil {
		t.lab.T.Fatalf("tmux %q: %v: %s", args, err, oneLine(string(out)))
	}
	return string(out)
}

// Screen returns what the terminal shows, what scrolled away included.
func (t *TUI) Screen() string {
	t.lab.T.Helper()
	return t.tmux("", "capture-pane", "-p", "-S", "-2000", "-t", "client")
}

// Until waits until the terminal shows text.
func (t *TUI) Until(text string) {
	t.lab.T.Helper()
	var screen string
	t.lab.until(func() string {
		return fmt.Sprintf("the terminal shows %q; it shows:\n%s", text, strings.TrimSpace(screen))
	}, func() bool {
		screen = t.Screen()
		return strings.Contains(screen, text)
	})
}

// Gone waits until the terminal no longer shows text.
func (t *TUI) Gone(text string) {
	t.lab.T.Helper()
	t.lab.Until(fmt.Sprintf("the terminal no longer shows %q", text), func() bool { return !strings.Contains(t.Screen(), text) })
}

// Keys presses keys by their tmux names.
func (t *TUI) Keys(keys ...string) {
	t.lab.T.Helper()
	t.tmux("", append([]string{"send-keys", "-t", "client"}, keys...)...)
}

// Say types a prompt of one line and presses Enter once the box holds it.
func (t *TUI) Say(prompt string) {
	t.lab.T.Helper()
	t.Until("❯")
	t.tmux("", "send-keys", "-t", "client", "-l", "--", prompt)
	t.Until(prompt)
	// the box takes keys that come in one burst for a paste
	time.Sleep(200 * time.Millisecond)
	t.Keys("Enter")
}

// Turn types a prompt and waits for its turn's end, which recording hooks tell.
func (t *TUI) Turn(prompt string) {
	t.lab.T.Helper()
	before := len(t.lab.RecordsOf("Stop"))
	t.Say(prompt)
	t.lab.Until("the turn of "+prompt+" ends", func() bool { return len(t.lab.RecordsOf("Stop")) > before })
}

// Compact types /compact and waits for its end, which recording hooks tell.
func (t *TUI) Compact() {
	t.lab.T.Helper()
	before := len(t.lab.RecordsOf("PostCompact"))
	t.Say("/compact")
	t.lab.Until("the compaction ends", func() bool { return len(t.lab.RecordsOf("PostCompact")) > before })
}

// Close ends the terminal and the client in it.
func (t *TUI) Close() {
	if _, err := os.Stat(t.socket); err == nil {
		exec.Command("tmux", "-S", t.socket, "kill-server").Run()
	}
}

// Until waits for something to become true, at most half a minute.
func (l *Lab) Until(what string, holds func() bool) {
	l.T.Helper()
	l.until(func() string { return what }, holds)
}

func (l *Lab) until(what func() string, holds func() bool) {
	l.T.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
	}
	l.T.Fatalf("not in half a minute: %s", what())
}
