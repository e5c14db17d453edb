package web_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// route is one line of the route table.
type route struct{ method, path string }

// routes reads the route table out of its source, so that a route that comes cannot be forgotten here.
func routes(t *testing.T) []route {
	t.Helper()
	source, err := os.ReadFile("web.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []route
	for _, m := range regexp.MustCompile(`pages\.HandleFunc\("(?:(GET|POST) )?([^"]+)"`).FindAllStringSubmatch(string(source), -1) {
		path := strings.NewReplacer("{$}", "", "{id}", "1").Replace(m[2])
		if strings.Contains(path, "{") {
			t.Fatalf("the route %s has a part that this test does not know", m[2])
		}
		all = append(all, route{m[1], path})
	}
	if handlers := strings.Count(string(source), "pages.Handle"); handlers != len(all) || len(all) < 15 {
		t.Fatalf("read %d routes of the %d in web.go", len(all), handlers)
	}
	return all
}

// Another user of the machine can reach the port, and knows at most the prefix.
func TestEveryRouteAnswersNobodyWithoutASession(t *testing.T) {
	d := signedIn(t)
	d.project("/home/anna/shop")
	jar := d.client.Jar
	d.client.Jar = nil
	session := jar.Cookies(d.get(d.base + "/").Request.URL)[0].Value
	for _, r := range routes(t) {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodTrace} {
			for name, headers := range map[string][]string{
				"nothing":           nil,
				"a made-up cookie":  {"Cookie", "compact-keeper=AAAAAAAAAAAAAAAAAAAAAAAAAA"},
				"an empty cookie":   {"Cookie", "compact-keeper="},
				"half the cookie":   {"Cookie", "compact-keeper=" + session[:len(session)/2]},
				"another's cookie":  {"Cookie", "other=" + session},
				"the start secret":  {"Authorization", "Bearer the secret"},
				"the cookie as key": {"Authorization", "Bearer " + session},
			} {
				a := d.send(method, d.base+r.path, nil, headers...)
				if a.StatusCode != http.StatusUnauthorized || strings.Contains(a.body, "shop") || strings.Contains(a.Header.Get("Content-Type"), "event-stream") {
					t.Errorf("%s %s with %s: status %d, want 401 and nothing of the ledger\n%s", method, r.path, name, a.StatusCode, a.body)
				}
			}
			// the session, but not the prefix
			if a := d.send(method, d.http.URL+r.path, nil, "Cookie", "compact-keeper="+session); a.StatusCode != http.StatusUnauthorized || strings.Contains(a.body, "shop") {
				t.Errorf("%s %s outside the prefix: status %d, want 401\n%s", method, r.path, a.StatusCode, a.body)
			}
		}
	}
	if p, err := d.db.ProjectByID(t.Context(), 1); err != nil || !p.Enabled {
		t.Errorf("the project is on: %v (%v), want it on still", p.Enabled, err)
	}
}

// What a page elsewhere in the owner's browser can send, the browser says of it, and the cookie may come along: pages of
// other programs on this machine are of the same site.
func TestEveryRouteRefusesPagesFromElsewhere(t *testing.T) {
	d := signedIn(t)
	d.project("/home/anna/shop")
	for _, r := range routes(t) {
		for _, c := range []struct {
			name, method string
			headers      []string
		}{
			{"an image", "GET", []string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}},
			{"a frame", "GET", []string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}},
			{"a script", "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"}},
			{"a fetch", "GET", []string{"Origin", "http://127.0.0.1:9", "Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors"}},
			{"an event source", "GET", []string{"Origin", "https://evil.example", "Accept", "text/event-stream"}},
			{"a form", "POST", []string{"Origin", "http://127.0.0.1:9", "Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}},
			{"a form in a browser that tells less", "POST", []string{"Origin", "null"}},
			{"a preflight", "OPTIONS", []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"}},
			{"a socket", "GET", []string{"Origin", "http://127.0.0.1:9", "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version", "13"}},
		} {
			a := d.send(c.method, d.base+r.path, nil, c.headers...)
			if a.StatusCode != http.StatusForbidden || strings.Contains(a.body, "shop") {
				t.Errorf("%s asks %s: status %d, want 403 and nothing of the ledger", c.name, r.path, a.StatusCode)
			}
		}
	}
	if p, err := d.db.ProjectByID(t.Context(), 1); err != nil || !p.Enabled {
		t.Errorf("the project is on: %v (%v), want it on still", p.Enabled, err)
	}
}

// Only what is read may be looked at with a session by another method than its own.
func TestOtherMethodsDoNothing(t *testing.T) {
	d := signedIn(t)
	d.project("/home/anna/shop")
	for _, r := range routes(t) {
		if r.path == "/" && r.method == "" || r.path == "/events" {
			continue
		}
		for _, method := range []string{http.MethodHead, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions} {
			a := d.send(method, d.base+r.path, nil)
			if a.body != "" && method == http.MethodHead || a.StatusCode < 400 && method != http.MethodHead {
				t.Errorf("%s %s: status %d\n%s", method, r.path, a.StatusCode, a.body)
			}
		}
		if r.method == http.MethodPost {
			if a := d.get(d.base + r.path + "?on=false&minutes=5&until=tomorrow"); a.StatusCode < 400 {
				t.Errorf("GET %s: status %d, want that only a form can do this", r.path, a.StatusCode)
			}
		}
	}
	if p, err := d.db.ProjectByID(t.Context(), 1); err != nil || !p.Enabled {
		t.Errorf("the project is on: %v (%v), want it on still", p.Enabled, err)
	}
}

func TestNoPageHoldsASecret(t *testing.T) {
	d := newDashboard(t)
	code := d.web.NewCode("")
	a := d.get(d.http.URL + code)
	d.base = d.http.URL + strings.TrimSuffix(a.Header.Get("Location"), "/")
	session := a.Cookies()[0].Value
	d.project("/home/anna/shop")
	for _, r := range routes(t) {
		if r.method == http.MethodPost || r.path == "/events" {
			continue
		}
		a := d.get(d.base + r.path)
		for name, secret := range map[string]string{"the session": session, "the code": strings.TrimPrefix(code, "/open?code="), "the secret": "the secret"} {
			if strings.Contains(a.body, secret) || strings.Contains(a.Request.URL.String(), secret) {
				t.Errorf("%s holds %s", r.path, name)
			}
			for header, values := range a.Header {
				if strings.Contains(strings.Join(values, " "), secret) {
					t.Errorf("%s: the header %s holds %s", r.path, header, name)
				}
			}
		}
	}
}
