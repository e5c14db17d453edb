package main_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks"
)

// crowd is how many hooks run at once.
const crowd = 50

func TestFiftyHooksAtOnceAllExitZeroAndLoseNoWord(t *testing.T) {
	for _, tc := range []struct {
		name  string
		known bool
	}{
		{"on a state folder that none of them finds", false},
		{"on a ledger that knows their sessions", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHome(t)
			rnd := rand.New(rand.NewPCG(1, 2))
			var all []*session
			for i := range 10 {
				s := h.session(fmt.Sprintf("session-%d", i))
				for n := range 20 {
					s.says(decision(n))
				}
				all = append(all, s)
				if tc.known {
					s.fire("SessionStart", fields{"source": "startup"})
					s.says("The build took four minutes today.")
				}
			}
			for range rounds(1) {
				var wg sync.WaitGroup
				begin := make(chan bool)
				for i := range crowd {
					s, e := all[i%len(all)], events[rnd.IntN(len(events))]
					stdin := s.stdin(e.event, e.more)
					wg.Go(func() {
						<-begin
						h.promised(finish(h.command(stdin)), stdin)
					})
				}
				close(begin)
				wg.Wait()
			}
			if left, err := os.ReadDir(filepath.Join(h.state, hooks.SpoolDir)); err == nil && len(left) > 0 {
				t.Logf("%d runs are in the spool", len(left))
			}
			for _, s := range all {
				s.fire("Stop", nil)
				s.kept(h.ledger())
			}
			h.sound()
		})
	}
}
