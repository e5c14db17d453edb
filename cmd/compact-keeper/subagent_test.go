package main_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// A subagent has a context of its own, but the hooks of its compaction carry the main session's id, and its summary
// may repeat the very words that the main one lost.
func TestSubagentsCompactionBesideTheMainOneIsLeftAlone(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	l.API.SetSummary(fakeapi.Recent)
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Say(chatter(0, 0))
	stand(t, after(t, l), rules...)

	const order = "delegate the search"
	l.API.Script(order, delegate("search, and mind: "+strings.Join(rules, ". ")))
	l.API.Set(func(s *fakeapi.Settings) { s.Think = 3 * time.Second })
	v.Say(order)
	l.Until("the subagent is compacted", func() bool {
		return slices.ContainsFunc(l.RecordsOf("PreCompact"), func(r lab.Record) bool { return r.Stdin.AgentID != "" })
	})
	v.Say("/compact")
	l.API.Set(func(s *fakeapi.Settings) { s.Think = 0 })
	v.Say("what now")
	l.Until("the subagent goes on", func() bool { return len(ofSubagents(l.API.Requests())) == 5 })

	requests := l.API.Take()
	stand(t, firstAfter(requests)[0], rules...)
	for _, r := range ofSubagents(requests) {
		silent(t, r)
	}
}

// delegate scripts a subagent in the background whose context is full at its third step.
func delegate(prompt string) string {
	step := `[[tool Bash {\"command\":\"echo step\"}]]`
	script := step + "[[then]]" + step + fmt.Sprintf("[[then]][[usage %d]]", lab.AutoCompact) + step
	return `[[tool Agent {"description":"x","subagent_type":"general-purpose","run_in_background":true,"prompt":"` + prompt + " " + script + `"}]]`
}

func ofSubagents(rs []fakeapi.Request) []fakeapi.Request {
	return slices.DeleteFunc(slices.Clone(rs), func(r fakeapi.Request) bool { return r.AgentID == "" })
}
