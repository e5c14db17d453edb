package web_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/db/bulk"
	"github.com/compact-keeper/compact-keeper/web"
)

// benchPage measures how long the server takes for one page of a very full ledger, and reports the median.
func benchPage(b *testing.B, path string) {
	b.Helper()
	d := fullLedger(b)
	var took []time.Duration
	for b.Loop() {
		r := httptest.NewRequest(http.MethodGet, d.base+path, nil)
		r.Host = "127.0.0.1"
		for _, c := range d.cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		start := time.Now()
		d.handler.ServeHTTP(w, r)
		took = append(took, time.Since(start))
		if w.Code != http.StatusOK {
			b.Fatalf("%s: status %d\n%s", path, w.Code, w.Body)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
}

// fullServer is a server over a ledger of bulk.Full, and what it takes to ask it for pages.
type fullServer struct {
	db      *db.DB
	handler http.Handler
	base    string // the path of the pages
	cookies []*http.Cookie
}

func (f *fullServer) Reader(context.Context) (*db.DB, error) { return f.db, nil }

// Writer gives none out: the ledger is the next benchmark's, too.
func (f *fullServer) Writer(context.Context) (*db.DB, error) {
	return nil, errors.New("the ledger of benchmarks is for reading")
}

// fullLedger serves a ledger of bulk.Full whose newest row is of just before noon, which is now.
func fullLedger(b *testing.B) *fullServer {
	b.Helper()
	f := &fullServer{}
	var err error
	if f.db, err = db.Open(b.Context(), fullFolder(b), db.Options{ReadOnly: true}); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.db.Close() })
	now := func() time.Time { return noon }
	f.db.Now = now
	s := web.New(web.Config{Ledger: f, Now: now, Installed: func() bool { return true }, Owner: "anna"})
	f.handler = s.Handler()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, s.NewCode(""), nil)
	r.Host = "127.0.0.1"
	f.handler.ServeHTTP(w, r)
	if w.Code != http.StatusSeeOther {
		b.Fatalf("sign in: status %d", w.Code)
	}
	f.base, f.cookies = strings.TrimSuffix(w.Header().Get("Location"), "/"), w.Result().Cookies()
	return f
}

// fullFolder is where the ledger of bulk.Full lies. It takes half a minute to make, so it is kept for the next run, for
// as long as the rows would be the same.
func fullFolder(b *testing.B) string {
	b.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		b.Fatal(err)
	}
	sum := sha256.New()
	sources, err := filepath.Glob("../db/migrations/*.sql")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range append(sources, "../db/bulk/bulk.go") {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		sum.Write(text)
	}
	folder := filepath.Join(cache, "compact-keeper-bench", hex.EncodeToString(sum.Sum(nil)[:8]))
	if _, err := os.Stat(folder); err == nil {
		return folder
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o700); err != nil {
		b.Fatal(err)
	}
	// Made beside and moved, so that no other benchmark meets half of one.
	half, err := os.MkdirTemp(filepath.Dir(folder), "half-")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(half)
	d, err := db.Open(b.Context(), half, db.Options{})
	if err != nil {
		b.Fatal(err)
	}
	d.Now = func() time.Time { return noon }
	if err := errors.Join(bulk.Fill(b.Context(), d, bulk.Full), d.Close()); err != nil {
		b.Fatal(err)
	}
	if err := os.Rename(half, folder); err != nil {
		if _, other := os.Stat(folder); other != nil {
			b.Fatal(err)
		}
	}
	return folder
}
