package main_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// TestAHundredKillsLoseNoAcknowledgedWord kills hooks at random points while their transcripts grow, some of them in
// the middle of a line. A word is acknowledged once a hook that reads, and began after it was written, has exited 0.
func TestAHundredKillsLoseNoAcknowledgedWord(t *testing.T) {
	h := newHome(t)
	var all []*session
	var mu sync.Mutex
	killed, lived := 0, 0
	var wg sync.WaitGroup
	for i := range 4 {
		s := h.session(fmt.Sprintf("session-%d", i))
		all = append(all, s)
		rnd := rand.New(rand.NewPCG(3, uint64(i)))
		wg.Go(func() {
			span := max(15*time.Millisecond, 2*s.fire("SessionStart", fields{"source": "startup"}).took) // kills fall within this
			for done := false; !done; {
				text := decision(len(s.said))
				whole := s.rows(text)
				cut := rnd.IntN(len(whole))
				s.append(whole[:cut])
				before := len(s.said) // acknowledged once this hook exits 0
				e := events[rnd.IntN(len(events))]
				cmd := h.command(s.stdin(e.event, e.more))
				start := time.Now()
				if err := cmd.Start(); err != nil {
					t.Error(err)
					return
				}
				timer := time.AfterFunc(time.Duration(rnd.Int64N(int64(span))), func() { cmd.Process.Kill() })
				s.append(whole[cut:])
				s.said = append(s.said, text)
				err := cmd.Wait()
				timer.Stop()
				switch {
				case err == nil:
					if e.reads {
						acknowledged(s, before)
					}
					span = max(15*time.Millisecond, (span+2*time.Since(start))/2)
				case cmd.ProcessState.Exited():
					t.Errorf("%s was not killed and did not exit 0: %v", e.name, err)
				default:
					span += span / 50
				}
				mu.Lock()
				if err == nil {
					lived++
				} else {
					killed++
				}
				done = killed >= rounds(100)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("killed %d, lived %d", killed, lived)
	if lived == 0 {
		t.Error("no hook lived to acknowledge a word")
	}
	h.sound()
	for _, s := range all {
		s.fire("Stop", nil)
		s.kept(h.ledger())
	}
	h.sound()
	h.clean()
}

// BR-52: hooks that are killed in the middle of a long reading leave what they have stored, and the hooks of other sessions
// go on meanwhile.
func TestBR52KillsInTheMiddleOfALongReadingLoseNothing(t *testing.T) {
	h := newHome(t)
	long, other := h.session("long"), h.session("other")
	long.manyWords(rounds(4_000))
	other.fire("SessionStart", fields{"source": "startup"}) // makes the ledger
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				other.says(decision(n))
				other.fire("Stop", nil)
			}
		}
	}()
	rnd := rand.New(rand.NewPCG(11, 12))
	hooks := 0
	for ; long.offset() < long.size() && hooks < 1000; hooks++ {
		cmd := h.command(long.stdin("Stop", nil))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(50+rnd.IntN(500))*time.Millisecond, func() { cmd.Process.Kill() })
		cmd.Wait()
		timer.Stop()
	}
	close(stop)
	<-stopped
	t.Logf("%d hooks read the long one, beside %d of another session", hooks, len(other.said))
	other.fire("Stop", nil)
	long.kept(h.ledger())
	other.kept(h.ledger())
	h.sound()
}

// acknowledged checks that the session's first n words are in the ledger, or that a spooled run will bring them there.
func acknowledged(s *session, n int) {
	s.Helper()
	d, err := db.Open(ctx, s.state, db.Options{})
	if err != nil {
		s.Error(err)
		return
	}
	defer d.Close()
	got := s.words(d)
	if len(got) >= n && slices.Equal(got[:n], s.said[:n]) {
		return
	}
	if spooled, _ := filepath.Glob(filepath.Join(s.state, hooks.SpoolDir, "*.json")); len(spooled) == 0 {
		s.Errorf("session %s: %d words acknowledged, %d in the ledger, and none in the spool", s.id, n, len(got))
	}
}

// clean checks that nothing lies in the state folder but what belongs there.
func (h *home) clean() {
	h.Helper()
	filepath.WalkDir(h.state, func(path string, e fs.DirEntry, err error) error {
		known := []string{db.File, db.File + "-wal", db.File + "-shm", "log", "set-aside.lock", "off.json", "forgotten.json"}
		if err != nil || !e.IsDir() && !slices.Contains(known, e.Name()) && !strings.Contains(e.Name(), ".damaged-") {
			h.Errorf("left over: %s %v", path, err)
		}
		return nil
	})
}
