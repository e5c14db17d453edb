package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/compact-keeper/compact-keeper/db"
)

// What one page holds at most; links lead to the rest.
const (
	pageSize         = 50
	decisionsPerItem = 12
	projectsShown    = 5
	failuresShown    = 10
)

// compactionsView is what the first page shows.
type compactionsView struct {
	page
	Missing  bool  // the hooks are not installed
	Switched int64 // the project whose switch was just thrown
	Projects []db.Project
	Items    []compactionItem
	Older    int64 // the page after this one begins before this compaction; 0: there is none
	Newest   bool  // this is the first page
	Failures []db.Run
	*Server
}

// compactionItem is one compaction in the list.
type compactionItem struct {
	db.Compaction
	Root     string
	Outcomes []db.OutcomeRow // the most pressing ones
	Invented []string
}

// judged tells whether there is anything to say about what became of its decisions.
func (i compactionItem) judged() bool {
	switch i.State {
	case db.StateDone:
		return true
	case db.StateOpen:
		return i.Kept+i.PutBack > 0
	case db.StatePast, db.StateMissed: // nobody was asked, but the summary was checked afterwards
		return i.Asked > 0
	}
	return false
}

// showCompactions shows the projects with their switches and the last compactions, or, with ?before=ID, older ones.
func (s *Server) showCompactions(w http.ResponseWriter, r *http.Request) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	before, err := queryID(r, "before")
	if err != nil {
		return err
	}
	v := compactionsView{page: page{base: s.prefix, title: "Compactions"}, Newest: before == 0, Server: s}
	all, err := d.CompactionsBefore(r.Context(), before, pageSize+1)
	if err != nil {
		return err
	}
	if len(all) > pageSize {
		all = all[:pageSize]
		v.Older = all[pageSize-1].ID
	}
	roots := map[string]string{}
	for _, c := range all {
		item, err := newCompactionItem(r.Context(), d, c, decisionsPerItem, roots)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
	if v.Newest {
		if err := v.readHead(r, d); err != nil {
			return err
		}
	}
	s.render(w, r, http.StatusOK, compactionsPage(v))
	return nil
}

// readHead reads what only the first page shows.
func (v *compactionsView) readHead(r *http.Request, d *db.DB) (err error) {
	v.Missing = v.Installed != nil && !v.Installed()
	if v.Projects, err = d.Projects(r.Context()); err != nil {
		return err
	}
	if v.Failures, err = d.Failures(r.Context(), failuresShown); err != nil {
		return err
	}
	v.Switched, err = queryID(r, "switched")
	return err
}

// newCompactionItem reads what the list shows of c: its first n outcomes, every one for n < 0. The projects of sessions
// met before are in roots.
func newCompactionItem(ctx context.Context, d *db.DB, c db.Compaction, n int, roots map[string]string) (item compactionItem, err error) {
	item.Compaction = c
	if _, ok := roots[c.SessionID]; !ok {
		session, err := d.Session(ctx, c.SessionID)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return item, err
		}
		roots[c.SessionID] = session.Root
	}
	item.Root = roots[c.SessionID]
	if item.Outcomes, err = d.PressingOutcomes(ctx, c.ID, n); err != nil {
		return item, err
	}
	item.Invented, err = d.Invented(ctx, c.ID)
	return item, err
}

// queryID reads a number from the address, 0 where there is none.
func queryID(r *http.Request, name string) (int64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, badRequest(name + " must be the number of an entry, not " + strconv.Quote(text))
	}
	return id, nil
}
