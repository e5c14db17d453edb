package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/compact-keeper/compact-keeper/db"
)

// change says what one edit makes of a decision. The form holds what it needs beyond its name.
func (s *Server) change(r *http.Request, d *db.DB, id int64) (what string, change func(*db.Standing), err error) {
	standing := func(status db.Status, why string) func(*db.Standing) {
		return func(x *db.Standing) { x.Status, x.Why, x.ReplacedBy = status, why, 0 }
	}
	switch what = r.PostFormValue("what"); what {
	case db.EditPin:
		return what, func(x *db.Standing) { x.Pinned = true }, nil
	case db.EditUnpin:
		return what, func(x *db.Standing) { x.Pinned = false }, nil
	case db.EditLive:
		return what, standing(db.Live, ""), nil
	case db.EditWithdraw:
		return what, standing(db.Withdrawn, "The owner took it back in the dashboard."), nil
	case db.EditDone:
		return what, standing(db.Done, "The owner marked it as done in the dashboard."), nil
	case db.EditReject:
		return what, standing(db.Rejected, "The owner says that it is no decision."), nil
	case db.EditKind:
		kind := db.Kind(r.PostFormValue("kind"))
		if !slices.Contains(kinds, kind) {
			return "", nil, badRequest("there is no kind " + strconv.Quote(string(kind)))
		}
		return what, func(x *db.Standing) { x.Kind = kind }, nil
	case db.EditReplace:
		by, err := strconv.ParseInt(r.PostFormValue("by"), 10, 64)
		if err != nil || by == id {
			return "", nil, badRequest("choose the decision that replaces this one")
		}
		other, err := d.DecisionByID(r.Context(), by)
		if err != nil {
			return "", nil, err
		}
		return what, func(x *db.Standing) {
			x.Status, x.Why, x.ReplacedBy = db.Replaced, "The owner replaced it: "+cut(oneLine(other.Quote), 120), by
		}, nil
	}
	return "", nil, badRequest("a decision cannot be changed by " + strconv.Quote(what))
}

// editDecision stores one change of the owner's.
func (s *Server) editDecision(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, formBytes)
	d, err := s.Ledger.Writer(r.Context())
	if err != nil {
		return err
	}
	what, change, err := s.change(r, d, id)
	if err != nil {
		return err
	}
	var edit int64
	err = d.Write(r.Context(), func(t *db.Tx) (err error) {
		edit, err = t.EditDecision(id, s.Owner, what, change)
		return err
	})
	if err != nil {
		return err
	}
	http.Redirect(w, r, fmt.Sprintf("%s/decisions/%d?stored=%d", s.prefix, id, edit), http.StatusSeeOther)
	return nil
}

// undoEdit takes a change back, with those after it, and leads to where the person was.
func (s *Server) undoEdit(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, formBytes)
	edit, err := strconv.ParseInt(r.PostFormValue("edit"), 10, 64)
	if err != nil {
		return badRequest("edit must be the number of a change, not " + strconv.Quote(r.PostFormValue("edit")))
	}
	d, err := s.Ledger.Writer(r.Context())
	if err != nil {
		return err
	}
	err = d.Write(r.Context(), func(t *db.Tx) error { return t.UndoEdit(id, edit) })
	if err != nil && !errors.Is(err, db.ErrUndone) { // clicked twice
		return err
	}
	to := fmt.Sprintf("%s/decisions/%d?undone=%d", s.prefix, id, edit)
	if r.PostFormValue("from") == "waiting" {
		to = fmt.Sprintf("%s/waiting?undone=%d", s.prefix, id)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// cut shortens a text to n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
