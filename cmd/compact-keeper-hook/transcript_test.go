package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// BR-29: a transcript that cannot be read blocks nothing. Where it is there and cannot be used, the failure is recorded.
func TestBR29ATranscriptThatCannotBeReadBlocksNothing(t *testing.T) {
	for _, tc := range []struct {
		name   string
		make   func(path string) error
		failed bool
	}{
		{"it is missing", func(string) error { return nil }, false},
		{"it is empty", func(path string) error { return os.WriteFile(path, nil, 0o600) }, false},
		{"it is a folder", func(path string) error { return os.Mkdir(path, 0o700) }, true},
		{"it is a pipe that nobody writes to", mkfifo, true},
		{"it is a device without an end", func(path string) error { return os.Symlink("/dev/zero", path) }, true},
		{"it is a link to itself", func(path string) error { return os.Symlink(path, path) }, true},
		{"it may not be read", func(path string) error { return os.WriteFile(path, nil, 0) }, os.Getuid() != 0},
		{"it holds one unfinished line", func(path string) error { return os.WriteFile(path, []byte(`{"type":"user"`), 0o600) }, false},
		{"it holds rubbish", func(path string) error {
			return os.WriteFile(path, bytes.Repeat([]byte("\xff\x00{]\n"), 10_000), 0o600)
		}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			s := h.session("session-1")
			if err := tc.make(s.path); err != nil {
				t.Skipf("this system has no such thing: %v", err)
			}
			for _, e := range events {
				if r := s.fire(e.event, e.more); strings.HasPrefix(r.out, "{") {
					t.Errorf("%s printed %.200q", e.name, r.out)
				}
			}
			failures, err := h.ledger().Failures(ctx, 10)
			if err != nil || (len(failures) > 0) != tc.failed {
				t.Errorf("recorded failures: %+v, %v; want some: %v", failures, err, tc.failed)
			}
			os.RemoveAll(s.path) // the file is there at last: what it holds is taken in
			s.says(decision(1), decision(2))
			s.fire("Stop", nil)
			s.kept(h.ledger())
		})
	}
}

func TestATranscriptThatIsCutOffAndWrittenAnewWhileHooksReadIt(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	for n := range 200 {
		s.says(decision(n))
	}
	whole, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan bool)
	done := make(chan bool)
	go func() {
		defer close(done)
		for n := 0; ; n = (n + len(whole)/7) % len(whole) {
			select {
			case <-stop:
				return
			default:
				os.Truncate(s.path, int64(n))
				time.Sleep(time.Millisecond)
				os.WriteFile(s.path, whole, 0o600)
			}
		}
	}()
	for i := range rounds(16) {
		e := events[i%len(events)]
		s.fire(e.event, e.more)
	}
	close(stop)
	<-done
	write(t, s.path, whole)
	s.fire("Stop", nil)
	s.kept(h.ledger())
}

// BR-57: what does not fit into one hook's time is gone on with by the next ones.
func TestBR57ATranscriptOf5GBIsReadOnFromHookToHook(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	f, err := os.OpenFile(s.path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(5 << 30); err != nil {
		t.Skipf("this file system holds no sparse file of 5 GB: %v", err)
	}
	f.Seek(0, io.SeekEnd)
	f.WriteString("\n")
	s.says(decision(2))
	if r := s.fire("PreCompact", fields{"trigger": "auto"}); !strings.Contains(r.out, decision(1)) {
		t.Errorf("the brief does not hold what stands before the gap: %.300q", r.out)
	}
	h.goesOn(s, 2)
	if rounds(1) > 1 {
		for range 60 {
			s.fire("Stop", nil)
		}
		s.kept(h.ledger())
	}
}

// A transcript of nothing but short prompts gives more to store than fits into one hook's time.
func TestATranscriptOfManyWordsIsTakenInFromHookToHook(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.manyWords(rounds(8_000))
	h.goesOn(s, 600)
	s.kept(h.ledger())
}

// manyWords writes a transcript of nothing but n short prompts, every twentieth a decision.
func (s *session) manyWords(n int) {
	s.Helper()
	var text bytes.Buffer
	for i := range n {
		said := fmt.Sprintf("The build took %d minutes today.", i)
		if i%20 == 0 {
			said = decision(i)
		}
		rows := s.rows(said)
		text.Write(rows[:bytes.IndexByte(rows, '\n')+1])
		s.said = append(s.said, said)
	}
	write(s, s.path, text.Bytes())
}

// goesOn fires n hooks, fewer if they reach the transcript's end, and checks that each of them gets further.
func (h *home) goesOn(s *session, n int) {
	h.Helper()
	for i := range n {
		before := s.offset()
		if before == s.size() {
			h.Logf("%d hooks", i)
			return
		}
		s.fire("Stop", nil)
		if now := s.offset(); now <= before {
			h.Fatalf("hook %d went from byte %d to %d", i, before, now)
		}
	}
}

// size is that of the session's transcript.
func (s *session) size() int {
	s.Helper()
	info, err := os.Stat(s.path)
	if err != nil {
		s.Fatal(err)
	}
	return int(info.Size())
}

// offset is how far the session's transcript has been taken in.
func (s *session) offset() int {
	s.Helper()
	found, err := s.ledger().Session(ctx, s.id)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		s.Fatal(err)
	}
	return int(found.ReadOffset)
}

func TestPartsOfAHugeLedgerAreWithinTheClientsLimit(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	for n := range 400 {
		s.says(decision(n)[:len(decision(n))-1] + strings.Repeat(" and saying why", 10) + ".")
	}
	for part := 1; part <= 5; part++ {
		r := s.fire("PreCompact", fields{"trigger": "auto"}, "--part", fmt.Sprint(part))
		if n := keep.Units(r.out); n > 10_000 || n == 0 && part < 5 || n > 0 && part == 5 {
			t.Errorf("part %d has %d units", part, n)
		}
	}
}
