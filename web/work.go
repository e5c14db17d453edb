package web

import (
	"context"
	"time"
)

const (
	// Between two steps of filling the search the ledger is left to hooks.
	searchPause = 20 * time.Millisecond
	// After a failure the work waits, so that what fails always does not fill the log.
	failurePause = time.Minute
)

// Work does what the pages need done beside them, until ctx is done or the streams end: it takes new decisions into the
// search, and deletes what is to be forgotten once that cannot be undone any more. What was left to do when the program
// ended it does at its next start. Failed is told what did not work; it is tried again.
func (s *Server) Work(ctx context.Context, failed func(error)) {
	news := s.changes.join()
	defer s.changes.leave(news)
	for {
		wait, err := s.work(ctx)
		if err != nil && ctx.Err() == nil {
			failed(err)
			wait = failurePause
		}
		var due <-chan time.Time
		if wait > 0 {
			due = time.After(wait)
		}
		if err != nil {
			select {
			case <-ctx.Done():
				return
			case <-due:
			}
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-due:
		case _, open := <-news:
			if !open {
				return
			}
		}
	}
}

// work does one step, and tells how long to wait for the next one; 0: until there are news.
func (s *Server) work(ctx context.Context) (wait time.Duration, err error) {
	more, err := s.takeIntoSearch(ctx)
	if err != nil {
		return 0, err
	}
	next, err := s.ForgetDue(ctx)
	switch {
	case err != nil:
		return 0, err
	case more:
		return searchPause, nil
	case !next.IsZero():
		return max(next.Sub(s.Now()), searchPause), nil
	}
	return 0, nil
}
