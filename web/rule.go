package web

import (
	"errors"
	"net/http"
)

func (s *Server) addRule(w http.ResponseWriter, r *http.Request) error {
	return errors.New("addRule is being built")
}
