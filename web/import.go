package web

import (
	"errors"
	"net/http"
)

func (s *Server) startImport(w http.ResponseWriter, r *http.Request) error {
	return errors.New("startImport is being built")
}

func (s *Server) cancelImport(w http.ResponseWriter, r *http.Request) error {
	return errors.New("cancelImport is being built")
}
