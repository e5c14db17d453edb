package doctor_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/app/doctor"
	"github.com/compact-keeper/compact-keeper/db"
)

// patience is how long a probed hook may take that does answer.
const patience = time.Minute

// programs is where TestMain builds the two programs.
var programs string

func TestMain(m *testing.M) { os.Exit(withPrograms(m)) }

func withPrograms(m *testing.M) int {
	dir, err := os.MkdirTemp("", "doctor")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	programs = dir
	out, err := exec.Command("go", "build", "-o", dir+string(filepath.Separator),
		"github.com/compact-keeper/compact-keeper/cmd/compact-keeper", "github.com/compact-keeper/compact-keeper/cmd/compact-keeper-hook").CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	return m.Run()
}

// machine is a person's home with the client and, by compact-keeper install, the hooks in it.
type machine struct {
	*testing.T
	doctor.System
	env map[string]string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("plants shell scripts, modes and symlinks")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, "First Last")
	m := &machine{T: t, System: doctor.Machine(), env: map[string]string{"HOME": home, "PATH": filepath.Join(home, "bin")}}
	m.Home, m.Folder, m.Managed, m.Built = home, filepath.Join(home, "project"), filepath.Join(dir, "managed"), filepath.Join(programs, app.HookName())
	m.Getenv = func(name string) string { return m.env[name] }
	for to, path := range map[*string]func(func(string) string) (string, error){
		&m.Config: app.ConfigDir, &m.Settings: app.SettingsPath, &m.State: app.StateDir, &m.Hook: app.HookPath,
	} {
		if *to, err = path(m.Getenv); err != nil {
			t.Fatal(err)
		}
	}
	m.Free = func(string) (uint64, error) { return 1 << 40, nil }
	m.Networked = func(string) bool { return false }
	m.Dashboard = func(context.Context) (bool, error) { return false, nil }
	m.ProbeTime = patience
	m.client("2.1.332")
	m.put(filepath.Join(m.Folder, "x"), "", 0o600)
	m.put(m.Settings, "{\n  \"model\": \"opus\"\n}\n", 0o600)
	install := exec.Command(filepath.Join(programs, "compact-keeper"), "install")
	install.Env = []string{"HOME=" + home}
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("install: %v\n%s", err, out)
	}
	return m
}

// client puts one of a version on the path, as npm does. It fails the test if somebody starts it.
func (m *machine) client(version string) {
	m.Helper()
	dir := filepath.Join(m.Home, "lib", "node_modules", "@anthropic-ai", "claude-code")
	m.put(filepath.Join(dir, "package.json"), `{"name":"@anthropic-ai/claude-code","version":"`+version+`"}`, 0o600)
	m.put(filepath.Join(dir, "cli.js"), "#!/bin/sh\ntouch \"$HOME/started\"\n", 0o755)
	link := filepath.Join(m.Home, "bin", "claude")
	m.put(filepath.Join(m.Home, "bin", "x"), "", 0o600)
	if err := os.Symlink(filepath.Join(dir, "cli.js"), link); err != nil && !os.IsExist(err) {
		m.Fatal(err)
	}
}

func (m *machine) put(path, text string, mode os.FileMode) {
	m.Helper()
	for _, err := range []error{os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)} {
		if err != nil {
			m.Fatal(err)
		}
	}
}

// replace changes a file in which old must stand.
func (m *machine) replace(path, old, with string, n int) {
	m.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		m.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		m.Fatalf("%q does not stand in %s:\n%s", old, path, text)
	}
	m.put(path, strings.Replace(string(text), old, with, n), 0o600)
}

// look looks with a deadline that no good run comes near.
func (m *machine) look() doctor.Report {
	m.Helper()
	r := m.Look(context.Background())
	if _, err := os.Stat(filepath.Join(m.Home, "started")); err == nil {
		m.Error("BR-79: doctor started the client")
	}
	return r
}

func told(r doctor.Report) string {
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		panic(err)
	}
	return b.String()
}

func TestAGoodMachineIsClean(t *testing.T) {
	m := newMachine(t)
	var names []string
	for _, f := range m.look().Checks {
		names = append(names, f.Name)
	}
	if got, want := strings.Join(names, " "), "client settings switches compaction others hooks executable probe sessions firings missed delivery state ledger spool failures clock projects dashboard"; got != want {
		t.Errorf("it looks at\n%s\nwant\n%s", got, want)
	}
	for _, when := range []string{"right after install", "at the second look"} {
		r := m.look()
		if !r.OK || r.Count(doctor.OK) != len(r.Checks) {
			t.Errorf("%s not all is well:\n%s", when, told(r))
		}
		for line := range strings.Lines(told(r)) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
				t.Errorf("%s a line of %d columns: %s", when, n, line)
			}
		}
	}
	d := m.ledger()
	defer d.Close()
	if all, err := d.Firings(t.Context(), ""); err != nil || len(all) != 0 {
		t.Errorf("the probes count as firings: %+v, %v", all, err)
	}
	if _, err := d.LastRun(t.Context(), ""); err == nil {
		t.Error("a probe was left in the ledger")
	}
}

// Several doctors at once take out their own probes only.
func TestDoctorsThatLookAtOnceAgree(t *testing.T) {
	m := newMachine(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 3 {
				if r := m.look(); !r.OK {
					t.Errorf("not all is well:\n%s", told(r))
				}
			}
		})
	}
	all.Wait()
}

// TestPlantedFaults plants one fault each into a good machine. doctor names it, and no other one.
func TestPlantedFaults(t *testing.T) {
	for _, p := range plants {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			p.plant(m)
			r := m.look()
			text := told(r)
			if r.OK != (p.state != doctor.Fault) {
				t.Errorf("ok is %t", r.OK)
			}
			hits := 0
			for _, f := range r.Checks {
				switch {
				case f.Name == p.check && f.State == p.state:
					hits++
					if !strings.Contains(f.Found, p.found) {
						t.Errorf("found %q, want %q in it", f.Found, p.found)
					}
					if f.Next == "" || !strings.Contains(f.Command, p.command) {
						t.Errorf("next %q, command %q, want %q in it", f.Next, f.Command, p.command)
					}
				case f.State == doctor.Fault, f.State == doctor.Warning && !p.warns:
					t.Errorf("it names another one: %s: %s", f.Name, f.Found)
				}
			}
			if hits != 1 || t.Failed() {
				t.Fatalf("%d of %s are named, want 1:\n%s", hits, p.check, text)
			}
			if p.cures() {
				m.cure(r)
			}
		})
	}
}

// cures tells whether the command that doctor names mends all by itself.
func (p plant) cures() bool {
	return strings.HasPrefix(p.command, "chmod -R") || strings.Contains(p.command, installs) && (p.check == "hooks" || p.check == "executable" || p.check == "probe")
}

// cure types what doctor says, and looks again, with all the time a busy machine needs.
func (m *machine) cure(r doctor.Report) {
	m.Helper()
	m.ProbeTime = patience
	for _, f := range r.Checks {
		if f.State != doctor.Fault {
			continue
		}
		m.shellOut(f.Command)
		if after := m.look(); after.Count(doctor.OK) != len(after.Checks) {
			m.Errorf("after %s:\n%s", f.Command, told(after))
		}
	}
}

// shellOut runs what a person types.
func (m *machine) shellOut(command string) string {
	m.Helper()
	cmd := exec.Command("/bin/sh", "-c", command)
	cmd.Dir, cmd.Env = m.Folder, []string{"HOME=" + m.Home, "EDITOR=cat", "PATH=" + programs + ":/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

func TestACommandThatDoctorNamesTakesEveryPath(t *testing.T) {
	for _, name := range []string{"it's mine", `a "quoted" $HOME`, "-x", "ünïcödé 文", "a*b?"} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			m.Folder = filepath.Join(m.Home, name)
			m.inProject("settings.local.json", `{"disableAllHooks": true}`)
			for _, f := range m.look().Checks {
				if f.Name == "switches" {
					if got := m.shellOut(f.Command); got != `{"disableAllHooks": true}` {
						t.Errorf("%s prints %q", f.Command, got)
					}
				}
			}
		})
	}
}

func TestAReportInATerminal(t *testing.T) {
	r := doctor.Report{Checks: []doctor.Finding{
		{Name: "client", State: doctor.OK, Found: "Claude Code 2.1.332, ~/bin/claude"},
		{Name: "hooks", State: doctor.Fault, Found: "3 of 16 entries are missing in ~/.claude/settings.json: Stop, SessionEnd and 1 more.", Next: "Register them anew:", Command: "compact-keeper install"},
		{Name: "probe", State: doctor.Unknown, Found: "because of the fault above"},
		{Name: "sessions", State: doctor.Unknown, Found: "because of another fault"},
		{Name: "spool", State: doctor.Warning, Found: "1 hook run could not be stored", Next: "Look:", Command: "ls -l " + strings.Repeat("/a-long-folder", 6)},
	}}
	want := `ok       client      Claude Code 2.1.332, ~/bin/claude
fault    hooks       3 of 16 entries are missing in ~/.claude/settings.json:
                     Stop, SessionEnd and 1 more.
                     Register them anew:
                       compact-keeper install
warning  spool       1 hook run could not be stored
                     Look:
                       ls -l /a-long-folder/a-long-folder/a-long-folder/a-long-folder/a-long-folder/a-long-folder
unknown  probe, sessions
`
	if got := told(r); got != want {
		t.Errorf("it prints\n%s\nwant\n%s", got, want)
	}
	if got := r.Conclusion(); got != "1 fault: do what stands below the first one, then look again" {
		t.Errorf("its conclusion is %q", got)
	}
}

// TestWhatIsNoFault: what is the owner's wish, or nothing yet, is told and warned of by nobody.
func TestWhatIsNoFault(t *testing.T) {
	const id = "0123456789"
	session := func(more string) func(m *machine) {
		return func(m *machine) {
			m.session(id, m.Folder, more)
			m.transcript(id, "{}\n")
		}
	}
	for _, c := range []struct {
		name        string
		plant       func(m *machine)
		check, says string
	}{
		{"a session in which nothing was said yet", func(m *machine) { m.session(id, m.Folder, "") }, "sessions", "no turn has ended"},
		{"a session whose turn runs since before install", session(`, "status": "busy"`), "sessions", "no turn has ended"},
		{"a session that a program runs", session(`, "entrypoint": "sdk-py"`), "sessions", "run by programs"},
		{"a session whose hooks fire", func(m *machine) {
			session("")(m)
			m.stored(func(t *db.Tx) error { return t.AddRun(db.Run{Event: "Stop", SessionID: id, Outcome: "ok"}) })
		}, "sessions", "hooks fire in 01234567 in ~/project: Stop just now; not yet: PreCompact,"},
		{"a session of a project that is off", func(m *machine) {
			m.session(id, m.Config, "")
			m.transcript(id, "{}\n")
			d := m.ledger()
			defer d.Close()
			m.must(d.SwitchProject(t.Context(), m.Config, false))
		}, "sessions", "off by your switch: 01234567"},
		{"another project that is off", func(m *machine) {
			d := m.ledger()
			defer d.Close()
			m.must(d.SwitchProject(t.Context(), m.Home, false))
		}, "projects", "off by your switch: ~"},
		{"another event of others", func(m *machine) {
			m.hooks(func(hooks map[string][]any) {
				hooks["PreToolUse"] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "lint"}}}}
			})
		}, "others", "nothing else"},
		{"a mod that is switched off", func(m *machine) {
			m.put(filepath.Join(m.Config, "skills", "shrink", ".claude-plugin", "plugin.json"), `{"name": "shrink"}`, 0o600)
			m.put(filepath.Join(m.Config, "skills", "shrink", "hooks", "hooks.json"), `{"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "x"}]}]}}`, 0o600)
			m.replace(m.Settings, "{", `{"enabledPlugins": {"shrink@skills-dir": false},`, 1)
		}, "others", "nothing else"},
		{"no compaction by itself", func(m *machine) { m.put(filepath.Join(m.Home, ".claude.json"), `{"autoCompactEnabled": false}`, 0o600) }, "compaction", "autoCompactEnabled is false in ~/.claude.json"},
		{"no compaction by itself, by a setting", func(m *machine) { m.inProject("settings.json", `{"autoCompactEnabled": false}`) }, "compaction", "false in ~/project/.claude/settings.json"},
		{"no compaction by itself, by a variable", func(m *machine) { m.env["DISABLE_AUTO_COMPACT"] = "1" }, "compaction", "only by /compact: DISABLE_AUTO_COMPACT is set here"},
		{"no compaction at all", func(m *machine) { m.inProject("settings.json", `{"env": {"DISABLE_COMPACT": "1"}}`) }, "compaction", "off, /compact too: DISABLE_COMPACT is set in ~/project"},
		{"a client that was proven", func(m *machine) {
			m.stored(func(t *db.Tx) error {
				return t.SaveDelivery("2.1.332", []db.DeliveryRoad{{Name: "prompt", Arrived: true}})
			})
		}, "delivery", "proven with Claude Code 2.1.332, just now"},
		{"a client whose version is not told", func(m *machine) { m.client("") }, "client", "version unknown"},
		{"hooks that have fired", func(m *machine) {
			m.stored(func(t *db.Tx) error { return t.AddRun(db.Run{Event: "Stop", SessionID: id, Outcome: "ok"}) })
		}, "firings", "Stop just now; not yet: PreCompact,"},
		{"a failure of the day before", func(m *machine) {
			d := m.ledger()
			defer d.Close()
			d.Now = func() time.Time { return time.Now().Add(-25 * time.Hour) }
			m.must(d.Write(t.Context(), func(t *db.Tx) error {
				return t.AddRun(db.Run{Event: "Stop", SessionID: id, Outcome: "failed", Error: "x"})
			}))
		}, "failures", "no hook failed"},
		{"a dashboard that runs", func(m *machine) { m.Dashboard = func(context.Context) (bool, error) { return true, nil } }, "dashboard", "running"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			c.plant(m)
			r := m.look()
			said := ""
			for _, f := range r.Checks {
				if f.State != doctor.OK {
					t.Errorf("%s: %s: %s", f.State, f.Name, f.Found)
				}
				if f.Name == c.check {
					said += f.Found + "\n"
				}
			}
			if !strings.Contains(said, c.says) {
				t.Errorf("%s says %q, want %q in it", c.check, said, c.says)
			}
		})
	}
}
