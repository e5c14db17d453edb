package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestACodeIsGoodOnce(t *testing.T) {
	d := newDashboard(t)
	address := d.http.URL + d.web.NewCode("")
	if a := d.get(address); a.StatusCode != http.StatusSeeOther {
		t.Fatalf("first: status %d, want a way to the pages", a.StatusCode)
	}
	if a := d.get(address); a.StatusCode != http.StatusUnauthorized || len(a.Cookies()) > 0 {
		t.Errorf("second: status %d and cookies %v, want 401 and none", a.StatusCode, a.Cookies())
	}
}

func TestACodeEndsAfterAMinute(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{59 * time.Second, http.StatusSeeOther}, {60 * time.Second, http.StatusUnauthorized}} {
		d := newDashboard(t)
		address := d.http.URL + d.web.NewCode("")
		d.now = d.now.Add(c.after)
		if a := d.get(address); a.StatusCode != c.want {
			t.Errorf("after %v: status %d, want %d", c.after, a.StatusCode, c.want)
		}
	}
}

func TestNoCodeAndAWrongOneAreRefused(t *testing.T) {
	d := newDashboard(t)
	d.web.NewCode("")
	for _, path := range []string{"/open", "/open?code=", "/open?code=AAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		if a := d.get(d.http.URL + path); a.StatusCode != http.StatusUnauthorized || len(a.Cookies()) > 0 {
			t.Errorf("%s: status %d, want 401", path, a.StatusCode)
		}
	}
}

func TestALookAtTheAddressDoesNotUseItUp(t *testing.T) {
	d := newDashboard(t)
	address := d.http.URL + d.web.NewCode("")
	if a := d.send(http.MethodHead, address, nil); a.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("HEAD: status %d, want 405", a.StatusCode)
	}
	if a := d.get(address); a.StatusCode != http.StatusSeeOther {
		t.Errorf("GET after HEAD: status %d, want a way to the pages", a.StatusCode)
	}
}

func TestTheCookieStaysBelowThePrefix(t *testing.T) {
	d := newDashboard(t)
	a := d.get(d.http.URL + d.web.NewCode(""))
	if len(a.Cookies()) != 1 {
		t.Fatalf("got cookies %v, want one", a.Cookies())
	}
	c := a.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Domain != "" || c.Path != a.Header.Get("Location") || len(c.Path) < 20 {
		t.Errorf("got %q and pages at %q, want a strict cookie for that path alone", a.Header.Get("Set-Cookie"), a.Header.Get("Location"))
	}
	if len(c.Value) < 26 || strings.Contains(c.Path, c.Value) {
		t.Errorf("the session %q is short or stands in the path %q", c.Value, c.Path)
	}
	if other := newDashboard(t); other.get(other.http.URL+other.web.NewCode("")).Header.Get("Location") == c.Path {
		t.Error("two servers share a prefix")
	}
}

func TestWithoutASessionEveryPageAnswers401(t *testing.T) {
	d := signedIn(t)
	p := d.project("/home/anna/shop")
	d.client.Jar = nil
	for _, c := range []struct{ name, method, address string }{
		{"the first page", "GET", d.base + "/"},
		{"a compaction", "GET", d.base + "/compactions/1"},
		{"a page that is not there", "GET", d.base + "/nothing"},
		{"a switch", "POST", d.base + "/projects/1/switch?on=false"},
		{"the root", "GET", d.http.URL + "/"},
		{"a guessed path", "GET", d.http.URL + "/compactions/1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := d.send(c.method, c.address, nil)
			if a.StatusCode != http.StatusUnauthorized || strings.Contains(a.body, "shop") || !strings.Contains(a.body, "compact-keeper open") {
				t.Errorf("status %d, want 401 and what to do\n%s", a.StatusCode, a.body)
			}
			a = d.send(c.method, c.address, nil, "Cookie", "compact-keeper=AAAAAAAAAAAAAAAAAAAAAAAAAA")
			if a.StatusCode != http.StatusUnauthorized {
				t.Errorf("with a made-up session: status %d, want 401", a.StatusCode)
			}
		})
	}
	if got, err := d.db.ProjectByRoot(t.Context(), p.Root); err != nil || !got.Enabled {
		t.Errorf("the project is %v (%v), want it still on", got.Enabled, err)
	}
}

func TestAnAddressFollowedFromAnotherSiteLeadsOnByAClick(t *testing.T) {
	d := newDashboard(t)
	a := d.get(d.http.URL+d.web.NewCode(""), "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
	if a.StatusCode != http.StatusOK || len(a.Cookies()) != 1 || !strings.Contains(a.body, `href="`+a.Cookies()[0].Path+`"`) {
		t.Errorf("status %d, want a page with a link to the pages\n%s", a.StatusCode, a.body)
	}
}

func TestAFreshCodeNeedsTheSecret(t *testing.T) {
	d := newDashboard(t)
	for _, auth := range []string{"", "Bearer ", "Bearer the secre", "the secret"} {
		if a := d.send(http.MethodPost, d.http.URL+"/code", nil, "Authorization", auth); a.StatusCode != http.StatusUnauthorized || strings.Contains(a.body, "code=") {
			t.Errorf("%q: status %d, want 401\n%s", auth, a.StatusCode, a.body)
		}
	}
	a := d.send(http.MethodPost, d.http.URL+"/code", nil, "Authorization", "Bearer the secret")
	var got struct{ Path string }
	if err := json.Unmarshal([]byte(a.body), &got); err != nil {
		t.Fatalf("%v in %q", err, a.body)
	}
	if strings.Contains(a.body, "the secret") {
		t.Error("BR-65: the answer holds the secret")
	}
	if a := d.get(d.http.URL + got.Path); a.StatusCode != http.StatusSeeOther {
		t.Errorf("the fresh code: status %d, want a way to the pages", a.StatusCode)
	}
}
