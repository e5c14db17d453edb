package main_test

import "testing"

// A fork repeats its parent's rows under a session of its own.
func TestForkKeepsItsParentsDecisions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		compacted bool
	}{
		{"forked before its parent was compacted", false},
		{"forked after", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := keeper(t)
			parent := l.Live()
			decide(parent)
			parent.Say(chatter(0, 0))
			if c.compacted {
				parent.Say("/compact")
				parent.Say("go on in the parent")
				stand(t, after(t, l), rules...)
			}
			parent.Close()

			const own = "In this fork never touch the file go.sum"
			fork := l.Live("--resume", parent.SessionID, "--fork-session")
			fork.Say(own)
			if fork.SessionID == parent.SessionID {
				t.Fatal("the fork has its parent's session")
			}
			rs := l.API.Requests()
			stand(t, rs[len(rs)-1], rules...)
			for range 2 {
				fork.Say("/compact")
				fork.Say(chatter(1, 0))
				stand(t, after(t, l), append(rules, own)...)
			}

			back := l.Live("--resume", parent.SessionID)
			back.Say(chatter(1, 1))
			back.Say("/compact")
			back.Say(chatter(1, 2))
			r := after(t, l)
			stand(t, r, rules...)
			if holdsAny(fold(r.Text()), []string{own}) {
				t.Errorf("the parent has its fork's decision")
			}
		})
	}
}
