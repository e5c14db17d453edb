package tray

import (
	"context"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)

// usual is a keeper that keeps.
func usual() Snapshot {
	return Snapshot{
		Now: now, Tomorrow: time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC), CanLogin: true,
		Last:     &Compaction{ID: 7, Root: "/home/anna/shop", At: now.Add(-time.Hour), Asked: 15, Kept: 12, PutBack: 3},
		Projects: []Project{{1, "/home/anna/shop", true}, {2, "/home/anna/my_blog", false}},
		Waiting:  2,
	}
}

// lines writes the visible menu down: a checkbox as [x], a line that only tells in brackets, a separator as --.
func lines(m []Item) string {
	var b strings.Builder
	for _, i := range m {
		switch {
		case i.Hidden:
			continue
		case i.Separator:
			b.WriteString("--")
		case i.Do.Kind == Nothing:
			b.WriteString("(" + i.Title + ")")
		default:
			if i.Check {
				b.WriteString(map[bool]string{true: "[x] ", false: "[ ] "}[i.Checked])
			}
			b.WriteString(i.Title)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestTheMenuFollowsFromTheSnapshot(t *testing.T) {
	const rest = "--\nOpen dashboard\n[ ] Start at login\nQuit\n"
	const pauses = "Pause all for an hour\nPause all until tomorrow 06:00\n"
	const projects = "--\n(Keep decisions of:)\n[x] shop\n[ ] my_blog\n--\n"
	for _, c := range []struct {
		name   string
		change func(*Snapshot)
		state  State
		want   string
	}{
		{"it keeps", func(*Snapshot) {}, Keeping,
			"13:00: shop, 12 kept, 3 put back\nWaiting on you (2)\n" + projects + pauses + rest},
		{"nothing has happened yet", func(s *Snapshot) { s.Last, s.Projects, s.Waiting = nil, nil, 0 }, Keeping,
			"(No compaction yet)\nWaiting on you (0)\n--\n(No project yet)\n--\n" + pauses + rest},
		{"it compacts", func(s *Snapshot) { s.Running = &Compaction{ID: 8, Root: "/home/anna/my_blog", At: now} }, Compacting,
			"14:00: my_blog is being compacted\nWaiting on you (2)\n" + projects + pauses + rest},
		{"something is missing", func(s *Snapshot) { s.Last.PutBack, s.Last.Missing = 2, 1 }, Attention,
			"13:00: shop, 12 kept, 2 put back, 1 missing\nWaiting on you (2)\n" + projects + pauses + rest},
		{"a compaction had nothing to keep", func(s *Snapshot) { *s.Last = Compaction{ID: 7, Root: "/home/anna/shop", At: now.AddDate(0, 0, -1)} }, Keeping,
			"yesterday 14:00: shop, no decision to keep\nWaiting on you (2)\n" + projects + pauses + rest},
		{"the setup is at fault", func(s *Snapshot) { s.Fault = "The hooks are not installed" }, Attention,
			"The hooks are not installed\n13:00: shop, 12 kept, 3 put back\nWaiting on you (2)\n" + projects + pauses + rest},
		{"it pauses, whatever else is wrong", func(s *Snapshot) { s.Paused, s.Failed = now.Add(time.Hour), now }, Paused,
			"14:00: a hook failed\n13:00: shop, 12 kept, 3 put back\nWaiting on you (2)\n" + projects + "(Paused until 15:00)\nGo on now\n" + rest},
		{"nothing here starts programs at login", func(s *Snapshot) { s.CanLogin = false }, Keeping,
			"13:00: shop, 12 kept, 3 put back\nWaiting on you (2)\n" + projects + pauses + "--\nOpen dashboard\nQuit\n"},
		{"two projects are called alike", func(s *Snapshot) { s.Projects[1].Root = "/work/shop" }, Keeping,
			"13:00: shop, 12 kept, 3 put back\nWaiting on you (2)\n--\n(Keep decisions of:)\n[x] anna/shop\n[ ] work/shop\n--\n" + pauses + rest},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := usual()
			c.change(&s)
			if got := lines(Menu(s)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if got := s.State(); got != c.state {
				t.Errorf("the icon tells %v, want %v", got, c.state)
			}
		})
	}
}

// BR-73: what failed is told in the tray, with a line that leads to it.
func TestBR73_AFailedHookIsToldInTheTray(t *testing.T) {
	s := usual()
	s.Failed = now.Add(-5 * time.Minute)
	if s.State() != Attention {
		t.Errorf("the icon tells %v", s.State())
	}
	for _, i := range Menu(s) {
		if i.Title == "13:55: a hook failed" && !i.Hidden && i.Do == (Action{Kind: Open, Page: "/health"}) {
			return
		}
	}
	t.Errorf("the menu:\n%s", lines(Menu(s)))
}

// TestTheMenuAlwaysHasTheSameLines holds what show.go relies on.
func TestTheMenuAlwaysHasTheSameLines(t *testing.T) {
	full := usual()
	full.Fault, full.Failed, full.Paused = "The hooks are not installed", now, now.Add(time.Hour)
	full.Projects = []Project{{1, "/a", true}, {2, "/b", true}, {3, "/c", true}, {4, "/d", true}, {5, "/e", true}}
	want := Menu(Snapshot{})
	for _, s := range []Snapshot{usual(), full} {
		got := Menu(s)
		if len(got) != len(want) {
			t.Fatalf("%d lines, want %d", len(got), len(want))
		}
		for i := range got {
			if got[i].Check != want[i].Check || got[i].Separator != want[i].Separator || got[i].Separator && got[i].Hidden {
				t.Errorf("line %d is %+v, want one as %+v", i, got[i], want[i])
			}
		}
	}
}

func TestAClickMeansWhatTheLineSays(t *testing.T) {
	tray := New(Config{})
	tray.menu = Menu(usual())
	for i, item := range tray.menu {
		tray.pressed(i)
		select {
		case got := <-tray.clicks:
			if item.Hidden || got != item.Do || got.Kind == Nothing {
				t.Errorf("a click on %q (hidden: %v) is %+v, want %+v", item.Title, item.Hidden, got, item.Do)
			}
		default:
			if !item.Hidden && item.Do.Kind != Nothing {
				t.Errorf("a click on %q does nothing", item.Title)
			}
		}
	}
}

func TestRequestsToDrawFold(t *testing.T) {
	drawn := make(chan State)
	tray := New(Config{Snapshot: func(ctx context.Context) (Snapshot, error) { return usual(), nil }})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() { tray.follow(ctx, func(s State, _ []Item) { drawn <- s }); close(ended) }()
	for range 100 { // while the first one is being drawn
		tray.Refresh()
	}
	<-drawn
	<-drawn
	cancel()
	select {
	case <-ended:
	case <-drawn:
		t.Error("100 requests while it was drawn were more than one")
	}
}
