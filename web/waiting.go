package web

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// waitingView is what the inbox shows.
type waitingView struct {
	page
	Groups  []waitingGroup
	Before  int64
	Older   int64
	Settled *db.DecisionItem // the question that was just settled
	Edit    int64            // by this edit
	Undone  *db.DecisionItem
}

// waitingGroup is one project's questions.
type waitingGroup struct {
	ProjectID int64
	Root      string
	Items     []db.DecisionItem
}

// showWaiting lists the questions that the owner left open, newest first, under their projects.
func (s *Server) showWaiting(w http.ResponseWriter, r *http.Request) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	v := waitingView{}
	if v.Before, err = queryID(r, "before"); err != nil {
		return err
	}
	all, err := d.Waiting(r.Context(), v.Before, pageSize+1)
	if err != nil {
		return err
	}
	if len(all) > pageSize {
		all = all[:pageSize]
		v.Older = all[pageSize-1].ID
	}
	if done, err := s.export(w, r, "waiting", decisionsJSON(all), func(b *strings.Builder) { decisionsMarkdown(b, "Waiting on you", all) }); done || err != nil {
		return err
	}
	if v.page, err = s.newPage(r, d, "Waiting", "Waiting on you"); err != nil {
		return err
	}
	v.exports = len(all) > 0
	v.Groups = byProject(all)
	if err := v.readNews(r, d); err != nil {
		return err
	}
	s.render(w, r, http.StatusOK, waitingPage(v))
	return nil
}

// byProject puts questions under their projects, the one with the newest question first.
func byProject(all []db.DecisionItem) (groups []waitingGroup) {
	at := map[int64]int{}
	for _, x := range all {
		i, ok := at[x.ProjectID]
		if !ok {
			i = len(groups)
			at[x.ProjectID] = i
			groups = append(groups, waitingGroup{ProjectID: x.ProjectID, Root: x.Root})
		}
		groups[i].Items = append(groups[i].Items, x)
	}
	return groups
}

// readNews finds what was just settled, or taken back. It may be forgotten since.
func (v *waitingView) readNews(r *http.Request, d *db.DB) error {
	for name, to := range map[string]**db.DecisionItem{"settled": &v.Settled, "undone": &v.Undone} {
		id, err := queryID(r, name)
		if err != nil {
			return err
		}
		if id == 0 {
			continue
		}
		x, err := d.DecisionByID(r.Context(), id)
		if isGone(err) {
			continue
		}
		if err != nil {
			return err
		}
		*to = &x
	}
	if v.Settled == nil {
		return nil
	}
	edits, err := d.Edits(r.Context(), v.Settled.ID)
	if err != nil {
		return err
	}
	for _, e := range edits {
		if e.UndoneAt.IsZero() && (e.What == db.EditAnswer || e.What == db.EditDone) {
			v.Edit = e.ID
			return nil
		}
	}
	v.Settled = nil // undone meanwhile
	return nil
}

// answerQuestion settles an open question, with words or without.
func (s *Server) answerQuestion(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	text, err := s.typedWords(w, r)
	if err != nil {
		return err
	}
	switch r.PostForm.Get("how") {
	case "done":
		text = ""
	case "answer":
		if text == "" {
			return badRequest("the answer is empty: write what you decided, or mark the question as done")
		}
	default:
		return badRequest("a question is settled by an answer or as done")
	}
	d, err := s.Ledger.Writer(r.Context())
	if err != nil {
		return err
	}
	err = d.Write(r.Context(), func(t *db.Tx) error {
		_, err := t.Answer(id, s.Owner, rowName(), text)
		return err
	})
	if err != nil {
		return err
	}
	http.Redirect(w, r, fmt.Sprintf("%s/waiting?settled=%d", s.prefix, id), http.StatusSeeOther)
	return nil
}
