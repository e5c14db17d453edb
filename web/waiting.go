package web

import (
	"errors"
	"net/http"
)

func (s *Server) showWaiting(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showWaiting is being built")
}
