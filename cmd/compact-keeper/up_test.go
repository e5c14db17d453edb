package main_test

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// terminal is a program in a terminal, with a person who types.
type terminal struct {
	machine
	cmd    *exec.Cmd
	keys   io.WriteCloser
	shown  strings.Builder
	output *bufio.Reader
}

func (m machine) terminal(args ...string) *terminal {
	m.Helper()
	line := "exec '" + filepath.Join(m.bin, "compact-keeper") + "' " + strings.Join(args, " ")
	c := &terminal{machine: m, cmd: exec.Command(lab.Need(m, "script"), "-qefc", line, "/dev/null")}
	c.cmd.Env = append(m.env[:len(m.env):len(m.env)], "TERM=xterm", "SHELL=/bin/sh")
	keys, err := c.cmd.StdinPipe()
	if err != nil {
		m.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		m.Fatal(err)
	}
	c.keys, c.output = keys, bufio.NewReader(out)
	hung := time.AfterFunc(time.Minute, func() { c.cmd.Process.Kill() })
	m.Cleanup(func() { hung.Stop(); c.cmd.Process.Kill(); c.cmd.Wait() })
	return c
}

// until reads what is shown up to a text.
func (c *terminal) until(text string) {
	c.Helper()
	from := c.shown.Len()
	for !strings.Contains(c.shown.String()[from:], text) {
		b, err := c.output.ReadByte()
		if err != nil {
			c.Fatalf("%q does not come: %v\n%s", text, err, c.shown.String())
		}
		c.shown.WriteByte(b)
	}
}

func (c *terminal) types(keys string) {
	c.Helper()
	if _, err := io.WriteString(c.keys, keys); err != nil {
		c.Fatal(err)
	}
}

// ends waits for the end and returns the exit code.
func (c *terminal) ends() int {
	c.Helper()
	rest, _ := io.ReadAll(c.output)
	c.shown.Write(rest)
	c.cmd.Wait()
	return c.cmd.ProcessState.ExitCode()
}

const ctrlC = "\x03"

func (m machine) threeProjects() {
	m.Helper()
	for i, name := range []string{"blog", "shop", "notes"} {
		s := talk{session: fmt.Sprintf("0000000%d-0000-4000-8000-000000000000", i), cwd: "/home/owner/" + name}
		m.keep(s.cwd, s.session, s.say("Never push to main without asking me.").compact("They talked.").text.String())
	}
}

func (m machine) imported() string {
	m.Helper()
	return fmt.Sprint(list(m.T, m.ledger(), "select p.root from session s join project p on p.id = s.project_id order by 1"))
}

func TestUpAsksOnceWhatToImport(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		types []string
		want  string
	}{
		{"all, by pressing enter", []string{"\r"}, "[/home/owner/blog /home/owner/notes /home/owner/shop]"},
		{"none", []string{"none\r"}, "[]"},
		{"some, after a wrong number", []string{"maybe\r", "c\r", "4\r", "1,3\r"}, "[/home/owner/blog /home/owner/shop]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.threeProjects()
			const question, which = "all, choose or none [all] ", "Which? Numbers, as in 1 3-5: "
			ask := []string{question, question, which, which}
			first := m.terminal("up")
			for i, keys := range c.types {
				first.until(ask[i])
				first.types(keys)
			}
			first.until("Dashboard: http://127.0.0.1:")
			if c.want != "[]" {
				first.until("were lost or reworded.")
			} else {
				first.until("the hooks go on.")
			}
			first.types(ctrlC)
			if code := first.ends(); code != 0 {
				t.Errorf("Ctrl-C: exit %d\n%s", code, first.shown.String())
			}
			if got := m.imported(); got != c.want {
				t.Errorf("imported %s, want %s", got, c.want)
			}

			again := m.terminal("up")
			again.until("the hooks go on.")
			again.types(ctrlC)
			if code := again.ends(); code != 0 || strings.Contains(again.shown.String(), "transcripts from before") {
				t.Errorf("asked again, exit %d\n%s", code, again.shown.String())
			}
			m.does(" transcript", "import") // what was passed over can still be had
			if got := m.imported(); got != "[/home/owner/blog /home/owner/notes /home/owner/shop]" {
				t.Errorf("then imported %s", got)
			}
		})
	}
}

// BR-50: the first import runs beside the dashboard, which answers meanwhile, and Ctrl-C ends both.
func TestBR50UpServesWhileItImportsAndEndsWithBoth(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.history(12)
	p := m.serve("up", "--yes")
	if page := m.page(p.address); !strings.Contains(page, "compact-keeper") {
		t.Errorf("the dashboard shows\n%s", page)
	}
	printed, code := p.end(syscall.SIGINT)
	if code != 0 || strings.Contains(printed, "canceled") {
		t.Errorf("Ctrl-C: exit %d\n%s", code, printed)
	}
	m.does("Took in", "import")
	m.does("Nothing new in 12 transcripts", "import")
}

func TestUpImportsNothingUnasked(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.threeProjects()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"up"}, "Found 3 transcripts of 3 projects from before, "},
		{[]string{"up", "--no-import"}, ""},
	} {
		p := m.serve(c.args...)
		printed, code := p.end(syscall.SIGTERM)
		if code != 0 || !strings.Contains(printed, c.says) || c.says == "" && strings.Contains(printed, "from before") {
			t.Errorf("%q: exit %d, want %q in\n%s", c.args, code, c.says, printed)
		}
	}
	if got := m.imported(); got != "[]" {
		t.Errorf("imported %s", got)
	}
	p := m.serve("up", "--yes")
	for p.lines.Scan() && !strings.Contains(p.lines.Text(), "were lost or reworded.") {
	}
	p.end(syscall.SIGTERM)
	if got := m.imported(); got != "[/home/owner/blog /home/owner/notes /home/owner/shop]" {
		t.Errorf("imported %s", got)
	}
}

func TestOnATerminalAnImportShowsHowFarItIsAndAsksToPutBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ types, unsettled string }{{"\r", "1"}, {"n\r", "0"}, {"\x04", "0"}} {
		m := newMachine(t)
		m.history(12)
		session := "00000003-0000-4000-8000-000000000000"
		p := m.terminal("import")
		m.put(m.at(fmt.Sprintf(".claude/sessions/%d.json", p.cmd.Process.Pid)), fmt.Sprintf(`{"pid":%d,"sessionId":%q,"startedAt":1}`, p.cmd.Process.Pid, session), 0o600)
		p.until("put them back at its next prompt? [Y/n] ")
		p.types(c.types)
		if code := p.ends(); code != 0 {
			t.Errorf("%q: exit %d\n%s", c.types, code, p.shown.String())
		}
		if !strings.Contains(p.shown.String(), " % of ") {
			t.Errorf("no progress was shown:\n%q", p.shown.String())
		}
		if got := list(t, m.ledger(), "select count(*) from compaction where not settled"); got[0] != c.unsettled {
			t.Errorf("%q: %s compactions wait for the next prompt, want %s", c.types, got[0], c.unsettled)
		}
	}
}
