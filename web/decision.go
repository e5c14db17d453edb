package web

import (
	"errors"
	"net/http"
)

func (s *Server) showDecision(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showDecision is being built")
}
