package main_test

import (
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

const (
	// PreCompact does not run, PostCompact comes first and has no summary.
	takesOver = `return {messages: [{role: 'user', text: 'We talked about the project.', toolUses: []}]}`
	refuses   = `return {skip: 'not now'}`
)

// The hooks find every decision in the summary that the model wrote, and no hook sees what becomes of it: they all run
// inside next. The first request after an automatic compaction leaves with no hook in between, so the next prompt is
// the earliest.
func TestSummaryChangedByAnotherModIsMadeGood(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, changed string }{
		{"rewritten", `.map(m => m.text.startsWith('This session') ? {...m, text: 'We talked about the project.'} : m)`},
		{"dropped", `.filter(m => !m.text.startsWith('This session'))`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := keeper(t)
			l.API.SetSummary(fakeapi.Verbatim)
			l.Mod("other", "const r = await next(e); return {...r, messages: r.messages"+c.changed+"}")
			v := l.Live()
			decide(v)
			v.Say("/compact")
			v.Say(chatter(0, 0))
			stand(t, after(t, l), rules...)

			v.Say(fill)
			v.Say(chatter(0, 1))
			after(t, l)
			v.Say("what now")
			rs := l.API.Requests()
			stand(t, rs[len(rs)-1], rules...)
		})
	}
}

func TestBR24_CompactionByAnotherModIsRestoredWhole(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	l.Mod("other", takesOver)
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Say(chatter(0, 0))
	stand(t, l.API.Take()[len(rules)], rules...)
	v.Say(fill)
	v.Say(chatter(0, 1))
	rs := l.API.Take()
	stand(t, rs[len(rs)-1], rules...)
	if n := len(l.RecordsOf("PreCompact")); n != 0 {
		t.Errorf("PreCompact ran %d times, want never: the mod no longer takes over", n)
	}
}

func TestCompactionRefusedByAnotherModChangesNothing(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	l.Mod("other", refuses)
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Say("what now")
	rs := l.API.Take()
	silent(t, rs[len(rs)-1])
}
