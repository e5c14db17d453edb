package web

import (
	"net/http"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// compactionView is what the page of one compaction shows.
type compactionView struct {
	page
	compactionItem
	Brief, PutBack []string
	at             time.Time // when the page was made
}

// showCompaction shows everything about one compaction.
func (s *Server) showCompaction(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	c, err := d.CompactionByID(r.Context(), id)
	if err != nil {
		return err
	}
	v := compactionView{page: page{base: s.prefix, title: "Compaction"}, at: s.Now()}
	if v.compactionItem, err = newCompactionItem(r.Context(), d, c, -1, map[string]string{}); err != nil {
		return err
	}
	if v.Brief, err = d.Parts(r.Context(), id, db.Brief); err != nil {
		return err
	}
	for _, purpose := range []db.Purpose{db.Restore, db.Rest} {
		parts, err := d.Parts(r.Context(), id, purpose)
		if err != nil {
			return err
		}
		v.PutBack = append(v.PutBack, parts...)
	}
	s.render(w, r, http.StatusOK, compactionPage(v))
	return nil
}
