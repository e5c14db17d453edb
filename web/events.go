package web

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// pulse is how often a stream without news says that it is alive, so that both ends notice when the other is gone.
const pulse = 20 * time.Second

// hub tells every open page that something has changed. What changed the page asks for itself, so that news which come
// faster than it can ask are one.
type hub struct {
	mu     sync.Mutex
	pages  map[chan struct{}]bool
	closed bool
}

func (h *hub) join() chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan struct{}, 1)
	if h.closed {
		close(c)
		return c
	}
	if h.pages == nil {
		h.pages = map[chan struct{}]bool{}
	}
	h.pages[c] = true
	return c
}

func (h *hub) leave(c chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.pages, c)
}

func (h *hub) tell() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.pages {
		select {
		case c <- struct{}{}:
		default: // it has not come to the last one yet
		}
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.pages {
		close(c)
	}
	h.pages, h.closed = nil, true
}

// Changed tells the open pages that the ledger, or something else that they show, has changed.
func (s *Server) Changed() { s.changes.tell() }

// EndEvents ends the streams of open pages, which would keep the server from its end.
func (s *Server) EndEvents() { s.changes.close() }

// sendEvents is the stream of one open page: an event "changed" for every change.
func (s *Server) sendEvents(w http.ResponseWriter, r *http.Request) {
	news := s.changes.join()
	defer s.changes.leave(news)
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	send := func(text string) bool {
		out.SetWriteDeadline(time.Now().Add(pulse)) // a page that reads nothing any more is gone
		_, err := fmt.Fprint(w, text, "\n\n")
		return err == nil && out.Flush() == nil
	}
	alive := time.NewTicker(pulse)
	defer alive.Stop()
	// The first one covers what happened between the page and its stream.
	for ok := send("event: changed\ndata:"); ok; {
		select {
		case <-r.Context().Done():
			return
		case <-alive.C:
			ok = send(":")
		case _, open := <-news:
			ok = open && send("event: changed\ndata:")
		}
	}
}
