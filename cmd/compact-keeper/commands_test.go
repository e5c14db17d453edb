package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
)

var update = flag.Bool("update", false, "write the golden files anew")

// decided is when everything in the tests' ledgers happened.
var decided = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// newHome gives the test a home folder of its own and returns its path.
func newHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, name := range []string{"XDG_STATE_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR"} {
		t.Setenv(name, "")
	}
	return home
}

// newLedger gives the test a home with a ledger: the project shop with a session that was compacted, and the project
// blog.
func newLedger(t *testing.T) (home string, d *db.DB) {
	t.Helper()
	home = newHome(t)
	state, err := app.StateDir(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = db.Open(t.Context(), state, db.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	d.Now = func() time.Time { return decided }
	for _, name := range []string{"shop", "blog"} {
		if err := os.MkdirAll(filepath.Join(home, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	err = d.Write(t.Context(), func(tx *db.Tx) error {
		all, err := decide(tx, "5e55-1", filepath.Join(home, "shop"), "use pnpm, not yarn", "never push to main\nwithout asking me")
		if err != nil {
			return err
		}
		old, err := decide(tx, "5e55-2", filepath.Join(home, "blog"), "Option B")
		if err != nil {
			return err
		}
		old[0].Status, old[0].Why = db.Withdrawn, "the owner took it back"
		c := db.Compaction{SessionID: "5e55-1", Trigger: db.Auto, State: db.StateDone, PreTokens: 155000, PostTokens: 4100, DurationMS: 12345, PutUnits: 812}
		empty := db.Compaction{SessionID: "5e55-2", Trigger: db.Manual, State: db.StateNothing, Note: "nothing followed"}
		return errors.Join(
			tx.SaveDecisions(nil, old), tx.AddCompaction(&c), tx.AddCompaction(&empty),
			tx.UpdateCompaction(c), tx.UpdateCompaction(empty),
			tx.SaveOutcomes(c.ID, []db.OutcomeRow{{Decision: all[0], Outcome: db.Verbatim}, {Decision: all[1], Outcome: db.Reworded, Restored: true}}),
			tx.SaveInvented(c.ID, []string{"deploy on Friday"}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	return home, d
}

// decide stores decisions of a session in the project at root.
func decide(tx *db.Tx, session, root string, quotes ...string) (all []*db.Decision, err error) {
	if _, err := tx.EnsureSession(session, root, "/t.jsonl"); err != nil {
		return nil, err
	}
	for i, q := range quotes {
		w := db.Word{SessionID: session, UUID: fmt.Sprint(session, "-u", i), Line: i, At: decided, Channel: db.Typed, Text: q}
		if _, err := tx.AddWord(&w); err != nil {
			return nil, err
		}
		all = append(all, &db.Decision{WordID: w.ID, SessionID: session, At: decided, Kind: db.KindRule, Quote: q, Status: db.Live})
	}
	return all, tx.SaveDecisions(all, nil)
}

// call runs a command line and returns what a person sees of it.
func call(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, &out, &err)
	return code, out.String(), err.String()
}

var columns = regexp.MustCompile(`(\S) {2,}`)

// golden compares an output with its file; paths and times of this run stand as HOME and AT.
func golden(t *testing.T, name, home, got string) {
	t.Helper()
	got = strings.NewReplacer(home, "HOME", day(decided), "AT").Replace(got)
	got = columns.ReplaceAllString(got, "$1  ") // their width comes from the paths of this run
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it anew); got\n%s", path, got)
	}
}

func TestWhatReadingCommandsPrint(t *testing.T) {
	home, _ := newLedger(t)
	for _, c := range []struct {
		golden string
		args   []string
	}{
		{"decisions.txt", []string{"decisions"}},
		{"decisions-all.txt", []string{"decisions", "--all"}},
		{"decisions.json", []string{"decisions", "--json", "--all"}},
		{"compactions.txt", []string{"compactions"}},
		{"compactions.json", []string{"compactions", "--json"}},
		{"policy.txt", []string{"policy"}},
		{"policy.json", []string{"policy", "--json"}},
		{"help.txt", []string{"help"}},
		{"help.txt", []string{"--help"}},
		{"help-decisions.txt", []string{"help", "decisions"}},
		{"help-decisions.txt", []string{"decisions", "-h"}},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			code, out, stderr := call(c.args...)
			if code != 0 || stderr != "" {
				t.Errorf("exit %d, %q", code, stderr)
			}
			golden(t, c.golden, home, out)
		})
	}
}

func TestListsAreNarrowedDown(t *testing.T) {
	home, _ := newLedger(t)
	for _, c := range []struct {
		name string
		args []string
		want int
	}{
		{"decisions of a session", []string{"decisions", "--json", "--session", "5e55-1"}, 2},
		{"decisions of a session by its beginning", []string{"decisions", "--session", "5e55-1", "--json"}, 2},
		{"live decisions of a session that took its only one back", []string{"decisions", "--json", "--session=5e55-2"}, 0},
		{"decisions of a project", []string{"decisions", "--json", "--all", "--project", filepath.Join(home, "blog")}, 1},
		{"compactions of a session", []string{"compactions", "--json", "--session", "5e55-2"}, 1},
		{"one compaction", []string{"compactions", "--limit", "1", "--json"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := call(c.args...)
			var list []json.RawMessage
			if err := json.Unmarshal([]byte(out), &list); code != 0 || err != nil || len(list) != c.want {
				t.Errorf("exit %d, %v, %d entries, want %d\n%s%s", code, err, len(list), c.want, out, stderr)
			}
		})
	}
}

func TestBriefPrintsWhatWouldBeAsked(t *testing.T) {
	newLedger(t)
	code, out, stderr := call("brief", "5e55-1")
	if code != 0 || !strings.Contains(out, "use pnpm, not yarn") || strings.HasPrefix(out, "{") {
		t.Errorf("exit %d\n%s%s", code, out, stderr)
	}
	code, out, _ = call("brief", "5e55-1", "--json")
	var got briefJSON
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil || got.SessionID != "5e55-1" || !strings.Contains(strings.Join(got.Parts, ""), "use pnpm, not yarn") {
		t.Errorf("exit %d, %v\n%s", code, err, out)
	}
}

func TestAProjectIsSwitchedAsAWhole(t *testing.T) {
	home, d := newLedger(t)
	deep := filepath.Join(home, "shop", "src", "deep")
	for _, dir := range []string{deep, filepath.Join(home, "shop", ".git")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name    string
		chdir   string
		args    []string
		enabled bool
	}{
		{"off by its root", home, []string{"off", "--project", filepath.Join(home, "shop")}, false},
		{"on from a folder deep in it", deep, []string{"on"}, true},
		{"off by a way to it from elsewhere", home, []string{"off", "--project=shop/src"}, false},
		{"off again", home, []string{"off", "--project=shop"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(c.chdir)
			code, out, stderr := call(c.args...)
			p, err := d.ProjectByRoot(t.Context(), filepath.Join(home, "shop"))
			if code != 0 || err != nil || p.Enabled != c.enabled || !strings.Contains(out, p.Root) {
				t.Errorf("exit %d, on: %v, %v\n%s%s", code, p.Enabled, err, out, stderr)
			}
		})
	}
	if code, _, stderr := call("brief", "5e55-1"); code != 1 || !strings.Contains(stderr, "is off") {
		t.Errorf("the brief of a project that is off: exit %d, %q", code, stderr)
	}
}

func TestAProjectCanBeOffBeforeAnythingIsKept(t *testing.T) {
	home := newHome(t)
	if code, _, stderr := call("off", "--project", home); code != 0 {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	state, err := app.StateDir(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(t.Context(), state, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if p, err := d.ProjectByRoot(t.Context(), home); err != nil || p.Enabled {
		t.Errorf("on: %v, %v", p.Enabled, err)
	}
}

func TestSettingsAreStoredAllOrNone(t *testing.T) {
	_, d := newLedger(t)
	stored := func() string {
		all, err := d.Settings(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(all)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
		want string
	}{
		{[]string{"max_messages=80", "manual_brief=full"}, 0, "max_messages=80", "map[manual_brief:full max_messages:80]"},
		{[]string{"max_messages=10", "manual_brief=none"}, 2, `manual_brief is short or full, not "none"`, "map[manual_brief:full max_messages:80]"},
		{[]string{"max_messages=201"}, 2, `max_messages is 1 to 200, not "201"`, "map[manual_brief:full max_messages:80]"},
		{[]string{"max_messages=0"}, 2, "1 to 200", "map[manual_brief:full max_messages:80]"},
		{[]string{"max_message_chars=39"}, 2, "40 to 4000", "map[manual_brief:full max_messages:80]"},
		{[]string{"max_message_chars=many"}, 2, "40 to 4000", "map[manual_brief:full max_messages:80]"},
		{[]string{"colour=red"}, 2, `no setting "colour"`, "map[manual_brief:full max_messages:80]"},
		{[]string{"max_messages"}, 2, "not NAME=VALUE", "map[manual_brief:full max_messages:80]"},
		{[]string{"max_messages=", "manual_brief=short"}, 0, "max_messages=60", "map[manual_brief:short]"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			code, out, stderr := call(append([]string{"policy"}, c.args...)...)
			if code != c.code || !strings.Contains(out+stderr, c.says) || stored() != c.want {
				t.Errorf("exit %d, stored %s, want %d and %s\n%s%s", code, stored(), c.code, c.want, out, stderr)
			}
		})
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	home, _ := newLedger(t)
	if err := os.MkdirAll(filepath.Join(home, "new"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no such command", []string{"decide"}, 2, "Try: compact-keeper help"},
		{"no such flag", []string{"decisions", "--quiet"}, 2, "Try: compact-keeper help decisions"},
		{"no such flag of the app", []string{"--quiet"}, 2, "Try: compact-keeper help"},
		{"an argument too many", []string{"compactions", "all"}, 2, `"all" is one argument too many`},
		{"no session named", []string{"brief"}, 2, "Try: compact-keeper help brief"},
		{"a session nobody knows", []string{"brief", "ffff"}, 1, `no session begins with "ffff"`},
		{"a session nobody knows for a list", []string{"compactions", "--session", "ffff"}, 1, `no session begins with "ffff"`},
		{"a beginning that two sessions share", []string{"brief", "5e55"}, 1, "5e55-1, 5e55-2"},
		{"both filters at once", []string{"decisions", "--session", "5", "--project", "."}, 2, "exclude each other"},
		{"a folder that is not there", []string{"off", "--project", filepath.Join(home, "nowhere")}, 1, "there is no folder"},
		{"a project nobody knows", []string{"decisions", "--project", filepath.Join(home, "new")}, 1, "nothing is kept of"},
		{"a limit that shows nothing", []string{"compactions", "--limit", "0"}, 2, "at least 1"},
		{"a limit that is no number", []string{"compactions", "--limit", "x"}, 2, "Try: compact-keeper help compactions"},
		{"no dashboard", []string{"open"}, 1, "start it with compact-keeper"},
		{"help for two", []string{"help", "on", "off"}, 2, "one command at most"},
		{"help for what there is not", []string{"help", "fly"}, 2, `no command "fly"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := call(c.args...)
			if code != c.code || !strings.Contains(stderr, c.says) || out != "" {
				t.Errorf("exit %d, want %d and %q\n%s%s", code, c.code, c.says, out, stderr)
			}
		})
	}
}

func TestWithoutALedgerReadingCommandsSayHowItBegins(t *testing.T) {
	home := newHome(t)
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"decisions"}, 0, "Nothing is kept in " + home, ""},
		{[]string{"compactions"}, 0, "Nothing is kept in " + home, ""},
		{[]string{"decisions", "--json"}, 0, "[]", ""},
		{[]string{"compactions", "--json"}, 0, "[]", ""},
		{[]string{"brief", "5e55"}, 1, "", "nothing is kept in " + home},
		{[]string{"decisions", "--session", "5e55"}, 1, "", "nothing is kept in " + home},
	} {
		if code, out, stderr := call(c.args...); code != c.code || !strings.Contains(out, c.stdout) || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%v: exit %d, %q, %q", c.args, code, out, stderr)
		}
	}
	if code, out, stderr := call("policy"); code != 0 || !strings.Contains(out, "max_messages=60") {
		t.Errorf("policy: exit %d, %s%s", code, out, stderr)
	}
	if _, err := os.Stat(filepath.Join(home, ".local")); !os.IsNotExist(err) {
		t.Errorf("reading made a folder: %v", err)
	}
}

func TestADamagedLedgerKeepsNoSwitchFromBeingThrown(t *testing.T) {
	home := newHome(t)
	state := filepath.Join(home, ".local", "state", "compact-keeper")
	if err := errors.Join(os.MkdirAll(state, 0o700), os.WriteFile(filepath.Join(state, db.File), []byte("no ledger"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if code, out, stderr := call("off", "--project", home); code != 0 || !strings.HasPrefix(out, "Off for ") {
		t.Errorf("exit %d, %q, %q", code, out, stderr)
	}
	aside, err := filepath.Glob(filepath.Join(state, db.File+".damaged-*"))
	if err != nil || len(aside) != 1 {
		t.Fatalf("set aside: %q, %v", aside, err)
	}
	if text, err := os.ReadFile(aside[0]); err != nil || string(text) != "no ledger" {
		t.Errorf("it holds %q, %v", text, err)
	}
}

func TestATerminalIsNotSteeredByWhatIsShown(t *testing.T) {
	if got := printable("a\x1b[31mb\x9bc\r\n\td👩‍💻"); got != "a\\u001b[31mb\ufffdc\\u000d\n\td👩‍💻" {
		t.Errorf("got %q", got)
	}
}

func TestVersionIsPrinted(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		if code, out, _ := call(args...); code != 0 || !strings.HasPrefix(out, "compact-keeper ") {
			t.Errorf("%v: exit %d, %q", args, code, out)
		}
	}
}
