package main_test

import (
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

// A subagent has a context of its own, and the hooks of its compactions carry the main session's id.
func TestSubagentsCompactionIsLeftAlone(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	v := l.Live()
	decide(v)
	const order = "delegate the search"
	l.API.Script(order, `[[tool Agent {"description":"x","subagent_type":"general-purpose","run_in_background":false,"prompt":"search [[tool Bash {\"command\":\"echo a\"}]][[then]][[tool Bash {\"command\":\"echo b\"}]][[then]][[usage 90000]][[tool Bash {\"command\":\"echo c\"}]]"}]][[then]][[text all done]]`)
	v.Say(order)

	var compacted, after bool
	for _, r := range l.API.Take() {
		switch {
		case r.AgentID == "":
			if r.Kind == fakeapi.Compact {
				t.Errorf("the main conversation was compacted")
			}
		case r.Kind == fakeapi.Compact:
			compacted = true
			silent(t, r)
		case compacted:
			after = true
			silent(t, r)
		}
	}
	if !after {
		t.Fatal("the subagent was not compacted: nothing is shown here")
	}
	v.Say("/compact")
	v.Say("what now")
	rs := l.API.Take()
	stand(t, rs[len(rs)-1], rules...)
}
