package web

import (
	"errors"
	"net/http"
)

// startImport begins to take in the projects that were chosen, beside the pages.
func (s *Server) startImport(w http.ResponseWriter, r *http.Request) error {
	if s.Setup == nil {
		return errors.New("this program cannot import here")
	}
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	if err := r.ParseForm(); err != nil {
		return badRequest("read what was chosen: " + err.Error())
	}
	roots := r.PostForm["root"]
	err := error(badRequest("choose at least one project"))
	if len(roots) > 0 {
		err = s.Setup.StartImport(roots, r.PostForm.Has("put_back"))
	}
	if err == nil {
		http.Redirect(w, r, s.prefix+"/setup?import=started#import", http.StatusSeeOther)
		return nil
	}
	v, err2 := s.newSetupView(r)
	if err2 != nil {
		return err2
	}
	v.ImportError = err.Error()
	s.render(w, r, http.StatusConflict, setupPage(v))
	return nil
}

// cancelImport ends the import that runs. What was taken in stays.
func (s *Server) cancelImport(w http.ResponseWriter, r *http.Request) error {
	if s.Setup != nil {
		s.Setup.CancelImport()
	}
	http.Redirect(w, r, s.prefix+"/setup?import=cancelled#import", http.StatusSeeOther)
	return nil
}
