package web

import (
	"errors"
	"net/http"
)

func (s *Server) showHealth(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showHealth is being built")
}
