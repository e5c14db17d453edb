package doctor_test

import (
	"context"
	"html"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/web"
)

// onPage are the plants that the health page is looked at with; each finding goes there the same way.
var onPage = []string{
	"disableAllHooks in the user's settings", "BR-35: the hook executable is gone", "the state folder cannot be written", "the disk is full",
	"BR-54: the ledger is damaged", "BR-51, BR-53: another process does not let go of the ledger", "more hook runs wait than a hook takes in",
	"BR-20: a compaction that no hook saw", "a damaged ledger was set aside",
}

// BR-51, BR-53: what keeps hooks from storing is told on the page, with what to do, and never called healthy.
func TestBR51_BR53_TheHealthPageTellsWhatDoctorFinds(t *testing.T) {
	shown := 0
	for _, p := range plants {
		if !slices.Contains(onPage, p.name) {
			continue
		}
		shown++
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			p.plant(m)
			checks := app.Checks(m.look())
			page := healthPage(t, checks)
			for _, text := range []string{p.found, p.command} {
				if !strings.Contains(strings.ToLower(page), strings.ToLower(text)) { // a sentence begins with a capital there
					t.Errorf("the page lacks %q:\n%s", text, page)
				}
			}
			if p.state == "fault" && !strings.Contains(page, "✗ Fault") || strings.Contains(page, "<strong>No fault</strong>") {
				t.Errorf("the page calls it healthy:\n%s", page)
			}
		})
	}
	if shown != len(onPage) {
		t.Errorf("%d plants are shown, of %d that are named", shown, len(onPage))
	}
}

type onlyLedger struct{ *db.DB }

func (l onlyLedger) Reader(context.Context) (*db.DB, error) { return l.DB, nil }
func (l onlyLedger) Writer(context.Context) (*db.DB, error) { return l.DB, nil }

// healthPage is the page that shows the checks.
func healthPage(t *testing.T, checks []web.Check) string {
	t.Helper()
	d, err := db.Open(t.Context(), t.TempDir(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s := web.New(web.Config{Ledger: onlyLedger{d}, Doctor: func(context.Context) []web.Check { return checks }})
	handler := s.Handler()
	get := func(path string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = "127.0.0.1"
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	in := get(s.NewCode("")).Result()
	base := strings.TrimSuffix(in.Header.Get("Location"), "/")
	get(base+"/health?format=json", in.Cookies()...) // waits for the look
	page := get(base+"/health", in.Cookies()...)
	if page.Code != http.StatusOK {
		t.Fatalf("status %d\n%s", page.Code, page.Body)
	}
	return html.UnescapeString(page.Body.String())
}
