// Package fakeapi stands in for the Messages API, so that the real client can be driven offline, by tests and by
// doctor --live.
//
// Contract: it serves loopback only, answers what the newest prompt scripts (see script.go) and summarizes as its
// settings say (see summary.go). It remembers every request until it is taken. Named as a proxy it refuses everything.
// Safe for concurrent use.
package fakeapi

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Settings say how the server answers. They may change between two requests.
type Settings struct {
	Summary     Mode          // how a summarize request is answered
	SummaryText string        // the raw answer of mode Text
	Reply       string        // of an ordinary turn without a script
	Usage       int           // input tokens to report; 0: a quarter of the body's length
	FailCompact int           // HTTP status of summarize requests; 0: answer them
	MaxInput    int           // ordinary turns above this many tokens are "too long"; 0: never
	Think       time.Duration // how long a summary takes
}

// Server is a running stand-in.
type Server struct {
	URL string

	http *http.Server
	mu   sync.Mutex
	set  Settings
	said map[string]string // scripts given by Script, by prompt
	log  []Request
	n    int
}

// Start serves on ln until Close.
func Start(ln net.Listener) (*Server, error) {
	if a, ok := ln.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		return nil, fmt.Errorf("serve the fake API on %s: not a loopback address", ln.Addr())
	}
	s := &Server{
		URL:  "http://" + ln.Addr().String(),
		set:  Settings{Summary: Paraphrase, Reply: "Understood."},
		said: map[string]string{},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", s.messages)
	mux.HandleFunc("POST /v1/messages/count_tokens", s.countTokens)
	mux.HandleFunc("/", s.unknown)
	s.http = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect || r.URL.Host != "" { // asked as a proxy
			s.unknown(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})}
	go s.http.Serve(ln)
	return s, nil
}

// Close ends the server and its open requests.
func (s *Server) Close() error {
	if err := s.http.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("close the fake API on %s: %w", s.URL, err)
	}
	return nil
}

// Set changes the settings.
func (s *Server) Set(change func(*Settings)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.set)
}

// SetSummary changes how the server summarizes.
func (s *Server) SetSummary(m Mode) { s.Set(func(set *Settings) { set.Summary = m }) }

// Script gives prompt a script without showing it to the client: the words of the prompt stay the owner's.
func (s *Server) Script(prompt, script string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said[prompt] = script
}

// script returns what answers a prompt: what Script gave for it, else what stands in the prompt itself.
func (s *Server) script(prompt string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if given, ok := s.said[prompt]; ok {
		return given
	}
	if isSummary(prompt) {
		return "" // it may repeat prompts, scripts and all
	}
	return prompt
}

func (s *Server) settings() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set
}

// Requests returns the requests that were not taken yet, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.log...)
}

// Take returns the requests that were not taken yet, and forgets them.
func (s *Server) Take() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.log
	s.log = nil
	return out
}

func (s *Server) remember(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	r.N = s.n
	s.log = append(s.log, r)
}
