package web

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// dawn is the hour at which "tomorrow" begins for a pause: who works past midnight means the day after they have slept.
const dawn = 6

// pauseStored is the query that has the page a pause leads back to say what was stored: on, or off.
const pauseStored = "pause"

// longestPause bounds what a form may ask for.
const longestPause = 30 * 24 * time.Hour

// Tomorrow is until when a pause goes that is to last until tomorrow: the next 6 o'clock in the morning where the owner is.
func Tomorrow(now time.Time) time.Time {
	t := time.Date(now.Year(), now.Month(), now.Day(), dawn, 0, 0, 0, now.Location())
	if !t.After(now) {
		t = time.Date(now.Year(), now.Month(), now.Day()+1, dawn, 0, 0, 0, now.Location())
	}
	return t
}

// pause has the keeper pause in all projects, or go on, and leads back to the page that it was asked on. It answers only
// once the ledger has stored it.
func (s *Server) pause(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4096)
	now := s.Now()
	until := Tomorrow(now)
	if r.PostFormValue("until") != "tomorrow" {
		n, err := strconv.Atoi(r.PostFormValue("minutes"))
		if err != nil || n < 0 || n > int(longestPause/time.Minute) || r.PostFormValue("until") != "" {
			return badRequest(fmt.Sprintf("a pause lasts 0 to %d minutes, or until=tomorrow", int(longestPause/time.Minute)))
		}
		until = now.Add(time.Duration(n) * time.Minute)
	}
	d, err := s.Ledger.Writer(r.Context())
	if err != nil {
		return err
	}
	err = d.Write(r.Context(), func(t *db.Tx) error {
		if !until.After(now) {
			return t.Resume()
		}
		return t.Pause(t.Now, until)
	})
	if err != nil {
		return err
	}
	stored := "off"
	if until.After(now) {
		stored = "on"
	}
	http.Redirect(w, r, s.prefix+wayBack(r.PostFormValue("back"), stored), http.StatusSeeOther)
	return nil
}

// wayBack is the page of ours that a form was sent from, the projects where it names none, having it say what was stored.
// The browser does not tell where a form comes from.
func wayBack(to, stored string) string {
	page, query, _ := strings.Cut(to, "?")
	q, err := url.ParseQuery(query)
	if err != nil || !strings.HasPrefix(page, "/") || path.Clean(page) != page || strings.ContainsAny(to, "\\#") || strings.ContainsFunc(to, func(r rune) bool { return r <= ' ' || r > '~' }) {
		page, q = "/projects", url.Values{}
	}
	q.Set(pauseStored, stored)
	return page + "?" + q.Encode()
}
