package web

import (
	"errors"
	"net/http"
)

func (s *Server) editDecision(w http.ResponseWriter, r *http.Request) error {
	return errors.New("editDecision is being built")
}

func (s *Server) undoEdit(w http.ResponseWriter, r *http.Request) error {
	return errors.New("undoEdit is being built")
}
