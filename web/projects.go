package web

import (
	"errors"
	"net/http"
)

func (s *Server) showProjects(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showProjects is being built")
}
