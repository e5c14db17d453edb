package web

import (
	"context"
	"net/http"
	"sync"
	"time"
)

const (
	// lookFresh is for how long what a look found is shown without another one.
	lookFresh = time.Minute
	// lookTime bounds a look.
	lookTime = time.Minute
)

// look is for what takes too long to find out whenever a page shows it: one look at a time is taken, beside the pages, and
// what it found stays until the next one.
type look[T any] struct {
	mu    sync.Mutex
	found T
	at    time.Time     // when it was found; zero: nobody has looked yet
	done  chan struct{} // closed at the end of the look that is being taken; nil: none is
}

// last is what was found last, and when; looking, while another look is taken.
func (l *look[T]) last() (found T, at time.Time, looking bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.found, l.at, l.done != nil
}

// start takes a look, unless one is being taken. It calls ended at its end.
func (l *look[T]) start(now func() time.Time, take func(context.Context) T, ended func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done != nil {
		return
	}
	done := make(chan struct{})
	l.done = done
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), lookTime)
		defer cancel()
		found := take(ctx)
		l.mu.Lock()
		l.found, l.at, l.done = found, now(), nil
		l.mu.Unlock()
		close(done)
		ended()
	}()
}

// wait returns at the end of the look that is being taken, or of ctx.
func (l *look[T]) wait(ctx context.Context) {
	l.mu.Lock()
	done := l.done
	l.mu.Unlock()
	if done == nil {
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// due tells whether a page that r asks for begins a look, where the last one was at the given time. A page that only renews
// itself does not: a look changes the ledger for a moment, which renews the page.
func (s *Server) due(r *http.Request, at time.Time) bool {
	return at.IsZero() || r.Header.Get("HX-Request") == "" && s.Now().Sub(at) > lookFresh
}
