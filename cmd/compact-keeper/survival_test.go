package main_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// run is a session that is compacted over and over.
type run struct {
	mode        fakeapi.Mode
	resume      bool // every cycle is a client of its own
	bare        bool // without compact-keeper
	compactions int
}

func (r run) String() string {
	switch {
	case r.bare:
		return string(r.mode) + ", without us"
	case r.resume:
		return string(r.mode) + ", resume"
	}
	return string(r.mode) + ", living"
}

// cause is what makes the client compact at the end of a cycle.
type cause int

// The causes, by turns. Where every cycle is a client of its own, the first comes at the end of one and the third at
// the start of the next.
const (
	command      cause = iota // /compact
	atTurnStart               // the context is full when a prompt comes
	commandLater              // /compact
	inMidTurn                 // the context is full when a tool ends
	causes
)

func (c cause) trigger() string {
	if c == atTurnStart || c == inMidTurn {
		return "auto"
	}
	return "manual"
}

// play runs the session and measures each of its compactions.
func (r run) play(t *testing.T) []kept {
	l := lab.New(t)
	if !r.bare {
		install(t, l)
	}
	l.API.Set(func(s *fakeapi.Settings) { s.Summary, s.Usage = r.mode, 5000 })
	l.Run("git", "init", "-q")

	var o owner
	var then []*owner // the owner at each compaction
	v := l.Live()
	for n := range r.compactions {
		why := cause(n) % causes
		for _, line := range o.cycle(n) {
			l.API.Script(line.prompt, script(line.script, why))
			v.Say(line.prompt)
		}
		then = append(then, o.snapshot())
		if why == command {
			v.Say("/compact")
		}
		if r.resume {
			v.Close()
			v = l.Live("--resume", v.SessionID)
		}
		if why == commandLater {
			v.Say("/compact")
		}
	}
	v.Say(o.say(chatter(r.compactions, 0)))
	v.Close()

	first := firstAfter(l.API.Take())
	if len(first) != r.compactions {
		t.Fatalf("%d summaries were asked for, want %d", len(first), r.compactions)
	}
	rows := l.Transcript(v.SessionID)
	out := make([]kept, len(first))
	for n, request := range first {
		out[n] = measure(then[n], request, restored(rows, n, request))
		out[n].trigger = (cause(n) % causes).trigger()
	}
	return out
}

// script ends a cycle's tool call, and fills the context there where the client shall compact.
func script(s string, why cause) string {
	full := fmt.Sprintf("[[usage %d]]", lab.AutoCompact)
	switch {
	case !strings.Contains(s, "echo"):
		return s
	case why == inMidTurn:
		return full + s
	case why == atTurnStart:
		return s + "[[then]]" + full + "[[text It printed two lines.]]"
	}
	return s + "[[then]][[text It printed two lines.]]"
}

// TestSurvival compacts sessions 20 times in a row, by command and by itself in turns. In the first request after
// every compaction each live decision stands word for word, nothing reversed and no tool's order is put back, and what
// is put back holds at most 1.3 times the characters of what was missing.
func TestSurvival(t *testing.T) {
	t.Parallel()
	table := survey{t: t}
	t.Cleanup(table.log)
	for _, r := range []run{
		{mode: fakeapi.Recent, resume: true, compactions: 20},
		{mode: fakeapi.Paraphrase, resume: true, compactions: 20},
		{mode: fakeapi.Drop, compactions: 20},
		{mode: fakeapi.Paraphrase, compactions: 20},
		{mode: fakeapi.Mangle, compactions: 20},
		{mode: fakeapi.Recent, compactions: 20},
		{mode: fakeapi.Obey, compactions: 20},
		// what the others are worth shows here: without us the decisions go
		{mode: fakeapi.Recent, bare: true, compactions: 4},
	} {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			all := r.play(t)
			figures := table.add(r, all)
			if r.bare {
				if last := all[len(all)-1]; last.standing*2 > last.live {
					t.Errorf("%d of %d decisions stand without us: this test shows nothing", last.standing, last.live)
				}
				return
			}
			told := map[string]bool{}
			for n, k := range all {
				for _, q := range k.lost {
					if !told[q] {
						t.Errorf("from compaction %d (%s) on, does not stand: %q", n+1, k.trigger, q)
					}
					told[q] = true
				}
				for _, q := range k.revived {
					if !told[q] {
						t.Errorf("from compaction %d (%s) on, put back and does not bind: %q", n+1, k.trigger, q)
					}
					told[q] = true
				}
			}
			for _, f := range figures {
				if f.ratio() > 1.3 {
					t.Errorf("%s: put back %d characters, %d were missing", f.trigger, f.putBack, f.missing)
				}
			}
		})
	}
}
