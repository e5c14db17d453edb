package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
)

// open opens the ledger of a state folder.
func open(t *testing.T, state string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), state, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// talk stores a session with one word.
func talk(t *testing.T, d *db.DB, id string, at time.Time) {
	t.Helper()
	err := d.Write(t.Context(), func(x *db.Tx) error {
		if _, err := x.EnsureSession(id, "/project", "/transcripts/"+id); err != nil {
			return err
		}
		_, err := x.AddWord(&db.Word{SessionID: id, UUID: "u-" + id, At: at, Text: "Said in the " + id + " session."})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// until waits for something that the program does by itself.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it did not come to pass: %s", what)
		}
	}
}

func sessions(t *testing.T, state string) string {
	t.Helper()
	d, err := db.Open(t.Context(), state, db.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	all, err := d.SessionPlaces(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range all {
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, " ")
}

func TestTheRunningProgramForgetsWhatIsTooOldAtItsStartAndOnceADay(t *testing.T) {
	state := t.TempDir()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	d := open(t, state)
	d.Now = func() time.Time { return now }
	talk(t, d, "ancient", now.AddDate(0, 0, -40))
	talk(t, d, "recent", now.AddDate(0, 0, -25))
	if err := d.Write(t.Context(), func(x *db.Tx) error { return x.SaveSetting("keep_days", "30") }); err != nil {
		t.Fatal(err)
	}
	d.Close()
	day := make(chan time.Time)
	m := &app.Main{StateDir: state, Now: func() time.Time { return now }, Day: day}
	stop := startMain(t, m)
	until(t, "the ancient session goes at the start", func() bool { return sessions(t, state) == "recent" })
	day <- now // the first round is over
	now = now.AddDate(0, 0, 6)
	day <- now
	until(t, "the other one goes when it is old enough", func() bool { return sessions(t, state) == "" })
	day <- now
	stop()
	for _, id := range []string{"ancient", "recent"} {
		files, _ := filepath.Glob(filepath.Join(state, "*"))
		for _, path := range files {
			if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), "in the "+id) {
				t.Errorf("%s still holds words of the %s session", path, id)
			}
		}
	}
	d = open(t, state)
	talk(t, d, "ancient", time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)) // its transcript is read again
	if words, err := d.Words(t.Context(), "ancient"); err != nil || len(words) > 0 {
		t.Errorf("back again: %+v, %v", words, err)
	}
}

func TestWithoutKeepDaysNothingIsEverForgotten(t *testing.T) {
	state := t.TempDir()
	d := open(t, state)
	talk(t, d, "ancient", time.UnixMilli(1))
	d.Close()
	day := make(chan time.Time)
	stop := startMain(t, &app.Main{StateDir: state, Day: day})
	day <- time.Now()
	day <- time.Now()
	stop()
	if got := sessions(t, state); got != "ancient" {
		t.Errorf("left: %q", got)
	}
}

func TestTheRunningProgramKeepsHookRunsForNinetyDaysAndFailuresForAYear(t *testing.T) {
	state := t.TempDir()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	d := open(t, state)
	ran := func(at time.Time, event, failed string) {
		t.Helper()
		d.Now = func() time.Time { return at }
		if err := d.Write(t.Context(), func(x *db.Tx) error { return x.AddRun(db.Run{Event: event, Outcome: "ok", Error: failed}) }); err != nil {
			t.Fatal(err)
		}
	}
	ran(now.AddDate(0, 0, -400), "SessionEnd", "no such file")
	ran(now.AddDate(0, 0, -91), "PreCompact", "")
	ran(now.AddDate(0, 0, -91), "PostCompact", "no such file")
	ran(now.AddDate(0, 0, -80), "Stop", "")
	left := func() string {
		all, _, err := d.HookTimes(t.Context(), time.UnixMilli(0), 100)
		if err != nil {
			t.Fatal(err)
		}
		var events []string
		for _, h := range all {
			events = append(events, h.Event)
		}
		return strings.Join(events, " ")
	}
	if got := left(); got != "PostCompact PreCompact SessionEnd Stop" {
		t.Fatalf("recorded: %s", got)
	}
	day := make(chan time.Time)
	stop := startMain(t, &app.Main{StateDir: state, Now: func() time.Time { return now }, Day: day})
	until(t, "what is too old goes at the start", func() bool { return left() == "PostCompact Stop" })
	day <- now // the first round is over
	now = now.AddDate(0, 0, 11)
	day <- now
	until(t, "the other run goes when it is old enough", func() bool { return left() == "PostCompact" })
	day <- now
	stop()
}

// What the command began, and was killed at, the program finishes.
func TestTheRunningProgramFinishesAForgetting(t *testing.T) {
	state := t.TempDir()
	d := open(t, state)
	talk(t, d, "secret", time.Now())
	if _, err := d.Forget(t.Context(), db.Target{Session: "secret"}); err != nil {
		t.Fatal(err)
	}
	if unfinished, err := d.Unfinished(t.Context()); err != nil || !unfinished {
		t.Fatalf("unfinished: %v, %v", unfinished, err)
	}
	stop := startMain(t, &app.Main{StateDir: state})
	until(t, "nothing is half forgotten", func() bool { unfinished, err := d.Unfinished(t.Context()); return err == nil && !unfinished })
	stop()
}

// No hook looks at every page: this damages one that none looks at.
func TestDamageThatNoHookMeetsIsFoundAtTheStart(t *testing.T) {
	state := t.TempDir()
	d := open(t, state)
	for i := range 300 {
		talk(t, d, fmt.Sprintf("session-%d", i), time.Now())
	}
	if err := d.SwitchProject(t.Context(), "/secret", false); err != nil {
		t.Fatal(err)
	}
	d.Close()
	path := filepath.Join(state, db.File)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	at := strings.Index(string(text), "Said in the session-150 session.") / page * page
	copy(text[at:at+page], strings.Repeat("rubbish ", page/8))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	talk(t, open(t, state), "session-300", time.Now()) // as a hook would, which notices nothing

	stop := startMain(t, &app.Main{StateDir: state})
	until(t, "the damaged ledger is set aside", func() bool {
		aside, _ := filepath.Glob(path + ".damaged-*[0-9]")
		return len(aside) == 1
	})
	until(t, "it is recorded", func() bool {
		log, _ := os.ReadFile(filepath.Join(state, "log"))
		return strings.Contains(string(log), "set aside as")
	})
	stop()
	fresh := open(t, state)
	if _, err := fresh.Health(t.Context()); err != nil {
		t.Errorf("the fresh ledger: %v", err)
	}
	if failed, err := fresh.Failures(t.Context(), 9); err != nil || len(failed) != 1 || !strings.Contains(failed[0].Error, "set aside as") {
		t.Errorf("the dashboard shows: %+v, %v", failed, err)
	}
	if p, err := fresh.ProjectByRoot(t.Context(), "/secret"); err != nil || p.Enabled {
		t.Errorf("a project that was off: %+v, %v", p, err)
	}
}
