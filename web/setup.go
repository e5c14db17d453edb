package web

import (
	"errors"
	"net/http"
)

func (s *Server) showSetup(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showSetup is being built")
}

func (s *Server) install(w http.ResponseWriter, r *http.Request) error {
	return errors.New("install is being built")
}
