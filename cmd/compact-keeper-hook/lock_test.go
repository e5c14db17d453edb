package main_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/hooks"
)

func TestALedgerThatAnotherProcessHoldsIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	var all []*session
	for _, e := range events {
		s := h.session(e.name)
		s.says(decision(1))
		s.fire("SessionStart", fields{"source": "startup"})
		s.says(decision(2))
		all = append(all, s)
	}
	lock, err := h.sql().Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback()
	var wg sync.WaitGroup
	for i, e := range events {
		wg.Go(func() {
			if r := all[i].fire(e.event, e.more); r.took > 2*time.Second {
				t.Errorf("%s took %v", e.name, r.took)
			}
		})
	}
	wg.Wait()
	dir := filepath.Join(h.state, hooks.SpoolDir)
	if spool, err := os.ReadDir(dir); err != nil || len(spool) != len(events) {
		t.Fatalf("in the spool: %v, %v; want every run", spool, err)
	}
	lock.Rollback()
	h.session("another").fire("Stop", nil) // takes them in
	for _, s := range all {
		s.kept(h.ledger())
	}
	if spool, err := os.ReadDir(dir); err != nil || len(spool) != 0 {
		t.Errorf("still in the spool: %v, %v", spool, err)
	}
	for _, outcome := range h.lastRuns(len(events)) {
		if outcome != "spooled" {
			t.Errorf("a run is recorded as %q", outcome)
		}
	}
}

func TestANewSessionIsSpooledWhileTheLedgerIsHeld(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.session("session-1").fire("SessionStart", fields{"source": "startup"})
	s := h.session("session-2")
	s.says(decision(1))
	lock, err := h.sql().Begin()
	if err != nil {
		t.Fatal(err)
	}
	s.fire("Stop", nil)
	lock.Rollback()
	h.session("session-1").fire("Stop", nil)
	s.kept(h.ledger())
}

// What no hook can take in must not keep the others in the spool for ever.
func TestASpoolThatHoldsRubbishIsTakenInAllTheSame(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	s.fire("SessionStart", fields{"source": "startup"})
	s.says(decision(2))
	lock, err := h.sql().Begin()
	if err != nil {
		t.Fatal(err)
	}
	s.fire("Stop", nil)
	lock.Rollback()
	dir := filepath.Join(h.state, hooks.SpoolDir)
	folder := t.TempDir()
	for i := range 50 {
		write(t, filepath.Join(dir, "0"+string(rune('A'+i))+".json"), []byte("not JSON"))
		write(t, filepath.Join(dir, "1"+string(rune('A'+i))+".json"), h.session("folder").stdin("Stop", fields{"transcript_path": folder}))
		write(t, filepath.Join(dir, ".2"+string(rune('A'+i))+".json-17"), nil)
	}
	old := time.Now().Add(-time.Hour)
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	for _, path := range left {
		os.Chtimes(path, old, old)
	}
	for range 10 {
		h.session("session-2").fire("Stop", nil)
	}
	s.kept(h.ledger())
	if left, err := filepath.Glob(filepath.Join(dir, "*.json")); err != nil || len(left) > 0 {
		t.Errorf("still in the spool: %v, %v", left, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.bad")); err != nil || len(left) != 50 {
		t.Errorf("set aside: %v, %v; want the 50 that hold no run", left, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) != 0 {
		t.Errorf("left over of hooks that were killed: %v, %v", left, err)
	}
}

func write(tb testing.TB, path string, text []byte) {
	tb.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		tb.Fatal(err)
	}
}
