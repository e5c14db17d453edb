package web_test

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/web"
)

func TestMain(m *testing.M) {
	time.Local = time.UTC
	os.Exit(m.Run())
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// dashboard is a server over a real ledger, and a browser that has not signed in yet.
type dashboard struct {
	*testing.T
	db     *db.DB
	dir    string
	now    time.Time
	web    *web.Server
	http   *httptest.Server
	client *http.Client
	base   string // the address of the pages, once signed in
}

func (d *dashboard) Reader(context.Context) (*db.DB, error) { return d.db, nil }
func (d *dashboard) Writer(context.Context) (*db.DB, error) { return d.db, nil }

func newDashboard(t *testing.T) *dashboard {
	t.Helper()
	d := &dashboard{T: t, dir: filepath.Join(t.TempDir(), "state"), now: noon}
	var err error
	if d.db, err = db.Open(context.Background(), d.dir, db.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.db.Close() })
	clock := func() time.Time { return d.now }
	d.db.Now = clock
	d.web = web.New(web.Config{Ledger: d, Now: clock, Secret: "the secret", Installed: func() bool { return true }})
	d.http = httptest.NewServer(d.web.Handler())
	t.Cleanup(d.http.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	d.client = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return d
}

// signedIn is a dashboard whose browser has a session.
func signedIn(t *testing.T) *dashboard {
	t.Helper()
	d := newDashboard(t)
	a := d.get(d.http.URL + d.web.NewCode(""))
	if a.StatusCode != http.StatusSeeOther {
		t.Fatalf("sign in: status %d", a.StatusCode)
	}
	d.base = d.http.URL + strings.TrimSuffix(a.Header.Get("Location"), "/")
	return d
}

// answer is what came back, with its body read.
type answer struct {
	*http.Response
	body string
}

// send sends a request; headers are name, value, name, value. Host is one of them.
func (d *dashboard) send(method, address string, body io.Reader, headers ...string) answer {
	d.Helper()
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		d.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := d.client.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		d.Fatal(err)
	}
	return answer{a, string(text)}
}

func (d *dashboard) get(address string, headers ...string) answer {
	d.Helper()
	return d.send(http.MethodGet, address, nil, headers...)
}

func (d *dashboard) post(address string, form url.Values, headers ...string) answer {
	d.Helper()
	return d.send(http.MethodPost, address, strings.NewReader(form.Encode()), append(headers, "Content-Type", "application/x-www-form-urlencoded")...)
}

// shows fails unless a page is there and holds each text.
func (d *dashboard) shows(path string, texts ...string) string {
	d.Helper()
	a := d.get(d.base + path)
	if a.StatusCode != http.StatusOK {
		d.Fatalf("%s: status %d\n%s", path, a.StatusCode, a.body)
	}
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			d.Errorf("%s lacks %q:\n%s", path, text, a.body)
		}
	}
	return a.body
}

// write changes the ledger.
func (d *dashboard) write(f func(*db.Tx) error) {
	d.Helper()
	if err := d.db.Write(context.Background(), f); err != nil {
		d.Fatal(err)
	}
}

// project makes a project and returns it.
func (d *dashboard) project(root string) db.Project {
	d.Helper()
	if err := d.db.SwitchProject(context.Background(), root, true); err != nil {
		d.Fatal(err)
	}
	p, err := d.db.ProjectByRoot(context.Background(), root)
	if err != nil {
		d.Fatal(err)
	}
	return p
}
