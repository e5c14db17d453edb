package web

import (
	"errors"
	"net/http"
)

func (s *Server) showDecisions(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showDecisions is being built")
}
