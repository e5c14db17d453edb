package web_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/web"
)

func TestAPauseIsStoredAndShown(t *testing.T) {
	d := signedIn(t)
	paused := func() time.Duration {
		t.Helper()
		until, err := d.db.PausedUntil(t.Context(), d.now)
		if err != nil {
			t.Fatal(err)
		}
		if until.IsZero() {
			return 0
		}
		return until.Sub(d.now)
	}
	a := d.post(d.base+"/pause", url.Values{"minutes": {"60"}})
	if a.StatusCode != http.StatusSeeOther || !strings.HasSuffix(a.Header.Get("Location"), "/projects?pause=on") {
		t.Fatalf("status %d, leads to %s\n%s", a.StatusCode, a.Header.Get("Location"), a.body)
	}
	if p := paused(); p != time.Hour {
		t.Errorf("it pauses for %v", p)
	}
	d.shows("/projects?pause=on", "data-say", "Paused until", `name="back" value="/projects?pause=on"`)
	if a := d.post(d.base+"/pause", url.Values{"minutes": {"0"}}); a.StatusCode != http.StatusSeeOther {
		t.Fatalf("go on: status %d\n%s", a.StatusCode, a.body)
	}
	if p := paused(); p != 0 {
		t.Errorf("it still pauses for %v", p)
	}
	if a := d.post(d.base+"/pause", url.Values{"until": {"tomorrow"}}); a.StatusCode != http.StatusSeeOther {
		t.Fatalf("until tomorrow: status %d\n%s", a.StatusCode, a.body)
	}
	if p := paused(); p != 18*time.Hour {
		t.Errorf("until tomorrow it pauses for %v", p)
	}
}

func TestAPauseLeadsBackToAPageOfOursOnly(t *testing.T) {
	d := signedIn(t)
	for back, want := range map[string]string{
		"": "/projects?pause=off", "/": "/?pause=off", "/compactions?project=3&from=2": "/compactions?from=2&pause=off&project=3", "/decisions/7?pause=on": "/decisions/7?pause=off",
		"//evil.example/": "/projects?pause=off", "https://evil.example": "/projects?pause=off", "/../x": "/projects?pause=off", "/a/../../x": "/projects?pause=off", "/\\evil.example": "/projects?pause=off", "/x\r\nSet-Cookie: a=b": "/projects?pause=off",
	} {
		a := d.post(d.base+"/pause", url.Values{"minutes": {"0"}, "back": {back}})
		if got := a.Header.Get("Location"); a.StatusCode != http.StatusSeeOther || !strings.HasSuffix(d.base+want, got) || got == "" {
			t.Errorf("back=%q: status %d, leads to %q, want %q", back, a.StatusCode, got, want)
		}
	}
}

func TestAPauseThatMakesNoSenseIsRefused(t *testing.T) {
	d := signedIn(t)
	for _, form := range []url.Values{{}, {"minutes": {"-1"}}, {"minutes": {"x"}}, {"minutes": {"99999999999"}}, {"until": {"doomsday"}}} {
		if a := d.post(d.base+"/pause", form); a.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: status %d\n%s", form, a.StatusCode, a.body)
		}
	}
}

// BR-78: what was not stored is not acknowledged.
func TestBR78_APauseThatCannotBeStoredIsNotAcknowledged(t *testing.T) {
	d := signedIn(t)
	block(t, d.dir, "pause.json")
	if a := d.post(d.base+"/pause", url.Values{"minutes": {"60"}}); a.StatusCode != http.StatusInternalServerError {
		t.Errorf("status %d, want 500\n%s", a.StatusCode, a.body)
	}
	if until, err := d.db.PausedUntil(t.Context(), d.now); err != nil || !until.IsZero() {
		t.Errorf("paused until %v (%v)", until, err)
	}
}

func TestTomorrowBeginsAtSix(t *testing.T) {
	for at, want := range map[string]string{
		"2026-11-30T14:00:00": "2026-12-01T06:00:00", "2026-11-30T23:59:59": "2026-12-01T06:00:00", "2026-12-01T01:00:00": "2026-12-01T06:00:00",
		"2026-12-01T06:00:00": "2026-12-02T06:00:00", "2026-12-31T08:00:00": "2027-01-01T06:00:00",
	} {
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("east", 9*3600)} {
			now, err := time.ParseInLocation("2006-01-02T15:04:05", at, zone)
			if err != nil {
				t.Fatal(err)
			}
			if got := web.Tomorrow(now).Format("2006-01-02T15:04:05"); got != want {
				t.Errorf("%s: %s, want %s", at, got, want)
			}
		}
	}
}

// block puts a folder where a file is to be written.
func block(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, name, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
}
