package tray

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// Snapshot is everything that the tray shows.
type Snapshot struct {
	Now      time.Time
	Fault    string      // what is wrong with the setup, a few words; empty: nothing
	Failed   time.Time   // when a hook failed lately
	Last     *Compaction // the newest one that has ended, nil where there is none
	Running  *Compaction // one that runs now
	Projects []Project   // those used last, the newest first
	Waiting  int         // what waits on the owner
	Paused   time.Time   // until when the keeper pauses, zero where it does not
	Tomorrow time.Time   // until when "until tomorrow" is
	Login    bool        // the program starts at login
	CanLogin bool        // something here can start it then
}

// Compaction is one, as far as the menu tells of it.
type Compaction struct {
	ID                            int64
	Root                          string
	At                            time.Time
	Asked, Kept, PutBack, Missing int
}

// Project is one with its switch.
type Project struct {
	ID   int64
	Root string
	On   bool
}

// State is what the icon tells.
type State int

// The states, the most important last.
const (
	Keeping State = iota
	Compacting
	Attention
	Paused
)

func (s State) String() string {
	return [...]string{"keeping your decisions", "compacting", "needs your attention", "paused"}[s]
}

// State says which one it is. A pause stands before everything, since it is what the owner may have forgotten.
func (s Snapshot) State() State {
	switch {
	case !s.Paused.IsZero():
		return Paused
	case s.Fault != "" || !s.Failed.IsZero() || s.Last != nil && s.Last.Missing > 0:
		return Attention
	case s.Running != nil:
		return Compacting
	}
	return Keeping
}

// Action is what a click asks for.
type Action struct {
	Kind    ActionKind
	Page    string // Open: of the dashboard
	Project int64  // Switch: its id
	On      bool   // Switch, Login: what it shall be
	Minutes int    // Pause: for how long; 0: until tomorrow
}

// ActionKind says what kind of action one is.
type ActionKind int

// What a click can ask for.
const (
	Nothing ActionKind = iota
	Open
	Switch
	Pause
	Resume
	Login
	Quit
)

// Item is a line of the menu.
type Item struct {
	Title     string
	Check     bool // it has a checkbox
	Checked   bool
	Separator bool
	Hidden    bool
	Do        Action // Nothing: it only tells
}

// recent is how many projects have their switch in the menu.
const recent = 5

// Menu is the whole menu. It always has the same lines in the same order, of which some are hidden, so that one that is
// shown only has to change: taking lines out of an open menu, or while one is clicked, goes wrong in some panels. Separators
// are never hidden: the library cannot.
func Menu(s Snapshot) []Item {
	var m []Item
	add := func(i Item, there bool) {
		i.Hidden = !there
		m = append(m, i)
	}
	open := func(page string) Action { return Action{Kind: Open, Page: page} }
	rule := Item{Separator: true}

	add(Item{Title: s.Fault, Do: open("/setup")}, s.Fault != "")
	add(Item{Title: fmt.Sprintf("%s: a hook failed", clock(s.Failed, s.Now)), Do: open("/health")}, !s.Failed.IsZero())
	add(s.happened(), true)
	add(Item{Title: fmt.Sprintf("Waiting on you (%d)", s.Waiting), Do: open("/waiting")}, true)
	add(rule, true)

	keep := "Keep decisions of:"
	if len(s.Projects) == 0 {
		keep = "No project yet"
	}
	add(Item{Title: keep}, true)
	names := shortNames(s.Projects)
	for i := range recent {
		if i < len(s.Projects) {
			p := s.Projects[i]
			add(Item{Title: names[i], Check: true, Checked: p.On, Do: Action{Kind: Switch, Project: p.ID, On: !p.On}}, true)
		} else {
			add(Item{Check: true}, false)
		}
	}
	add(rule, true)

	paused := !s.Paused.IsZero()
	add(Item{Title: "Paused until " + clock(s.Paused, s.Now)}, paused)
	add(Item{Title: "Go on now", Do: Action{Kind: Resume}}, paused)
	add(Item{Title: "Pause all for an hour", Do: Action{Kind: Pause, Minutes: 60}}, !paused)
	add(Item{Title: "Pause all until " + clock(s.Tomorrow, s.Now), Do: Action{Kind: Pause}}, !paused)
	add(rule, true)

	add(Item{Title: "Open dashboard", Do: open("/")}, true)
	add(Item{Title: "Start at login", Check: true, Checked: s.Login, Do: Action{Kind: Login, On: !s.Login}}, s.CanLogin)
	add(Item{Title: "Quit", Do: Action{Kind: Quit}}, true)
	return m
}

// happened is the line about what happened last.
func (s Snapshot) happened() Item {
	c := s.Running
	if c != nil {
		return Item{Title: fmt.Sprintf("%s: %s is being compacted", clock(c.At, s.Now), name(c.Root)), Do: Action{Kind: Open, Page: page(c)}}
	}
	if c = s.Last; c == nil {
		return Item{Title: "No compaction yet"}
	}
	return Item{Title: fmt.Sprintf("%s: %s, %s", clock(c.At, s.Now), name(c.Root), c.result()), Do: Action{Kind: Open, Page: page(c)}}
}

// result is what became of the decisions.
func (c Compaction) result() string {
	if c.Asked == 0 {
		return "no decision to keep"
	}
	parts := []string{fmt.Sprintf("%d kept", c.Kept)}
	if c.PutBack > 0 {
		parts = append(parts, fmt.Sprintf("%d put back", c.PutBack))
	}
	if c.Missing > 0 {
		parts = append(parts, fmt.Sprintf("%d missing", c.Missing))
	}
	return strings.Join(parts, ", ")
}

func page(c *Compaction) string { return fmt.Sprintf("/compactions/%d", c.ID) }

// clock is a time as it is short and clear today.
func clock(t, now time.Time) string {
	t = t.In(now.Location())
	switch days := int(noon(t).Sub(noon(now)).Round(24*time.Hour) / (24 * time.Hour)); {
	case days == 0:
		return t.Format("15:04")
	case days == 1:
		return "tomorrow " + t.Format("15:04")
	case days == -1:
		return "yesterday " + t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("Jan 2 15:04")
	}
	return t.Format("Jan 2 2006")
}

func noon(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, t.Location())
}

// longest is how many letters of a name the menu shows.
const longest = 40

// name is a project as its owner calls it: its folder's name.
func name(root string) string { return short(filepath.Base(root)) }

// shortNames names projects by their folders, and by the folder above where two are called alike.
func shortNames(all []Project) (names []string) {
	count := map[string]int{}
	for _, p := range all {
		count[filepath.Base(p.Root)]++
	}
	for _, p := range all {
		n := filepath.Base(p.Root)
		if count[n] > 1 {
			n = filepath.Join(filepath.Base(filepath.Dir(p.Root)), n)
		}
		names = append(names, short(n))
	}
	return names
}

func short(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}
