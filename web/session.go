package web

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"
)

const (
	codeTime   = time.Minute
	cookieName = "compact-keeper"
)

// NewCode makes a code that is good for one session within the next minute, and returns the path that takes it. It leads
// to the page that stands at to below the prefix, as "/compactions/3"; to the first one for "".
func (s *Server) NewCode(to string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	for code, end := range s.codes {
		if !now.Before(end) {
			delete(s.codes, code)
		}
	}
	code := rand.Text()
	s.codes[code] = now.Add(codeTime)
	q := url.Values{"code": {code}}
	if to != "" && to != "/" {
		q.Set("to", to)
	}
	return "/open?" + q.Encode()
}

// takeCode uses a code up and returns a new session for it, empty where the code is not good.
func (s *Server) takeCode(code string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	end, ok := s.codes[code]
	delete(s.codes, code)
	if !ok || !s.Now().Before(end) {
		return ""
	}
	session := rand.Text()
	s.sessions[session] = true
	return session
}

// enter exchanges a code for a session.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet { // a HEAD, by which programs look at an address before they show it, must not use it up
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	session := s.takeCode(r.URL.Query().Get("code"))
	if session == "" {
		s.unauthorized(w, r)
		return
	}
	// The path keeps the cookie from other programs on this machine: a browser sends cookies of 127.0.0.1 to every port.
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: session, Path: s.prefix + "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	page := s.prefix + landing(r.URL.Query().Get("to"))
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		// Followed in another site's page, such as a terminal in the browser, or from a file. The cookie would not go along
		// with a redirect, but does with a step that a page of ours takes.
		s.render(w, r, http.StatusOK, welcomePage(page))
		return
	}
	http.Redirect(w, r, page, http.StatusSeeOther)
}

// landing is the page that a code leads to: one of ours, and a plain path.
func landing(to string) string {
	if !strings.HasPrefix(to, "/") || path.Clean(to) != to {
		return "/"
	}
	return (&url.URL{Path: to}).EscapedPath()
}

// signedIn lets requests with a session through.
func (s *Server) signedIn(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, c := range r.CookiesNamed(cookieName) {
			s.mu.Lock()
			ok := s.sessions[c.Value]
			s.mu.Unlock()
			if ok {
				next.ServeHTTP(w, r)
				return
			}
		}
		s.unauthorized(w, r)
	})
}

// freshCode answers another start of the program, which knows the secret, with a new address.
func (s *Server) freshCode(w http.ResponseWriter, r *http.Request) {
	if s.Secret == "" || subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+s.Secret)) != 1 {
		s.unauthorized(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"path": s.NewCode(r.URL.Query().Get("to"))})
}
