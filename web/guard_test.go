package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/assets"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/db/bulk"
)

func TestBR65_OnlyLoopbackNamesAreAnswered(t *testing.T) {
	d := signedIn(t)
	port := d.http.URL[strings.LastIndex(d.http.URL, ":"):]
	for _, host := range []string{"127.0.0.1" + port, "localhost" + port, "LOCALHOST", "[::1]" + port, "127.0.0.1", "localhost:9999"} {
		if a := d.get(d.http.URL+"/assets/"+assets.Path("app.css"), "Host", host); a.StatusCode != http.StatusOK {
			t.Errorf("%q: status %d, want 200", host, a.StatusCode)
		}
	}
	for _, host := range []string{"evil.example", "evil.example" + port, "127.0.0.1.evil.example" + port, "localhost.evil.example", "127.0.0.2" + port,
		"0.0.0.0" + port, "localhost." + port, "192.168.1.5" + port, "[::]" + port, "127.0.0.1@evil.example"} {
		for _, path := range []string{d.base + "/", d.http.URL + "//open", d.http.URL + "/assets/" + assets.Path("app.css"), d.http.URL + d.web.NewCode(""), d.http.URL + "/x/../open"} {
			a := d.get(path, "Host", host)
			if a.StatusCode != http.StatusForbidden || len(a.Cookies()) > 0 {
				t.Errorf("%q asks %s: status %d, want 403", host, path, a.StatusCode)
			}
		}
	}
}

func TestOnlyOurOwnPagesMaySend(t *testing.T) {
	d := signedIn(t)
	p := d.project("/home/anna/shop")
	host := strings.TrimPrefix(d.http.URL, "http://")
	for _, c := range []struct {
		name    string
		headers []string
		stored  bool
	}{
		{"a program without a browser", nil, true},
		{"our page", []string{"Origin", "http://" + host, "Sec-Fetch-Site", "same-origin"}, true},
		{"our page in a browser that hides origins with the referrer", []string{"Origin", "null", "Sec-Fetch-Site", "same-origin"}, true},
		{"a page elsewhere", []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, false},
		{"a page elsewhere in an old browser", []string{"Origin", "https://evil.example"}, false},
		{"a page on another port of this machine", []string{"Origin", "http://127.0.0.1:9", "Sec-Fetch-Site", "same-site"}, false},
		{"a page that hides its origin", []string{"Origin", "null", "Sec-Fetch-Site", "cross-site"}, false},
		{"a sandboxed page in an old browser", []string{"Origin", "null"}, false},
		{"our host by another scheme", []string{"Origin", "https://" + host}, false},
		{"a page elsewhere without an origin", []string{"Sec-Fetch-Site", "cross-site"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := d.db.SwitchProject(t.Context(), p.Root, true); err != nil {
				t.Fatal(err)
			}
			a := d.post(d.base+"/projects/1/switch", url.Values{"on": {"false"}}, c.headers...)
			want := http.StatusForbidden
			if c.stored {
				want = http.StatusSeeOther
			}
			got, err := d.db.ProjectByRoot(t.Context(), p.Root)
			if err != nil {
				t.Fatal(err)
			}
			if a.StatusCode != want || got.Enabled == c.stored {
				t.Errorf("status %d and on: %v, want %d and on: %v", a.StatusCode, got.Enabled, want, !c.stored)
			}
		})
	}
}

func TestAForeignOriginReadsNothing(t *testing.T) {
	d := signedIn(t)
	d.project("/home/anna/shop")
	if a := d.get(d.base+"/", "Origin", "https://evil.example"); a.StatusCode != http.StatusForbidden || strings.Contains(a.body, "shop") {
		t.Errorf("status %d, want 403 and no page\n%s", a.StatusCode, a.body)
	}
}

func TestBR64_EveryAnswerKeepsToItself(t *testing.T) {
	d := signedIn(t)
	host := strings.TrimPrefix(d.http.URL, "http://")
	for name, a := range map[string]answer{
		"a page":          d.get(d.base + "/"),
		"a missing page":  d.get(d.base + "/nothing"),
		"no session":      d.get(d.http.URL + "/"),
		"an asset":        d.get(d.http.URL + "/assets/" + assets.Path("app.css")),
		"a preflight":     d.send(http.MethodOptions, d.base+"/", nil, "Origin", "https://evil.example", "Access-Control-Request-Method", "POST"),
		"our own origin":  d.get(d.base+"/", "Origin", "http://"+host),
		"a rebound name":  d.get(d.base+"/", "Host", "evil.example"),
		"the way in":      d.get(d.http.URL + d.web.NewCode("")),
		"the second code": d.send(http.MethodPost, d.http.URL+"/code", nil),
	} {
		for header := range a.Header {
			if strings.HasPrefix(header, "Access-Control-") {
				t.Errorf("%s: %s: %s", name, header, a.Header.Get(header))
			}
		}
		csp := a.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "connect-src 'self'", "style-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: policy %q lacks %q", name, csp, want)
			}
		}
		if strings.ContainsAny(csp, "*:") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q allows what is not ours, or scripts and styles in a page", name, csp)
		}
		if got := a.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("%s: referrer policy %q", name, got)
		}
		if got := a.Header.Get("Cross-Origin-Resource-Policy"); got != "same-origin" {
			t.Errorf("%s: resource policy %q", name, got)
		}
		if got := a.Header.Get("Cache-Control"); name != "an asset" && got != "no-store" {
			t.Errorf("%s: cache control %q, want no-store", name, got)
		}
	}
}

func TestPagesHoldNoInlineScriptOrStyle(t *testing.T) {
	d := signedIn(t)
	if err := bulk.Fill(t.Context(), d.db, bulk.Size{Projects: 3, Sessions: 4, Words: 120, Decisions: 40, Compactions: 8, Outcomes: 8, Runs: 40}); err != nil {
		t.Fatal(err)
	}
	session, err := d.db.ListDecisions(t.Context(), db.DecisionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	ours := regexp.MustCompile(`<script src="/assets/[0-9a-f]+/[a-z.-]+" defer></script>`)
	pages := map[string]string{"no session": d.get(d.http.URL + "/").body, "nothing there": d.get(d.base + "/nothing").body}
	for _, r := range routes(t) {
		if r.method == http.MethodGet && r.path != "/events" {
			path := strings.Replace(r.path, "/sessions/1", "/sessions/"+session[0].SessionID, 1)
			pages[path] = d.shows(path)
		}
	}
	for name, page := range pages {
		page = ours.ReplaceAllString(page, "")
		for _, bad := range []string{"<script", "<style", " style=", " onclick", "javascript:"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s holds %q:\n%s", name, bad, page)
			}
		}
	}
}
