package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/web"
)

// ran records hook runs that took 1, 2, 3 … milliseconds.
func (d *dashboard) ran(event string, n int, failed string) {
	d.Helper()
	d.write(func(t *db.Tx) (err error) {
		for i := range n {
			run := db.Run{Event: event, SessionID: session, Took: time.Duration(i+1) * time.Millisecond, Outcome: "ok", Error: failed}
			if failed != "" {
				run.Outcome = "failed"
			}
			err = errors.Join(err, t.AddRun(run))
		}
		return err
	})
}

// finds lets doctor find these things, and counts its looks.
func (d *dashboard) finds(checks ...web.Check) (looks *atomic.Int64) {
	looks = new(atomic.Int64)
	d.web.Doctor = func(context.Context) []web.Check { looks.Add(1); return checks }
	return looks
}

// looked waits for the end of the look that is being taken.
func (d *dashboard) looked() {
	d.Helper()
	if a := d.get(d.base+"/health?format=json", renewal, "true"); a.StatusCode != http.StatusOK {
		d.Fatalf("status %d\n%s", a.StatusCode, a.body)
	}
}

// content is what of a page changes from page to page.
func content(page string) string {
	_, page, _ = strings.Cut(page, `<main id="main"`)
	page, _, _ = strings.Cut(page, "</main>")
	return page
}

// renewal is what htmx asks with.
const renewal = "HX-Request"

var (
	goodCheck = web.Check{Name: "client", State: "ok", Found: "Claude Code 2.1.332, /usr/bin/claude"}
	badHooks  = web.Check{Name: "hooks", State: "fault", Found: "no hooks of compact-keeper stand in ~/.claude/settings.json.", Next: "Register them:", Command: "compact-keeper install"}
	unlooked  = web.Check{Name: "probe", State: "unknown", Found: "because of the fault above"}
	nearFull  = web.Check{Name: "state", State: "warning", Found: "100 MB are free on the disk of ~/<state>; with none, nothing is kept.", Next: "Free some:", Command: "df -h ~/.local/state/compact-keeper"}
)

func TestTheHealthPage(t *testing.T) {
	d := signedIn(t)
	d.finds(goodCheck, nearFull, badHooks, unlooked)
	d.web.Files = func() (web.Files, error) {
		return web.Files{Folder: "/home/anna/.local/state/compact-keeper", LedgerBytes: 4_100_000, Spooled: 3, SpoolBytes: 900, SetAside: 1}, nil
	}
	d.ran("UserPromptSubmit", 20, "")
	d.ran("Stop", 3, "")
	d.ran("Stop", 2, "open ledger: <locked>")
	d.now = d.now.Add(time.Hour)
	d.ran(db.Upkeep, 1, "forget what is older than keep_days says: no space left on device")
	d.looked()
	d.golden("health.html", content(d.shows("/health")))
	d.goldenFile("health.json", d.shows("/health?format=json"))
	d.goldenFile("health.md", d.shows("/health?format=md"))
}

func TestTheHealthPageWithoutAnything(t *testing.T) {
	d := signedIn(t)
	page := d.shows("/health", "No hook has run in the last 7 days.", "None is on record.")
	if strings.Contains(page, "Look again") || strings.Contains(page, "<table") {
		t.Errorf("it shows what it cannot tell:\n%s", page)
	}
}

func TestTheHealthPageIsThereWhileDoctorLooks(t *testing.T) {
	d := signedIn(t)
	news := d.stream()
	next(t, news) // of the stream's beginning
	answer := make(chan []web.Check)
	d.web.Doctor = func(context.Context) []web.Check { return <-answer }
	d.shows("/health", "Looking…")
	d.shows("/health", "Looking…")
	answer <- []web.Check{badHooks}
	next(t, news) // sent once what was found is there
	d.shows("/health", "1 fault", "No hooks of compact-keeper stand in", "compact-keeper install", "/setup\">Setup</a>")
}

func TestDoctorLooksOnceAMinuteAtMostUnlessAsked(t *testing.T) {
	for _, c := range []struct {
		name  string
		after time.Duration
		do    func(d *dashboard)
		want  int64
	}{
		{"the page again at once", 0, func(d *dashboard) { d.shows("/health") }, 1},
		{"the page again after a minute", time.Minute, func(d *dashboard) { d.shows("/health") }, 1},
		{"the page again after more than a minute", time.Minute + time.Second, func(d *dashboard) { d.shows("/health") }, 2},
		{"the page renews itself after an hour: a look changes the ledger, and would be followed by the next", time.Hour, func(d *dashboard) { d.get(d.base+"/health", renewal, "true") }, 1},
		{"the button, at once", 0, func(d *dashboard) {
			if a := d.post(d.base+"/health/look", nil); a.StatusCode != http.StatusSeeOther || !strings.HasSuffix(a.Header.Get("Location"), "/health?looked=now") {
				d.Errorf("it leads to %d %s", a.StatusCode, a.Header.Get("Location"))
			}
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := signedIn(t)
			looks := d.finds(goodCheck)
			d.shows("/health")
			d.looked()
			d.now = d.now.Add(c.after)
			c.do(d)
			d.looked()
			if got := looks.Load(); got != c.want {
				t.Errorf("it looked %d times, want %d", got, c.want)
			}
		})
	}
}

func TestTheHealthPageTellsOfALedgerThatCannotBeRead(t *testing.T) {
	d := signedIn(t)
	d.finds(web.Check{Name: "ledger", State: "fault", Found: "~/keeper.db is damaged.", Next: "Take in the conversations again:", Command: "compact-keeper import"})
	d.shows("/health")
	d.looked()
	d.web.Ledger = noLedger{}
	page := d.shows("/health", "The ledger cannot be read.", "database disk image is malformed", "1 fault", "~/keeper.db is damaged.", "/setup#import")
	if strings.Contains(page, "Hook times") {
		t.Errorf("it shows figures of a ledger that cannot be read:\n%s", page)
	}
	var file struct {
		Ledger string `json:"ledger_error"`
	}
	if err := json.Unmarshal([]byte(d.shows("/health?format=json")), &file); err != nil || file.Ledger == "" {
		t.Errorf("as a file: %v, %+v", err, file)
	}
}

type noLedger struct{}

func (noLedger) Reader(context.Context) (*db.DB, error) {
	return nil, errors.New("open ledger: database disk image is malformed (11)")
}

func (noLedger) Writer(context.Context) (*db.DB, error) { return nil, errors.New("no ledger") }

func TestEqualFailuresAreShownOnce(t *testing.T) {
	d := signedIn(t)
	d.ran("Stop", 30, "database is locked")
	d.ran("PreCompact", 1, "no such file")
	page := d.shows("/health", "30 times, the last", "no such file")
	if n := strings.Count(page, "database is locked"); n != 1 {
		t.Errorf("the same failure stands there %d times", n)
	}
	if strings.Index(page, "no such file") > strings.Index(page, "database is locked") {
		t.Error("the last failure does not stand first")
	}
}

// BR-51: runs that the ledger did not take are counted where the owner looks, and nothing is called healthy.
func TestBR51_WhatHooksCouldNotStoreIsShown(t *testing.T) {
	d := signedIn(t)
	d.finds(web.Check{Name: "spool", State: "warning", Found: "4 hook runs could not be stored, and wait for the next hook."})
	d.web.Files = func() (web.Files, error) { return web.Files{Spooled: 4, SpoolBytes: 2000}, nil }
	d.write(func(t *db.Tx) error {
		return t.AddRun(db.Run{Event: "Stop", Outcome: "spooled", Error: "database is locked"})
	})
	d.shows("/health")
	d.looked()
	d.shows("/health", "No fault, 1 warning", "4 events, 2 KB", "4 hook runs could not be stored", "spooled", "database is locked")
}

func TestMoreRunsThanAreSummedUpAreSaidToBe(t *testing.T) {
	d := signedIn(t)
	d.ran("Stop", 3000, "")
	if page := d.shows("/health", "the last 7 days"); strings.Contains(page, "of them the last") {
		t.Error("it says that there are more")
	}
	d.ran("Stop", 1, "")
	d.shows("/health", "of them the last 3,000 runs", "<td>3,000</td>")
}
