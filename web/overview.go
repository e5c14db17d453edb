package web

import (
	"errors"
	"net/http"
)

func (s *Server) showOverview(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showOverview is being built")
}
