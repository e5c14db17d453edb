package web

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// policy allows what the pages are made of: our own style sheet, scripts and icon, forms and requests to ourselves, and
// nothing else. No script or style stands in a page.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard turns away whoever reached us by another name than this machine's own, before anything looks at the path, and
// sets the headers that every answer carries.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !loopback(r.Host) || !sameOrigin(r) || embedded(r) {
			http.Error(w, "compact-keeper answers only to this machine's own names and its own pages", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// loopback tells whether a Host header names this machine's loopback. A name that an attacker's DNS pointed here does
// not. The port is free: a forwarded one differs from ours.
func loopback(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	switch strings.ToLower(name) {
	case "127.0.0.1", "localhost", "::1":
		return true
	}
	return false
}

// sameOrigin tells whether a request that says where it comes from comes from one of our pages.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	switch origin {
	case "":
		return true
	case "null":
		// Our pages send no referrer, so a browser hides their origin too, and says this instead.
		return r.Header.Get("Sec-Fetch-Site") == "same-origin"
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && strings.EqualFold(u.Host, r.Host)
}

// embedded tells whether a browser says that a page from elsewhere asks, and not a person who follows a link. Other
// programs on this machine are of the same site, so that the cookie would come along.
func embedded(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-site", "cross-site":
		dest := r.Header.Get("Sec-Fetch-Dest")
		return r.Header.Get("Sec-Fetch-Mode") != "navigate" || dest != "document" && dest != ""
	}
	return false
}
