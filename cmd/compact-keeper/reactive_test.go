package main_test

import (
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

// The client compacts when the API refuses a prompt for its length, and sends the prompt again.
func TestReactiveCompactionKeepsDecisions(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	v := l.Live()
	decide(v)
	v.Say(chatter(0, 0))
	v.Say(chatter(0, 1))
	rs := l.API.Take()
	full := rs[len(rs)-1].Tokens
	l.API.Set(func(s *fakeapi.Settings) { s.MaxInput = full })
	v.Say("one more")

	rs = l.API.Requests()
	if rs[0].Kind != fakeapi.TooLong {
		t.Fatalf("the first request is %s, want %s", rs[0].Kind, fakeapi.TooLong)
	}
	stand(t, after(t, l), append(rules, "one more")...)
}
