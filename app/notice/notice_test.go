package notice

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

func TestANoticeSaysWhatWasReallyAsked(t *testing.T) {
	one := db.Ended{ID: 4, Root: "/home/anna/shop", Brief: true, Asked: 15, Kept: 12, PutBack: 3}
	for _, c := range []struct {
		name string
		all  []db.Ended
		want Notice
	}{
		{"three were put back", []db.Ended{one},
			Notice{Title: "Compaction in shop", Body: "Asked the summary to keep 15 decisions word for word: 12 kept, 3 put back", Page: "/compactions/4"}},
		{"one decision, which was kept", []db.Ended{{ID: 4, Root: "/shop", Brief: true, Asked: 1, Kept: 1}},
			Notice{Title: "Compaction in shop", Body: "Asked the summary to keep 1 decision word for word: 1 kept", Page: "/compactions/4"}},
		{"one is missing", []db.Ended{{ID: 4, Root: "/shop", Brief: true, Asked: 3, Kept: 1, PutBack: 1}},
			Notice{Title: "Compaction in shop", Body: "Asked the summary to keep 3 decisions word for word: 1 kept, 1 put back, 1 missing", Page: "/compactions/4", Warns: true}},
		{"the hook before it did not run", []db.Ended{{ID: 4, Root: "/shop", Asked: 2, PutBack: 2}},
			Notice{Title: "Compaction in shop", Body: "Could not ask the summary to keep 2 decisions word for word: 0 kept, 2 put back", Page: "/compactions/4"}},
		{"two in one project", []db.Ended{one, one},
			Notice{Title: "2 compactions in shop", Body: "Asked the summaries to keep 30 decisions word for word: 24 kept, 6 put back", Page: "/compactions"}},
		{"two in two projects", []db.Ended{one, {ID: 5, Root: "/blog", Brief: true, Asked: 1, Kept: 1}},
			Notice{Title: "2 compactions in 2 projects", Body: "Asked the summaries to keep 16 decisions word for word: 13 kept, 3 put back", Page: "/compactions"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Of(c.all); got != c.want {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestTheOwnerSaysWhichCompactionsAreNews(t *testing.T) {
	all := map[string]db.Ended{
		"all kept": {Asked: 2, Kept: 2}, "one put back": {Asked: 2, Kept: 1, PutBack: 1}, "one missing": {Asked: 2, Kept: 1},
		"nothing to keep": {}, "unattended": {Asked: 2, PutBack: 2, Unattended: true},
	}
	for which, want := range map[string]string{"": "all kept, one put back, one missing", Each: "all kept, one put back, one missing", Lost: "one put back, one missing", None: ""} {
		var got []string
		for _, name := range []string{"all kept", "one put back", "one missing", "nothing to keep", "unattended"} {
			if tells(which, all[name]) {
				got = append(got, name)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: got %q, want %s", which, got, want)
		}
	}
}

// desk is a program with notices and a desktop that a test looks at.
type desk struct {
	*Notices
	t     *testing.T
	db    *db.DB
	shown []Notice
	ids   []uint32 // which they replaced
	said  []string
	fails error
	fault Notice
}

func (d *desk) Reader(context.Context) (*db.DB, error) { return d.db, nil }
func (d *desk) Writer(context.Context) (*db.DB, error) { return d.db, nil }

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t}
	var err error
	if d.db, err = db.Open(t.Context(), t.TempDir(), db.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.db.Close() })
	d.start()
	return d
}

// start is the program being started anew.
func (d *desk) start() {
	d.Notices = New(Config{Ledger: d, Say: func(line string) { d.said = append(d.said, line) }, Fault: func(context.Context) Notice { return d.fault }})
	d.show = func(_ context.Context, n Notice, replaces uint32) (uint32, error) {
		if d.fails != nil {
			return 0, d.fails
		}
		d.shown, d.ids = append(d.shown, n), append(d.ids, replaces)
		return max(replaces, uint32(len(d.shown))), nil
	}
	d.look(d.t.Context())
}

// compacts is a compaction that ends, with one decision that is put back.
func (d *desk) compacts(session string, change func(*db.Compaction)) {
	d.t.Helper()
	err := d.db.Write(d.t.Context(), func(t *db.Tx) error {
		if _, err := t.EnsureSession(session, "/home/anna/"+session, "/t"); err != nil {
			return err
		}
		w := db.Word{SessionID: session, UUID: "u", Channel: db.Typed, Text: "Use tabs."}
		if _, err := t.AddWord(&w); err != nil {
			return err
		}
		x := &db.Decision{WordID: w.ID, SessionID: session, Kind: db.KindRule, Quote: "Use tabs.", Status: db.Live}
		if err := t.SaveDecisions([]*db.Decision{x}, nil); err != nil {
			return err
		}
		c := db.Compaction{SessionID: session, Trigger: db.Auto, State: db.StateDone, BriefMade: true}
		change(&c)
		return errors.Join(t.AddCompaction(&c), t.UpdateCompaction(c), t.SaveOutcomes(c.ID, []db.OutcomeRow{{Decision: x, Restored: true}}), t.AddEvent(session, c.ID, "compacted: auto"))
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func same(*db.Compaction) {}

func (d *desk) want(titles ...string) {
	d.t.Helper()
	var got []string
	for _, n := range d.shown {
		got = append(got, n.Title)
	}
	if strings.Join(got, "; ") != strings.Join(titles, "; ") {
		d.t.Errorf("notices: %q, want %q", got, titles)
	}
}

func TestNoNoticeComesTwice(t *testing.T) {
	d := newDesk(t)
	d.compacts("shop", same)
	d.look(t.Context())
	d.want("Compaction in shop")
	d.look(t.Context())
	d.start()
	d.look(t.Context())
	d.want("Compaction in shop")
	d.compacts("blog", same)
	d.start() // which ended while it did not run
	d.want("Compaction in shop", "Compaction in blog")
}

func TestWhatEndedBeforeTheProgramRanForTheFirstTimeIsNoNews(t *testing.T) {
	d := &desk{t: t}
	var err error
	if d.db, err = db.Open(t.Context(), t.TempDir(), db.Options{}); err != nil {
		t.Fatal(err)
	}
	defer d.db.Close()
	d.compacts("shop", same)
	d.start()
	d.want()
	d.compacts("blog", same)
	d.look(t.Context())
	d.want("Compaction in blog")
}

func TestImportedAndOtherCompactionsAreNoNews(t *testing.T) {
	d := newDesk(t)
	d.compacts("past", func(c *db.Compaction) { c.State = db.StatePast })
	d.compacts("open", func(c *db.Compaction) { c.State = db.StateOpen })
	d.compacts("agent", func(c *db.Compaction) { c.AgentID = "a1" })
	d.look(t.Context())
	d.want()
}

func TestSeveralAtOnceAreOneNotice(t *testing.T) {
	d := newDesk(t)
	d.compacts("shop", same)
	d.compacts("blog", same)
	d.look(t.Context())
	d.compacts("notes", same)
	d.look(t.Context())
	d.want("2 compactions in 2 projects", "3 compactions in 3 projects")
	if d.ids[1] == 0 {
		t.Error("what came right after it stands beside the notice, not in its place")
	}
}

// BR-78: a warning that could not be shown is not taken for shown.
func TestBR78_WhatCouldNotBeShownIsToldWithTheNext(t *testing.T) {
	d := newDesk(t)
	d.fails = errors.New("the desktop does not answer")
	d.compacts("shop", same)
	d.look(t.Context())
	d.compacts("blog", same)
	d.look(t.Context())
	if len(d.said) != 1 || !strings.Contains(d.said[0], "Could not show a notice: the desktop does not answer.") {
		t.Errorf("it said %q, want the reason, once", d.said)
	}
	d.fails = nil
	d.compacts("notes", same)
	d.look(t.Context())
	d.want("3 compactions in 3 projects")
}

func TestAFaultIsToldOnce(t *testing.T) {
	d := newDesk(t)
	gone := Notice{Title: "The hooks are gone", Page: "/setup", Warns: true}
	d.fault = gone
	d.look(t.Context())
	d.look(t.Context())
	d.start()
	d.want("The hooks are gone")
	d.fault = Notice{}
	d.look(t.Context())
	d.fault = gone
	d.look(t.Context())
	d.want("The hooks are gone", "The hooks are gone")
}
