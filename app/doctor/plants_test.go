package doctor_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/compact-keeper/compact-keeper/app/doctor"
	"github.com/compact-keeper/compact-keeper/db"
)

// plant is one thing that goes wrong on a good machine, and what doctor must say.
type plant struct {
	name    string
	plant   func(m *machine)
	check   string
	state   doctor.State
	found   string // a part of it
	command string // a part of it
	warns   bool   // other checks may warn of the same thing
}

const installs = "compact-keeper install"

var plants = []plant{
	// the client
	{"there is no client", func(m *machine) { m.env["PATH"] = "/nowhere" }, "client", doctor.Fault, "found nowhere", "CLAUDE_BIN=", false},
	{"CLAUDE_BIN names no program", func(m *machine) { m.env["CLAUDE_BIN"] = m.Settings }, "client", doctor.Fault, "CLAUDE_BIN is ~/.claude/settings.json", "unset CLAUDE_BIN", false},
	{"the client is older than args", func(m *machine) { m.client("2.1.138") }, "client", doctor.Fault, "2.1.138", "claude update", false},
	{"the only client seen is in a transcript, and too old", func(m *machine) {
		m.env["PATH"] = "/nowhere"
		m.transcript("a", "{\"type\":\"user\",\"version\":\"2.1.100\"}\n{\"type\":\"mode\"}\n")
	}, "client", doctor.Fault, "2.1.100, by its last conversation", "CLAUDE_BIN=", false},

	// its settings
	{"a trailing comma in the user's settings", func(m *machine) { m.replace(m.Settings, "\"opus\",", "\"opus\",,", 1) }, "settings", doctor.Fault, "line 2", "${EDITOR:-vi} ~/.claude/settings.json", false},
	{"a switch of the wrong kind", func(m *machine) { m.replace(m.Settings, "{", "{\"disableAllHooks\": \"true\",", 1) }, "settings", doctor.Fault, `"disableAllHooks"`, "settings.json", false},
	{"managed settings that are no JSON", func(m *machine) { m.put(filepath.Join(m.Managed, "managed-settings.json"), "{", 0o600) }, "settings", doctor.Fault, "managed-settings.json", "sudo", false},
	{"a comment in the project's settings", func(m *machine) { m.inProject("settings.json", "{ // mine\n}") }, "settings", doctor.Warning, "a comment", "project/.claude/settings.json", false},
	{"disableAllHooks in the user's settings", func(m *machine) { m.replace(m.Settings, "{", "{\"disableAllHooks\": true,", 1) }, "switches", doctor.Fault, "disableAllHooks in ~/.claude/settings.json", "settings.json", false},
	{"disableAllHooks in the project's settings", func(m *machine) { m.inProject("settings.json", `{"disableAllHooks": true}`) }, "switches", doctor.Fault, "project/.claude/settings.json", "project/.claude/settings.json", false},
	{"disableAllHooks in the project's local settings", func(m *machine) { m.inProject("settings.local.json", `{"disableAllHooks": true}`) }, "switches", doctor.Fault, "settings.local.json", "settings.local.json", false},
	{"hooks of managed settings only", func(m *machine) {
		m.put(filepath.Join(m.Managed, "managed-settings.json"), `{"allowManagedHooksOnly": true}`, 0o600)
	}, "switches", doctor.Fault, "allowManagedHooksOnly", "managed-settings.json", false},
	{"all hooks off by one of several managed files", func(m *machine) {
		m.put(filepath.Join(m.Managed, "managed-settings.d", "10-hooks.json"), `{"disableAllHooks": true}`, 0o600)
		m.put(filepath.Join(m.Managed, "managed-settings.d", "20-model.json"), `{"model": "opus"}`, 0o600)
	}, "switches", doctor.Fault, "10-hooks.json", "10-hooks.json", false},
	{"hooks of plugins only", func(m *machine) {
		m.put(filepath.Join(m.Managed, "managed-settings.json"), `{"strictPluginOnlyCustomization": ["hooks"]}`, 0o600)
	}, "switches", doctor.Fault, "strictPluginOnlyCustomization", "managed-settings.json", false},
	{"a variable of the bare mode", func(m *machine) { m.env["CLAUDE_CODE_SIMPLE"] = "1" }, "switches", doctor.Fault, "CLAUDE_CODE_SIMPLE", "unset CLAUDE_CODE_SIMPLE", false},

	{"the variable of the bare mode in the user's settings", func(m *machine) {
		m.replace(m.Settings, "{", `{"env": {"CLAUDE_CODE_SIMPLE": "1"},`, 1)
	}, "switches", doctor.Fault, "CLAUDE_CODE_SIMPLE under env in ~/.claude/settings.json", "settings.json", false},

	// what else answers
	{"a mod that hears compactions", func(m *machine) {
		m.put(filepath.Join(m.Config, "skills", "shrink", ".claude-plugin", "plugin.json"), `{"name": "shrink"}`, 0o600)
		m.put(filepath.Join(m.Config, "skills", "shrink", "hooks", "hooks.json"), `{"modules": ["./register.js"]}`, 0o600)
		m.put(filepath.Join(m.Config, "skills", "shrink", "hooks", "register.js"), "export function register(on) { on('session.compact', f) }", 0o600)
	}, "others", doctor.Warning, "shrink@skills-dir", "claude plugin disable shrink@skills-dir", false},
	{"a plugin with a hook on PreCompact", func(m *machine) {
		m.plugin("memory@market", `{"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "memory save"}]}]}}`)
	}, "others", doctor.Warning, "PreCompact in the plugin memory@market", "/hooks", false},
	{"a plugin of a marketplace that is a folder, whose manifest names its hooks", func(m *machine) {
		dir := filepath.Join(m.Home, "market")
		m.plugin("memory@market", "{}")
		m.put(filepath.Join(m.Config, "plugins", "known_marketplaces.json"), fmt.Sprintf(`{"market": {"source": {"source": "directory", "path": %q}}}`, dir), 0o600)
		m.put(filepath.Join(dir, ".claude-plugin", "marketplace.json"), `{"plugins": [{"name": "memory", "source": "./plugins/memory"}]}`, 0o600)
		m.put(filepath.Join(dir, "plugins", "memory", ".claude-plugin", "plugin.json"), `{"name": "memory", "hooks": "./more.json"}`, 0o600)
		m.put(filepath.Join(dir, "plugins", "memory", "more.json"), `{"hooks": {"PostCompact": [{"hooks": [{"type": "command", "command": "memory save"}]}]}}`, 0o600)
	}, "others", doctor.Warning, "PostCompact in the plugin memory@market", "/hooks", false},
	{"a hook that prints much at the start of a session", func(m *machine) {
		m.transcript("a", `{"attachment":{"type":"hook_success","hookEvent":"SessionStart","command":"cat everything.md","stdout":"`+strings.Repeat("word ", 2000)+"\"}}\n")
	}, "others", doctor.Warning, "prints 10000 characters", "/hooks", false},

	// our hooks
	{"BR-33: another program wrote the settings anew, without our hooks", func(m *machine) { m.put(m.Settings, `{"model": "sonnet"}`, 0o600) }, "hooks", doctor.Fault, "no hooks of compact-keeper", installs, false},
	{"BR-32: an installer took out our SessionStart hooks", func(m *machine) { m.drop("SessionStart") }, "hooks", doctor.Fault, "5 of 16 entries are missing", installs, false},
	{"BR-26: a matcher of an older version", func(m *machine) { m.replace(m.Settings, "startup|resume|clear|fork", "startup|resume", 1) }, "hooks", doctor.Fault, "SessionStart (startup|resume)", installs, false},
	{"BR-27: a timeout in milliseconds", func(m *machine) { m.replace(m.Settings, `"timeout": 10`, `"timeout": 10000`, 1) }, "hooks", doctor.Fault, "PreCompact (manual)", installs, false},
	{"BR-38: an entry that goes through a shell", func(m *machine) { m.shell("SessionEnd") }, "hooks", doctor.Fault, "SessionEnd", installs, false},
	{"BR-39: our hooks twice in one file", func(m *machine) { m.twice("Stop") }, "hooks", doctor.Fault, "twice", installs, false},
	{"BR-39: our hooks in a plugin as well", func(m *machine) {
		m.plugin("keeper@market", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/compact-keeper-hook", "args": []}]}]}}`)
	}, "hooks", doctor.Fault, "the plugin keeper@market", "claude plugin disable keeper@market", false},
	{"BR-39: our hooks in the project's settings, for another state folder", func(m *machine) {
		m.inProject("settings.json", strings.ReplaceAll(m.read(m.Settings), m.State, "/elsewhere"))
	}, "hooks", doctor.Fault, "project/.claude/settings.json", "project/.claude/settings.json", false},
	{"BR-39: the same hooks in the project's settings, which the client runs once", func(m *machine) { m.inProject("settings.json", m.read(m.Settings)) }, "hooks", doctor.Warning, "runs them once", "project/.claude/settings.json", false},

	// the executable
	{"BR-35: the hook executable is gone", func(m *machine) { m.must(os.Remove(m.Hook)) }, "executable", doctor.Fault, "is not there", installs, false},
	{"the hook executable may not be executed", func(m *machine) { m.must(os.Chmod(m.Hook, 0o600)) }, "executable", doctor.Fault, "may not be executed", installs, false},
	{"a folder stands where the hook executable was", func(m *machine) { m.must(os.Remove(m.Hook)); m.must(os.Mkdir(m.Hook, 0o700)) }, "executable", doctor.Fault, "no file that can be started", installs, false},
	{"another build of the hook executable", func(m *machine) { m.put(m.Hook, m.read(m.Hook)+"another", 0o755) }, "executable", doctor.Fault, "another build", installs, false},
	{"another program by that name", func(m *machine) { m.put(m.Hook, "#!/bin/sh\nexit 0\n", 0o755) }, "executable", doctor.Fault, "not the program of compact-keeper", installs, false},

	// the probe
	{"BR-35: a hook that reports success and does nothing", func(m *machine) { m.hook("cat >/dev/null") }, "probe", doctor.Fault, "did nothing", installs, false},
	{"a hook that hangs", func(m *machine) { m.hook("sleep 600"); m.ProbeTime = 200 * time.Millisecond }, "probe", doctor.Fault, "did not answer", installs, false},
	{"a hook that fails", func(m *machine) { m.hook("echo no such library >&2; exit 127") }, "probe", doctor.Fault, "no such library", installs, false},
	{"the hooks keep things in another state folder", func(m *machine) { m.replace(m.Settings, m.State, filepath.Join(m.Home, "elsewhere"), -1) }, "probe", doctor.Fault, "~/elsewhere", installs, false},

	// what the client does with them
	{"a session that runs with hooks switched off", func(m *machine) {
		m.session("0123456789", m.Folder, "")
		m.transcript("0123456789", "{}\n")
	}, "sessions", doctor.Fault, "01234567 in ~/project", "claude --resume 0123456789", false},
	{"the file of a running session cannot be read", func(m *machine) { m.put(filepath.Join(m.Config, "sessions", "1.json"), "{", 0o600) }, "sessions", doctor.Warning, "1.json", "sessions", false},
	{"BR-20: a compaction that no hook saw", func(m *machine) {
		m.stored(func(t *db.Tx) error {
			if _, err := t.EnsureSession("0123456789", m.Folder, "/t"); err != nil {
				return err
			}
			return t.AddCompaction(&db.Compaction{SessionID: "0123456789", State: db.StateMissed, OpenedAt: m.Now()})
		})
	}, "missed", doctor.Warning, "1 compaction", "--session 0123456789", false},
	{"BR-19: text at SessionStart does not arrive with this client", func(m *machine) {
		m.stored(func(t *db.Tx) error {
			return t.SaveDelivery("2.1.332", []db.DeliveryRoad{{Name: "manual_brief", Arrived: true}, {Name: "manual_restore"}})
		})
	}, "delivery", doctor.Warning, "manual_restore", "doctor --live", false},

	// where it is kept
	{"others can enter the state folder", func(m *machine) { m.must(os.Chmod(m.State, 0o755)) }, "state", doctor.Fault, "others can read", "chmod -R go= ~/.local/state/compact-keeper", false},
	{"others can read the ledger", func(m *machine) { m.stored(nil); m.must(os.Chmod(filepath.Join(m.State, db.File), 0o644)) }, "state", doctor.Fault, "keeper.db", "chmod -R go=", false},
	{"another user owns the state folder", func(m *machine) { m.UID++ }, "state", doctor.Fault, "another user owns", "sudo chown -R", false},
	{"the state folder cannot be written", func(m *machine) {
		m.Writable = func(string) error { return &os.PathError{Op: "open", Path: "x", Err: syscall.EROFS} }
	}, "state", doctor.Fault, "read-only file system", "chmod u+rwx", false},
	{"the disk is full", func(m *machine) { m.Free = func(string) (uint64, error) { return 1 << 20, nil } }, "state", doctor.Fault, "1 MB are free", "df -h", false},
	{"the disk is nearly full", func(m *machine) { m.Free = func(string) (uint64, error) { return 100 << 20, nil } }, "state", doctor.Warning, "100 MB are free", "df -h", false},
	{"a file stands where the state folder should", func(m *machine) { m.must(os.RemoveAll(m.State)); m.put(m.State, "", 0o600) }, "state", doctor.Fault, "is a file", "mv", false},
	{"the state folder lies on a network file system", func(m *machine) {
		m.sql("pragma journal_mode = delete") // as db makes it there
		m.Networked = func(string) bool { return true }
	}, "state", doctor.Warning, "network file system", installs, false},
	{"BR-54: the ledger is damaged", func(m *machine) {
		m.stored(nil)
		m.put(filepath.Join(m.State, db.File), strings.Repeat("not a database ", 1000), 0o600)
	}, "ledger", doctor.Fault, "is damaged", "compact-keeper import", false},
	{"a page in the middle of the ledger is damaged", func(m *machine) {
		m.stored(nil)
		path := filepath.Join(m.State, db.File)
		text := []byte(m.read(path))
		for i := range text[4096 : len(text)-4096] {
			text[4096+i] = 7
		}
		m.put(path, string(text), 0o600)
	}, "ledger", doctor.Fault, "is damaged", "compact-keeper import", false},
	{"BR-51, BR-53: another process does not let go of the ledger", func(m *machine) { m.lock() }, "ledger", doctor.Fault, "another process", "lsof", false},
	{"a newer program made the ledger", func(m *machine) { m.sql("pragma user_version = 999") }, "ledger", doctor.Fault, "schema 999", installs, false},
	{"the ledger was made on a disk of this machine and moved to a network file system", func(m *machine) {
		m.stored(nil)
		m.Networked = func(string) bool { return true }
	}, "ledger", doctor.Fault, "journal mode wal", installs, true},
	{"a damaged ledger was set aside", func(m *machine) {
		m.put(filepath.Join(m.State, db.File+".damaged-20261130T101112.000"), "x", 0o600)
		m.put(filepath.Join(m.State, db.File+".damaged-20261130T101112.000-wal"), "x", 0o600)
	}, "ledger", doctor.Warning, "damaged-20261130T101112.000.", "compact-keeper import", false},
	{"a write-ahead log that nobody takes in", func(m *machine) {
		m.sql("insert into setting values ('x', 'y')") // by a process that stays, and so the log does
		m.must(os.Truncate(filepath.Join(m.State, db.File+"-wal"), 65<<20))
	}, "ledger", doctor.Warning, "65 MB", "lsof", false},
	{"more hook runs wait than a hook takes in", func(m *machine) {
		for i := range 30 {
			m.put(filepath.Join(m.State, "spool", fmt.Sprintf("%d.json", i)), fmt.Sprintf(`{"event":"Stop","session_id":"s","transcript_path":"/none","cwd":%q}`, m.Folder), 0o600)
		}
	}, "spool", doctor.Warning, "hook runs could not be stored", "compact-keeper doctor", true},
	{"a spooled run that cannot be read", func(m *machine) { m.put(filepath.Join(m.State, "spool", "1.json.bad"), "{", 0o600) }, "spool", doctor.Warning, "1 file", "ls -l", false},
	{"a hook failed an hour ago", func(m *machine) {
		m.stored(func(t *db.Tx) error {
			return t.AddRun(db.Run{Event: "Stop", SessionID: "s", Outcome: "failed", Error: "no such file"})
		})
	}, "failures", doctor.Warning, "Stop: no such file", "tail", false},
	{"a hook wrote to the log only", func(m *machine) {
		m.put(filepath.Join(m.State, "log"), m.Now().Add(-48*time.Hour).UTC().Format(time.RFC3339Nano)+" hook: old\n"+m.Now().UTC().Format(time.RFC3339Nano)+" hook: no answer within 2s\n", 0o600)
	}, "failures", doctor.Warning, "1 hook run failed in the last 24 hours, at last hook: no answer", "tail", false},
	{"the clock was set back", func(m *machine) {
		m.stored(func(t *db.Tx) error {
			return t.AddRun(db.Run{Event: "Stop", SessionID: "s", Outcome: "ok"})
		})
		m.Now = func() time.Time { return time.Now().Add(-48 * time.Hour) }
	}, "clock", doctor.Fault, "48h0m0s ahead", "date", false},
	{"the clock was ahead while all was forgotten, so that nothing is kept for days", func(m *machine) {
		d := m.ledger()
		defer d.Close()
		d.Now = func() time.Time { return time.Now().Add(48 * time.Hour) }
		if _, err := d.Forget(m.Context(), db.Target{Everything: true}); err != nil {
			m.Fatal(err)
		}
	}, "clock", doctor.Fault, "48h0m0s ahead", "date", false},

	// around it
	{"the project is switched off", func(m *machine) {
		d := m.ledger()
		defer d.Close()
		m.must(d.SwitchProject(context.Background(), m.Folder, false))
	}, "projects", doctor.Warning, "you switched it off", "compact-keeper on", false},
	{"a dashboard that does not answer", func(m *machine) {
		m.Dashboard = func(context.Context) (bool, error) { return false, errors.New("no answer") }
	}, "dashboard", doctor.Warning, "no answer", "compact-keeper", false},
}

func (m *machine) must(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

func (m *machine) read(path string) string {
	m.Helper()
	text, err := os.ReadFile(path)
	m.must(err)
	return string(text)
}

func (m *machine) inProject(name, text string) {
	m.put(filepath.Join(m.Folder, ".claude", name), text, 0o600)
}

// hook puts a script in the place of the hook executable, as if it had been built so.
func (m *machine) hook(script string) {
	m.Built = m.Hook
	m.put(m.Hook, "#!/bin/sh\n"+script+"\n", 0o755)
}

// hooks changes the hooks of the user's settings.
func (m *machine) hooks(change func(hooks map[string][]any)) {
	m.Helper()
	var file struct {
		Hooks map[string][]any `json:"hooks"`
	}
	m.must(json.Unmarshal([]byte(m.read(m.Settings)), &file))
	change(file.Hooks)
	text, err := json.Marshal(file)
	m.must(err)
	m.put(m.Settings, string(text), 0o600)
}

func (m *machine) drop(event string) {
	m.hooks(func(hooks map[string][]any) { delete(hooks, event) })
}

func (m *machine) twice(event string) {
	m.hooks(func(hooks map[string][]any) { hooks[event] = append(hooks[event], hooks[event]...) })
}

// shell lets an event's entry go through a shell.
func (m *machine) shell(event string) {
	m.hooks(func(hooks map[string][]any) {
		command := fmt.Sprintf("'%s' --state '%s'", m.Hook, m.State)
		hooks[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command, "timeout": 10}}}}
	})
}

// plugin installs one that has hooks, and switches it on.
func (m *machine) plugin(name, hooks string) {
	dir := filepath.Join(m.Config, "plugins", "cache", "x")
	m.put(filepath.Join(dir, "hooks", "hooks.json"), hooks, 0o600)
	known, err := json.Marshal(map[string]any{"plugins": map[string]any{name: []any{map[string]any{"installPath": dir}}}})
	m.must(err)
	m.put(filepath.Join(m.Config, "plugins", "installed_plugins.json"), string(known), 0o600)
	m.replace(m.Settings, "{", fmt.Sprintf(`{"enabledPlugins": {%q: true},`, name), 1)
}

// session lets this test's process stand for a client that runs a session, since the settings changed.
func (m *machine) session(id, cwd, more string) {
	m.put(filepath.Join(m.Config, "sessions", "1.json"), fmt.Sprintf(`{"pid": %d, "sessionId": %q, "cwd": %q, "startedAt": %d, "version": "2.1.332"%s}`,
		os.Getpid(), id, cwd, m.Now().Add(-time.Hour).UnixMilli(), more), 0o600)
	m.must(os.Chtimes(m.Settings, m.Now().Add(-2*time.Hour), m.Now().Add(-2*time.Hour)))
}

func (m *machine) transcript(id, text string) {
	m.put(filepath.Join(m.Config, "projects", "-p", id+".jsonl"), text, 0o600)
}

func (m *machine) ledger() *db.DB {
	m.Helper()
	d, err := db.Open(context.Background(), m.State, db.Options{})
	m.must(err)
	return d
}

// stored makes a ledger, with something in it.
func (m *machine) stored(what func(t *db.Tx) error) {
	m.Helper()
	d := m.ledger()
	if what != nil {
		m.must(d.Write(context.Background(), what))
	}
	m.must(d.Close())
}

// open opens the ledger beside package db, until the end of the test.
func (m *machine) open() *sql.Conn {
	m.Helper()
	m.stored(nil)
	d, err := sql.Open("sqlite", filepath.Join(m.State, db.File))
	m.must(err)
	m.Cleanup(func() { d.Close() })
	c, err := d.Conn(context.Background())
	m.must(err)
	m.Cleanup(func() { c.Close() })
	return c
}

func (m *machine) sql(query string) {
	m.Helper()
	_, err := m.open().ExecContext(context.Background(), query)
	m.must(err)
}

// lock holds the ledger as a process does that hangs in the middle of a write.
func (m *machine) lock() { m.sql("begin immediate") }
