package main_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// filled makes the ledger big, so that to write it anew takes a while.
func (h *home) filled(megabytes int) {
	h.Helper()
	h.exec("insert into session (id, project_id, transcript, started_at, last_at) select 'filler', max(id), '', 1, 1 from project")
	h.exec(fmt.Sprintf(`with recursive n(i) as (select 1 union all select i + 1 from n where i < %d)
		insert into word (session_id, uuid, ord, line, at, prompt_id, channel, text, question, hash, starts_turn, suggested)
		select 'filler', 'filler-' || i, 0, i, strftime('%%s', 'now') * 1000, '', 'typed', hex(randomblob(50000)), '', i, 1, 0 from n`, megabytes*10))
	h.checkpoint()
}

// TestHooksGoOnWhileThingsAreForgotten lets hooks of other sessions, and of the one that is forgotten, run all the time
// while a big ledger is written anew. Each exits 0, and no word is lost.
func TestHooksGoOnWhileThingsAreForgotten(t *testing.T) {
	h := newOwnerHome(t)
	s := h.session("session-one")
	s.lives(planted, beside)
	h.filled(60)
	var all []*session
	for i := range 3 {
		all = append(all, h.session(fmt.Sprintf("living-%d", i)))
		all[i].fire("SessionStart", fields{"source": "startup"})
	}
	ended := make(chan bool)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var longest time.Duration
	fire := func(x *session, event string) { // without a limit of time: that is the disk's, which is written to all the while
		r := finish(x.command(x.stdin(event, nil)))
		mu.Lock()
		defer mu.Unlock()
		if longest = max(longest, r.took); r.err != nil {
			t.Errorf("%s of %s: %v after %v", event, x.id, r.err, r.took)
		}
	}
	for _, x := range all {
		wg.Go(func() {
			for done := false; !done; {
				x.says(decision(len(x.said)))
				fire(x, []string{"Stop", "UserPromptSubmit"}[len(x.said)%2])
				select {
				case <-ended:
					done = true
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
	wg.Go(func() { // the client of the session that is forgotten goes on as well
		for done := false; !done; {
			fire(s, "Stop")
			select {
			case <-ended:
				done = true
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	start := time.Now()
	h.does("forget", "--yes", "--session", s.id)
	took := time.Since(start)
	for _, found := range h.holding(planted, beside) {
		t.Error(found)
	}
	close(ended)
	wg.Wait()
	all[0].fire("Stop", nil) // takes in what is left in the spool
	spooled := 0
	for _, outcome := range h.lastRuns(1000) {
		if outcome == "spooled" {
			spooled++
		}
	}
	said := 0
	for _, x := range all {
		said += len(x.said)
		x.kept(h.ledger())
	}
	t.Logf("forgetting in a ledger of 60 MB took %v; meanwhile %d words were said, %d hooks spooled, and the longest took %v", took, said, spooled, longest)
	for _, found := range h.holding(planted, beside) {
		t.Error(found)
	}
	h.sound()
	h.clean()
}

// TestForgettingThatIsKilledIsFinishedByTheNext kills the command at random points, and runs it again.
func TestForgettingThatIsKilledIsFinishedByTheNext(t *testing.T) {
	h := newOwnerHome(t)
	other := h.session("other")
	other.lives(fork)
	h.filled(20)
	rnd := rand.New(rand.NewPCG(9, 1))
	var span time.Duration
	killed, half := 0, 0
	for i := range rounds(12) {
		s := h.session(fmt.Sprintf("session-%d", i))
		s.lives(planted, beside)
		cmd := exec.Command(h.keeper, "forget", "--yes", "--session", s.id)
		cmd.Env = []string{"HOME=" + h.dir}
		start := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var timer *time.Timer
		if span > 0 {
			timer = time.AfterFunc(time.Duration(rnd.Int64N(int64(span))), func() { cmd.Process.Kill() })
		}
		if err := cmd.Wait(); err == nil {
			span = max(span, time.Since(start))
		} else {
			killed++
		}
		if timer != nil {
			timer.Stop()
		}
		unfinished, err := h.ledger().Unfinished(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if unfinished {
			half++
		}
		out, err := h.run("forget", "--yes", "--session", s.id)
		if err != nil && !strings.Contains(out, "no session begins") {
			t.Errorf("run again: %v\n%s", err, out)
		}
		h.traceless(s)
	}
	t.Logf("killed %d times, %d of them when something was half forgotten", killed, half)
	if half == 0 {
		t.Error("no kill fell between the deletion and its end: nothing is shown here")
	}
	other.holdsOn(fork)
	h.sound()
}

// traceless checks that nothing of a session is left in any file.
func (h *ownerHome) traceless(s *session) {
	h.Helper()
	for _, found := range h.holding(planted, beside, s.id) {
		h.Error(found)
	}
}

func (s *session) holdsOn(text string) {
	s.Helper()
	if !strings.Contains(strings.Join(s.words(s.ledger()), "\n"), text) {
		s.Errorf("%q is lost", text)
	}
}

// Somebody who reads the ledger for a long time keeps its WAL from being cut.
func TestForgettingSaysWhenTracesAreLeft(t *testing.T) {
	t.Parallel()
	h := newOwnerHome(t)
	s := h.session("session-one")
	s.lives(planted)
	reader, err := h.sql().Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.ExecContext(ctx, "begin deferred"); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reader.QueryRowContext(ctx, "select count(*) from word").Scan(&n); err != nil {
		t.Fatal(err)
	}
	out, err := h.run("forget", "--yes", "--session", s.id)
	if err == nil || !strings.Contains(out, "traces are left") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := reader.ExecContext(ctx, "rollback"); err != nil {
		t.Fatal(err)
	}
	if out, err := h.run("forget", "--yes", "--session", s.id); err != nil || !strings.Contains(out, "gone from the files as well") {
		t.Errorf("%v\n%s", err, out)
	}
	h.traceless(s)
}
