package web

import (
	"errors"
	"net/http"
)

func (s *Server) pause(w http.ResponseWriter, r *http.Request) error {
	return errors.New("pause is being built")
}
