package app_test

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
)

// hookBeside builds the hook executable beside this test's program, where install looks for it.
var hookBeside = sync.OnceValue(func() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	out, err := exec.Command("go", "build", "-o", filepath.Join(filepath.Dir(self), app.HookName()), "github.com/compact-keeper/compact-keeper/cmd/compact-keeper-hook").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

// desk is a person's home with the program running in it, and a browser at its pages.
type desk struct {
	*testing.T
	*app.Main
	home, base string
	client     *http.Client
	stop       func()
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	if err := hookBeside(); err != nil {
		t.Fatal(err)
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	d := &desk{T: t, home: home}
	d.open()
	return d
}

// open starts the program, and opens its dashboard.
func (d *desk) open() {
	d.Helper()
	d.Main = &app.Main{StateDir: filepath.Join(d.home, "state"), ConfigDir: filepath.Join(d.home, ".claude"), Hook: filepath.Join(d.home, "bin", app.HookName())}
	d.stop = startMain(d.T, d.Main)
	d.client, d.base, _ = browse(d.T, d.Address())
}

func (d *desk) put(path, text string) {
	d.Helper()
	path = filepath.Join(d.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) read(a *http.Response, err error) (status int, page string) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		d.Fatal(err)
	}
	return a.StatusCode, html.UnescapeString(string(text))
}

func (d *desk) page(path string) string {
	d.Helper()
	status, page := d.read(d.client.Get(d.base + path))
	if status != http.StatusOK {
		d.Fatalf("%s: status %d\n%s", path, status, page)
	}
	return page
}

func (d *desk) post(path string, form url.Values) (status int, page string) {
	d.Helper()
	return d.read(d.client.PostForm(d.base+path, form))
}

// shows waits until a page says something, and returns it.
func (d *desk) shows(path, text string) (page string) {
	d.Helper()
	until(d.T, path+" says "+text, func() bool { page = d.page(path); return strings.Contains(page, text) })
	return page
}

func TestTheDashboardInstallsAndDoctorRunsAHook(t *testing.T) {
	d := newDesk(t)
	settings := filepath.Join(d.ConfigDir, "settings.json")
	d.put(".claude/settings.json", "{\n  \"model\": \"opus\"\n}\n")
	page := d.page("/setup")
	for _, want := range []string{"nothing is kept", d.Hook, settings, `+  "hooks": {`, "PreCompact"} {
		if !strings.Contains(page, want) {
			t.Errorf("before, the page lacks %q:\n%s", want, page)
		}
	}
	status, page := d.post("/setup/install", nil)
	if status != http.StatusOK || !strings.Contains(page, "Stored.") || !strings.Contains(page, "✓ Installed.") {
		t.Errorf("status %d\n%s", status, page)
	}
	if text, err := os.ReadFile(settings); err != nil || !strings.Contains(string(text), d.Hook) {
		t.Errorf("%v, the settings hold\n%s", err, text)
	}
	d.shows("/health", "A hook, run as the client does, stands in the ledger")
	l := open(t, d.StateDir)
	until(t, "the run of doctor's hook is taken out again", func() bool {
		all, err := l.Firings(t.Context(), "")
		return err == nil && len(all) == 0
	})
}

func TestTheSetupPageTellsWhereTheSettingsCannotBeChanged(t *testing.T) {
	d := newDesk(t)
	d.put(".claude/settings.json", "{\n  // mine\n  \"model\": \"opus\"\n}\n")
	for _, want := range []string{filepath.Join(d.ConfigDir, "settings.json"), "line 2, column 3", "a comment", "Remove it"} {
		if page := d.page("/setup"); !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if status, page := d.post("/setup/install", nil); status != http.StatusConflict || !strings.Contains(page, "a comment") {
		t.Errorf("install: status %d\n%s", status, page)
	}
	if text, _ := os.ReadFile(filepath.Join(d.ConfigDir, "settings.json")); !strings.Contains(string(text), "// mine") {
		t.Errorf("it was changed:\n%s", text)
	}
}

// said writes transcripts of so many sessions, each in a project of its own, with so many messages.
func (d *desk) said(sessions, messages int) {
	d.Helper()
	for s := range sessions {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", s)
		var b strings.Builder
		for i := range messages {
			fmt.Fprintf(&b, `{"type":"user","uuid":"%d-%d","sessionId":%q,"cwd":"/work/p%d","timestamp":"2026-06-01T12:%02d:%02dZ","origin":{"kind":"human"},"promptSource":"typed","message":{"role":"user","content":"The build of step %d took a while. %s"}}`+"\n",
				s, i, id, s, i/60%60, i%60, i, strings.Repeat("It was slow before. ", 20))
		}
		d.put(fmt.Sprintf(".claude/projects/-work-p%d/%s.jsonl", s, id), b.String())
	}
}

func (d *desk) words(sessions int) (n int) {
	d.Helper()
	l, err := db.Open(d.Context(), d.StateDir, db.Options{ReadOnly: true})
	if err != nil {
		d.Fatal(err)
	}
	defer l.Close()
	for s := range sessions {
		texts, err := l.WordTexts(d.Context(), fmt.Sprintf("%08d-0000-4000-8000-000000000000", s))
		if err != nil {
			d.Fatal(err)
		}
		n += len(texts)
	}
	return n
}

func chosen(sessions int) url.Values {
	form := url.Values{"put_back": {"yes"}}
	for s := range sessions {
		form.Add("root", fmt.Sprintf("/work/p%d", s))
	}
	return form
}

// BR-50: the import runs beside the pages, which answer meanwhile; it can be cancelled, and goes on from there.
func TestBR50_PagesAnswerWhileAnImportRuns(t *testing.T) {
	const sessions, messages = 8, 200
	d := newDesk(t)
	d.said(sessions, messages)
	d.shows("/setup", "8 projects with something new")
	if status, page := d.post("/setup/import", chosen(sessions)); status != http.StatusOK || !strings.Contains(page, "The import runs.") {
		t.Fatalf("status %d\n%s", status, page)
	}
	until(t, "something is taken in", func() bool { return d.words(sessions) > 0 })
	d.shows("/setup", " % of ")
	for _, path := range []string{"/", "/decisions", "/compactions", "/projects", "/health"} {
		d.page(path)
	}
	if status, page := d.post("/setup/import", chosen(1)); status != http.StatusConflict || !strings.Contains(page, "an import is running already") {
		t.Errorf("a second one: status %d\n%s", status, page)
	}
	d.post("/setup/import/cancel", nil)
	d.shows("/setup", "Stopped; another import goes on from there.")
	some := d.words(sessions)
	if some == 0 || some == sessions*messages {
		t.Errorf("cancelled, it had taken in %d of %d words", some, sessions*messages)
	}
	d.post("/setup/import", chosen(sessions))
	d.shows("/setup", "They hold no compaction from before compact-keeper.")
	if got := d.words(sessions); got != sessions*messages {
		t.Errorf("it took in %d words, want %d", got, sessions*messages)
	}
	d.shows("/setup", "All of it is taken in.")
}

func TestOnlyTheChosenProjectsAreTakenIn(t *testing.T) {
	d := newDesk(t)
	d.said(3, 2)
	d.post("/setup/import", url.Values{"root": {"/work/p1"}})
	d.shows("/setup", "of 1 transcript.")
	if got := sessions(t, d.StateDir); got != "00000001-0000-4000-8000-000000000000" {
		t.Errorf("taken in: %s", got)
	}
	d.shows("/setup", "2 projects with something new")
}

func TestTheEndOfTheProgramEndsAnImportThatCanGoOn(t *testing.T) {
	const sessions, messages = 8, 200
	d := newDesk(t)
	d.said(sessions, messages)
	d.post("/setup/import", chosen(sessions))
	until(t, "something is taken in", func() bool { return d.words(sessions) > 0 })
	d.stop()
	some := d.words(sessions)
	if some == sessions*messages {
		t.Fatal("it was over before the end")
	}
	time.Sleep(50 * time.Millisecond)
	if got := d.words(sessions); got != some {
		t.Errorf("it went on after the end: %d words, then %d", some, got)
	}
	d.open()
	d.post("/setup/import", chosen(sessions))
	d.shows("/setup", "Took in ")
	if got := d.words(sessions); got != sessions*messages {
		t.Errorf("it took in %d words, want %d", got, sessions*messages)
	}
}

// BR-79: a look at every link starts the hook, and never the client, which would bring itself up to date.
func TestBR79_TheDashboardNeverStartsTheClient(t *testing.T) {
	d := newDesk(t)
	d.put("bin/claude", "#!/bin/sh\ntouch \"$HOME/started\"\n")
	if err := os.Chmod(filepath.Join(d.home, "bin", "claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(d.home, "bin"))
	d.post("/setup/install", nil)
	d.shows("/health", "A hook, run as the client does, stands in the ledger")
	for _, path := range []string{"/", "/setup", "/projects"} {
		d.page(path)
	}
	if _, err := os.Stat(filepath.Join(d.home, "started")); err == nil {
		t.Error("it started the client")
	}
}

// BR-48: looks leave no process and no open file behind.
func TestBR48_LooksLeaveNothingBehind(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("counts in /proc")
	}
	d := newDesk(t)
	d.post("/setup/install", nil)
	look := func() {
		t.Helper()
		d.post("/health/look", nil)
		d.page("/health?format=json") // waits for its end
	}
	left := func() (n int) {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		children, err := filepath.Glob("/proc/self/task/*/children")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range children {
			text, _ := os.ReadFile(path) // a thread may end
			n += len(strings.Fields(string(text)))
		}
		return n + len(files)
	}
	look()
	before := left()
	for range 10 {
		look()
	}
	// Connections of this test's own browser come and go.
	until(t, fmt.Sprintf("no more than %d and a few files and processes are there, at last %d", before, left()), func() bool { return left() <= before+5 })
}

// Each fault lies in real folders, beside the running program.
func TestTheHealthPageTellsOfEachFault(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("takes a program away that may be running")
	}
	for _, c := range []struct {
		name  string
		plant func(d *desk)
		says  []string // what stands between | is as good
	}{
		{"the hook executable is gone", func(d *desk) { os.Remove(d.Hook) }, []string{"The hook executable", "is not there", "compact-keeper install"}},
		{"hooks are switched off by disableAllHooks", func(d *desk) {
			text, err := os.ReadFile(filepath.Join(d.ConfigDir, "settings.json"))
			if err != nil {
				d.Fatal(err)
			}
			d.put(".claude/settings.json", strings.Replace(string(text), "{", "{\"disableAllHooks\": true,", 1))
		}, []string{"disableAllHooks in ~/.claude/settings.json"}},
		{"the spool is full", func(d *desk) {
			for i := range 60 {
				d.put(fmt.Sprintf("state/spool/%03d.json", i), `{"event":"Stop","session_id":"s","transcript_path":"/none","cwd":"/x"}`)
			}
		}, []string{"hook runs could not be stored", "the next hook takes them in"}},
		{"the ledger is damaged while the program runs", func(d *desk) {
			d.put("state/"+db.File, strings.Repeat("not a database ", 10_000))
			os.Remove(filepath.Join(d.StateDir, db.File+"-wal"))
		}, []string{"~/state/keeper.db is damaged|a damaged ledger was set aside", "compact-keeper import", `/setup#import`}},
		{"damaged ledgers were set aside", func(d *desk) { d.put("state/"+db.File+".damaged-20261130T101112.000", "x") }, []string{"a damaged ledger was set aside", "take in the conversations again"}},
		{"the program itself could not do something", func(d *desk) {
			l := open(d.T, d.StateDir)
			if err := l.Write(d.Context(), func(x *db.Tx) error {
				return x.AddRun(db.Run{Event: db.Upkeep, Outcome: "failed", Error: "no space left on device"})
			}); err != nil {
				d.Fatal(err)
			}
		}, []string{"This program", "no space left on device"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			d.post("/setup/install", nil)
			c.plant(d)
			for _, text := range c.says {
				until(t, "the page says "+text, func() bool {
					d.post("/health/look", nil)
					d.page("/health?format=json") // waits for its end
					page := strings.ToLower(d.page("/health"))
					return slices.ContainsFunc(strings.Split(strings.ToLower(text), "|"), func(text string) bool { return strings.Contains(page, text) })
				})
			}
		})
	}
}
