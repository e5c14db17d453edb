package web

import (
	"errors"
	"net/http"
)

func (s *Server) showSession(w http.ResponseWriter, r *http.Request) error {
	return errors.New("showSession is being built")
}
