package web

import (
	"fmt"
	"net/http"
	"strconv"
)

// switchProject turns the keeper on or off for a project. It answers only once the ledger has stored it, and leads back to
// the page as it was.
func (s *Server) switchProject(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4096)
	on, err := strconv.ParseBool(r.PostFormValue("on"))
	if err != nil {
		return badRequest(fmt.Sprintf("on must be true or false, not %q", r.PostFormValue("on")))
	}
	d, err := s.Ledger.Writer(r.Context())
	if err != nil {
		return err
	}
	p, err := d.ProjectByID(r.Context(), id)
	if err != nil {
		return err
	}
	if err := d.SwitchProject(r.Context(), p.Root, on); err != nil {
		return err
	}
	page := projectsAddress(r.PostFormValue("find"), r.PostFormValue("all") != "", id)
	http.Redirect(w, r, fmt.Sprintf("%s%s#project-%d", s.prefix, page, id), http.StatusSeeOther)
	return nil
}
