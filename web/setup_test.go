package web_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/web"
)

// fakeSetup is a setup that does what the test says.
type fakeSetup struct {
	plan       web.Plan
	planErr    error
	installErr error
	past       web.Past
	running    web.Import
	startErr   error

	installed, cancelled bool
	roots                []string
	putBack              bool
}

func (f *fakeSetup) Plan(context.Context) (web.Plan, error) { return f.plan, f.planErr }
func (f *fakeSetup) Install(context.Context) error          { f.installed = true; return f.installErr }
func (f *fakeSetup) Past(context.Context) (web.Past, error) { return f.past, nil }
func (f *fakeSetup) CancelImport()                          { f.cancelled = true }
func (f *fakeSetup) Import() web.Import                     { return f.running }
func (f *fakeSetup) StartImport(roots []string, putBack bool) error {
	if f.startErr == nil {
		f.roots, f.putBack = roots, putBack
	}
	return f.startErr
}

var missingHooks = web.Plan{
	Settings: "/home/anna/.claude/settings.json", File: "/home/anna/dotfiles/settings.json", Copies: "/home/anna/.local/share/compact-keeper/bin/compact-keeper-hook",
	Diff:  "--- /home/anna/dotfiles/settings.json\n+++ /home/anna/dotfiles/settings.json\n@@ -1,3 +1,4 @@\n {\n-  \"model\": \"opus\"\n+  \"model\": \"opus\",\n+  \"hooks\": {\"Stop\": \"<b>\"}\n }\n",
	Notes: []string{"The settings lie in the repository /home/anna/dotfiles."},
}

var somePast = web.Past{
	Projects: []web.PastProject{
		{Root: "/home/anna/shop", Transcripts: 12, Bytes: 34_000_000, Fresh: true},
		{Root: "/home/anna/<blog>", Transcripts: 1, Bytes: 4000, Fresh: true},
		{Root: "/home/anna/notes", Transcripts: 2},
	},
	Notes: []string{"Not opened: 3 transcripts of /home/anna/secret, which is off."},
}

// setUp is a dashboard with a setup, and what the client kept looked for.
func setUp(t *testing.T, f *fakeSetup) *dashboard {
	d := signedIn(t)
	d.web.Setup = f
	d.shows("/setup")
	for strings.Contains(d.shows("/setup"), "Looking for transcripts") {
		time.Sleep(time.Millisecond)
	}
	return d
}

func TestTheSetupPage(t *testing.T) {
	for _, c := range []struct {
		name, file string
		setup      fakeSetup
	}{
		{"hooks are missing", "setup-missing.html", fakeSetup{plan: missingHooks, past: somePast}},
		{"all is done", "setup-done.html", fakeSetup{plan: web.Plan{Installed: true, Settings: "/home/anna/.claude/settings.json"}, past: web.Past{Projects: somePast.Projects[2:]},
			running: web.Import{Result: "Took in 34 MB of 12 transcripts.", Notes: []string{"Your open session 1f21 (/home/anna/shop) lacks 3 decisions, put back at its next prompt."}, Failed: []string{"/t.jsonl: no such file"}}}},
		{"an import runs", "setup-running.html", fakeSetup{plan: web.Plan{Installed: true, Settings: "/home/anna/.claude/settings.json"},
			running: web.Import{Running: true, Began: noon.Add(-time.Minute), Done: 25_000_000, Total: 100_000_000}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := setUp(t, &c.setup)
			d.golden(c.file, content(d.shows("/setup")))
		})
	}
}

func TestWhatTheSetupPageSays(t *testing.T) {
	installed := web.Plan{Installed: true, Settings: "/s.json"}
	for _, c := range []struct {
		name  string
		setup *fakeSetup
		want  []string
		not   []string
	}{
		{"nothing can be installed from here", nil, []string{"In a terminal: compact-keeper install"}, []string{"<button id=\"install-hooks\"", "kept from before"}},
		{"settings that cannot be changed safely: what, where, what to do", &fakeSetup{planErr: &web.Refusal{File: "/home/anna/.claude/settings.json", Line: 3, Column: 5, What: "a comment; the client skips it whole. Remove it"}},
			[]string{"cannot be installed yet", "/home/anna/.claude/settings.json", "line 3, column 5", "a comment; the client skips it whole. Remove it", "correct that place", "kept from before"}, []string{"<button id=\"install-hooks\""}},
		{"another reason", &fakeSetup{planErr: errors.New("no compact-keeper-hook in /opt")}, []string{"no compact-keeper-hook in /opt"}, []string{"<button id=\"install-hooks\""}},
		{"hooks of another build", &fakeSetup{plan: web.Plan{Settings: "/s.json", Copies: "/bin/hook"}}, []string{"of another build", "Bring it up to date"}, []string{"nothing is kept"}},
		{"the hooks stand there", &fakeSetup{plan: installed}, []string{"✓ Installed.", "compact-keeper uninstall", "There is no transcript from before."}, []string{"Stored."}},
		{"the import finds out what there is", &fakeSetup{plan: installed, running: web.Import{Running: true}}, []string{"The import runs.", "Looking for what there is", "<progress id=\"progress\"></progress>", "cancel-import"}, []string{"start-import"}},
		{"the import has just begun: no guess yet", &fakeSetup{plan: installed, running: web.Import{Running: true, Began: noon.Add(-time.Second), Done: 1, Total: 3000}}, []string{"0 % of 3 KB</label>"}, nil},
		{"the import failed", &fakeSetup{plan: installed, running: web.Import{Err: "disk full"}}, []string{"ended with an error", "disk full"}, []string{"cancel-import"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := signedIn(t)
			if c.setup != nil {
				d = setUp(t, c.setup)
			}
			page := d.shows("/setup", c.want...)
			for _, text := range c.not {
				if strings.Contains(page, text) {
					t.Errorf("it says %q:\n%s", text, page)
				}
			}
		})
	}
}

func TestInstallingSaysThatItIsStoredAndWhatComesNext(t *testing.T) {
	f := &fakeSetup{plan: missingHooks}
	d := setUp(t, f)
	a := d.post(d.base+"/setup/install", nil)
	if a.StatusCode != http.StatusSeeOther || !f.installed {
		t.Fatalf("status %d, installed: %v\n%s", a.StatusCode, f.installed, a.body)
	}
	f.plan = web.Plan{Installed: true, Settings: "/home/anna/.claude/settings.json"}
	to := strings.TrimPrefix(a.Header.Get("Location"), strings.TrimPrefix(d.base, d.http.URL))
	d.shows(to, "<strong>Stored.</strong> The hooks stand in /home/anna/.claude/settings.json.", "data-say", "send any message")
	f.plan = missingHooks // taken out again while the page is open
	if page := d.shows(to); strings.Contains(page, "Stored.") {
		t.Errorf("it still says that they are there:\n%s", page)
	}
}

func TestInstallingThatFailsSaysWhyAndThePageGoesOn(t *testing.T) {
	f := &fakeSetup{plan: missingHooks, installErr: errors.New("write <hook>: no space left on device")}
	d := setUp(t, f)
	a := d.post(d.base+"/setup/install", nil)
	if a.StatusCode != http.StatusConflict || !strings.Contains(a.body, "write &lt;hook&gt;: no space left on device") {
		t.Errorf("status %d\n%s", a.StatusCode, a.body)
	}
	if !strings.Contains(a.body, `/setup" hx-trigger="changed`) {
		t.Errorf("the page would ask for news at another address:\n%s", a.body)
	}
}

func TestAnImportBeginsWithTheProjectsChosen(t *testing.T) {
	for _, c := range []struct {
		name     string
		form     url.Values
		startErr error
		status   int
		roots    string
		putBack  bool
		says     string
	}{
		{"two, with what is to be put back", url.Values{"root": {"/a", "/b"}, "put_back": {"yes"}}, nil, http.StatusSeeOther, "/a /b", true, ""},
		{"one, and nothing is to be put back", url.Values{"root": {"/a"}}, nil, http.StatusSeeOther, "/a", false, ""},
		{"none", url.Values{"put_back": {"yes"}}, nil, http.StatusConflict, "", false, "Not started: choose at least one project."},
		{"one runs already", url.Values{"root": {"/a"}}, web.ErrImporting, http.StatusConflict, "", false, "Not started: an import is running already; wait for its end, or cancel it."},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fakeSetup{plan: missingHooks, startErr: c.startErr}
			d := setUp(t, f)
			a := d.post(d.base+"/setup/import", c.form)
			if a.StatusCode != c.status || strings.Join(f.roots, " ") != c.roots || f.putBack != c.putBack || !strings.Contains(a.body, c.says) {
				t.Errorf("status %d, roots %q, put back %v\n%s", a.StatusCode, f.roots, f.putBack, a.body)
			}
		})
	}
}

func TestAnImportIsCancelled(t *testing.T) {
	f := &fakeSetup{plan: missingHooks}
	d := setUp(t, f)
	if a := d.post(d.base+"/setup/import/cancel", nil); a.StatusCode != http.StatusSeeOther || !f.cancelled {
		t.Errorf("status %d, cancelled: %v", a.StatusCode, f.cancelled)
	}
}
