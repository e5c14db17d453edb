package web_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestASwitchIsStoredAndSaysSo(t *testing.T) {
	d := signedIn(t)
	p := d.project("/home/anna/shop")
	for _, c := range []struct{ on, says, state string }{
		{"false", "Stored: off.", `aria-checked="false"`},
		{"true", "Stored: on.", `aria-checked="true"`},
	} {
		a := d.post(d.base+"/projects/1/switch", url.Values{"on": {c.on}})
		if a.StatusCode != http.StatusSeeOther {
			t.Fatalf("on=%s: status %d\n%s", c.on, a.StatusCode, a.body)
		}
		got, err := d.db.ProjectByRoot(t.Context(), p.Root)
		if err != nil || got.Enabled != (c.on == "true") {
			t.Errorf("on=%s: stored %v (%v)", c.on, got.Enabled, err)
		}
		path, _, _ := strings.Cut(strings.TrimPrefix(d.http.URL+a.Header.Get("Location"), d.base), "#")
		if path != "/projects?switched=1" {
			t.Errorf("on=%s: it leads to %s", c.on, path)
		}
		d.shows(path, c.says, c.state, "data-say", `role="switch"`, "Keep decisions of /home/anna/shop:")
	}
}

func TestBR78_ASwitchThatCannotBeStoredIsNotAcknowledged(t *testing.T) {
	d := signedIn(t)
	p := d.project("/home/anna/shop")
	list := filepath.Join(d.dir, "off.json") // stored with the switch; a folder in its place lets that fail
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(list, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	a := d.post(d.base+"/projects/1/switch", url.Values{"on": {"false"}})
	if a.StatusCode != http.StatusInternalServerError || !strings.Contains(a.body, "That did not work") || !strings.Contains(a.body, "off.json") {
		t.Errorf("status %d, want 500 with the reason\n%s", a.StatusCode, a.body)
	}
	if got, err := d.db.ProjectByRoot(t.Context(), p.Root); err != nil || !got.Enabled {
		t.Errorf("stored on: %v (%v), want it as it was", got.Enabled, err)
	}
}

func TestASwitchLeadsBackToWhatWasShown(t *testing.T) {
	d := signedIn(t)
	d.project("/home/anna/shop")
	a := d.post(d.base+"/projects/1/switch", url.Values{"on": {"false"}, "find": {"sh op&x=1"}, "all": {"1"}})
	if got := strings.TrimPrefix(d.http.URL+a.Header.Get("Location"), d.base); got != "/projects?all=1&find=sh+op%26x%3D1&switched=1#project-1" {
		t.Errorf("it leads to %s", got)
	}
}

func TestASwitchThatMakesNoSenseIsRefused(t *testing.T) {
	d := signedIn(t)
	d.project("/home/anna/shop")
	for _, c := range []struct {
		name, path string
		form       url.Values
		want       int
	}{
		{"no such project", "/projects/7/switch", url.Values{"on": {"false"}}, http.StatusNotFound},
		{"not a number", "/projects/x/switch", url.Values{"on": {"false"}}, http.StatusNotFound},
		{"neither on nor off", "/projects/1/switch", url.Values{"on": {"maybe"}}, http.StatusBadRequest},
		{"nothing sent", "/projects/1/switch", nil, http.StatusBadRequest},
		{"far too much sent", "/projects/1/switch", url.Values{"x": {strings.Repeat("x", 10_000)}, "on": {"false"}}, http.StatusBadRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			if a := d.post(d.base+c.path, c.form); a.StatusCode != c.want {
				t.Errorf("status %d, want %d\n%s", a.StatusCode, c.want, a.body)
			}
		})
	}
	if a := d.get(d.base + "/projects/1/switch"); a.StatusCode != http.StatusNotFound {
		t.Errorf("GET: status %d, want 404: a link must not switch", a.StatusCode)
	}
	if got, err := d.db.ProjectByRoot(t.Context(), "/home/anna/shop"); err != nil || !got.Enabled {
		t.Errorf("stored on: %v (%v), want it as it was", got.Enabled, err)
	}
}
