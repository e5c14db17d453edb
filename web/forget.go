package web

import (
	"errors"
	"net/http"
)

func (s *Server) forgetDecision(w http.ResponseWriter, r *http.Request) error {
	return errors.New("forgetDecision is being built")
}
