package web

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/compact-keeper/compact-keeper/db"
)

// page is what every page knows.
type page struct {
	base    string // the prefix; empty where there is no session
	title   string
	nav     string // the entry of the menu that it belongs to
	address string // its own, by which it asks for news; empty: it shows none
	now     time.Time
	waiting int       // how much waits on the owner
	paused  time.Time // until when the keeper pauses; zero: it does not
	pause   string    // what was just stored of a pause: see pause.go
	exports bool      // it can be had as a file
}

// newPage is the page that r asks for, below the menu's entry nav.
func (s *Server) newPage(r *http.Request, d *db.DB, nav, title string) (p page, err error) {
	p = page{base: s.prefix, title: title, nav: nav, address: s.prefix + r.URL.RequestURI(), now: s.Now(), pause: r.URL.Query().Get(pauseStored)}
	if p.waiting, err = d.CountWaiting(r.Context()); err != nil {
		return p, err
	}
	p.paused, err = d.PausedUntil(r.Context(), p.now)
	return p, err
}

// own is the page's address below the prefix, for a form that shall lead back to it.
func (p page) own() string { return strings.TrimPrefix(p.address, p.base) }

// exported is the page's address as a file.
func (p page) exported(format string) string {
	u, err := url.Parse(p.address)
	if err != nil {
		return p.address
	}
	q := u.Query()
	q.Set("format", format)
	u.RawQuery = q.Encode()
	return u.String()
}

// inPlace makes a form show its answer, the page it leads to, in place of this one's content, where there is JavaScript:
// what the person typed elsewhere, the focus and what is folded out stay.
func inPlace(action string) templ.Attributes {
	return templ.Attributes{"method": "post", "action": action, "hx-post": action, "hx-target": "#main", "hx-select": "#main", "hx-swap": "outerMorph"}
}

// action gives a handler its one way to report an error: the page for it.
func (s *Server) action(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := handle(w, r)
		var bad badRequest
		switch {
		case err == nil:
		case errors.As(err, &bad):
			s.render(w, r, http.StatusBadRequest, errorPage(s.prefix, "This request makes no sense", err.Error()))
		case errors.Is(err, db.ErrNotFound):
			s.render(w, r, http.StatusNotFound, errorPage(s.prefix, "Nothing is here", err.Error()))
		default:
			s.render(w, r, http.StatusInternalServerError, errorPage(s.prefix, "That did not work", err.Error()))
		}
	}
}

// badRequest is a request that no page of ours makes.
type badRequest string

func (e badRequest) Error() string { return string(e) }

// render sends a page. It is made whole first, so that what fails half-way is an error and not half a page.
func (s *Server) render(w http.ResponseWriter, r *http.Request, status int, c templ.Component) {
	var b bytes.Buffer
	if err := c.Render(r.Context(), &b); err != nil {
		http.Error(w, "render page: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) error {
	return fmt.Errorf("there is no page %q: %w", r.URL.Path, db.ErrNotFound)
}

func (s *Server) unauthorized(w http.ResponseWriter, r *http.Request) {
	s.render(w, r, http.StatusUnauthorized, unauthorizedPage())
}

// pathID reads the number in the path.
func pathID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, fmt.Errorf("find number %q: %w", r.PathValue("id"), db.ErrNotFound)
	}
	return id, nil
}
