package main_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// install builds the product and installs it into the sandbox.
func install(t testing.TB, l *lab.Lab) {
	t.Helper()
	lab.Build(t, "compact-keeper-hook")
	l.Run(lab.Build(t, "compact-keeper"), "install")
}

// keeper is a sandbox with the product in it, whose summarizer drops everything.
func keeper(t testing.TB) *lab.Lab {
	t.Helper()
	l := lab.New(t)
	l.Record()
	install(t, l)
	l.API.Set(func(s *fakeapi.Settings) { s.Summary, s.Usage = fakeapi.Drop, 5000 })
	return l
}

// rules are three decisions, a message each.
var rules = []string{
	"Never force-push to main, not even with a lease",
	"We keep tabs in the Makefile and spaces everywhere else",
	"You may run the migrations on staging without asking me",
}

// decide says the rules to a client that stays.
func decide(v *lab.Living) {
	for _, r := range rules {
		v.Say(r + ".")
	}
}

// after returns the first request behind the only compaction among the requests since the last call.
func after(t testing.TB, l *lab.Lab) fakeapi.Request {
	t.Helper()
	first := firstAfter(l.API.Take())
	if len(first) != 1 {
		t.Fatalf("%d requests behind compactions, want 1", len(first))
	}
	return first[0]
}

// stand fails for every quote that a request does not hold word for word.
func stand(t testing.TB, r fakeapi.Request, quotes ...string) {
	t.Helper()
	text := fold(r.Text())
	for _, q := range quotes {
		if !strings.Contains(text, fold(q)) {
			t.Errorf("request %d does not hold %q", r.N, q)
		}
	}
}

// silent fails if a request holds anything that our hooks print.
func silent(t testing.TB, r fakeapi.Request) {
	t.Helper()
	for _, mark := range []string{"compact-keeper, installed by the owner", "Quote the owner, do not paraphrase"} {
		if strings.Contains(r.Text(), mark) {
			t.Errorf("request %d holds our text %q", r.N, mark)
		}
	}
}

// fill is a prompt whose answer fills the context.
var fill = fmt.Sprintf("and this one fills it [[usage %d]]", lab.AutoCompact)
