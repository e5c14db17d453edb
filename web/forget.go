package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// forgetPause is how long what is to be forgotten can be taken back.
const forgetPause = 30 * time.Second

// forgetView is what the page says before something is forgotten.
type forgetView struct {
	page
	Item   db.DecisionItem
	Doomed db.Doomed
}

// askToForget says exactly what would go, and asks.
func (s *Server) askToForget(w http.ResponseWriter, r *http.Request) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	v := forgetView{}
	if v.Item, err = knownDecision(r, d); err != nil {
		return err
	}
	if v.Doomed, err = d.Doomed(r.Context(), db.Target{Decision: v.Item.ID}); err != nil {
		return err
	}
	if v.page, err = s.newPage(r, d, "Decisions", "Forget a decision"); err != nil {
		return err
	}
	s.render(w, r, http.StatusOK, forgetPage(v))
	return nil
}

// forgetDecision takes a decision out of what hooks ask for, and lets it be deleted a little later.
func (s *Server) forgetDecision(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	d, err := s.Ledger.Writer(r.Context())
	if err != nil {
		return err
	}
	waiting, err := d.Forgets(r.Context())
	if err != nil {
		return err
	}
	again := false
	for _, e := range waiting {
		again = again || e.DecisionID == id
	}
	if !again {
		err = d.Write(r.Context(), func(t *db.Tx) error {
			_, err := t.EditDecision(id, s.Owner, db.EditForget, func(x *db.Standing) { x.Status, x.Why = db.Rejected, "The owner has it forgotten." })
			return err
		})
		if err != nil {
			return err
		}
	}
	s.Changed() // also wakes Work
	http.Redirect(w, r, s.prefix+"/decisions?forgot=1", http.StatusSeeOther)
	return nil
}

// ForgetDue deletes for good what is due, and tells when the next is; zero: nothing waits. What could not be deleted does
// not keep the others.
func (s *Server) ForgetDue(ctx context.Context) (next time.Time, failed error) {
	d, err := s.Ledger.Reader(ctx)
	if err != nil || s.Forget == nil {
		return next, err
	}
	waiting, err := d.Forgets(ctx)
	if err != nil {
		return next, err
	}
	for _, e := range waiting {
		if due := e.At.Add(forgetPause); s.Now().Before(due) {
			return due, failed
		}
		if _, err := s.Forget(ctx, db.Target{Decision: e.DecisionID}); err != nil && !isGone(err) { // gone with another of the same message
			failed = errors.Join(failed, fmt.Errorf("forget decision %d: %w", e.DecisionID, err))
		}
	}
	return next, failed
}
