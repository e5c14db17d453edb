package db_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// browsable is a ledger with two projects: /a with the sessions aa1 and aa2, /b with bb1; each session has a live and a
// withdrawn decision.
func browsable(t *testing.T) *db.DB {
	t.Helper()
	d, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "state"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	err = d.Write(context.Background(), func(tx *db.Tx) error {
		for _, s := range []struct{ id, root string }{{"aa1", "/a"}, {"aa2", "/a"}, {"bb1", "/b"}} {
			if _, err := tx.EnsureSession(s.id, s.root, "/t/"+s.id+".jsonl"); err != nil {
				return err
			}
			w := db.Word{SessionID: s.id, UUID: "u-" + s.id, Channel: db.Typed, Text: "use pnpm, not yarn"}
			if _, err := tx.AddWord(&w); err != nil {
				return err
			}
			err := tx.SaveDecisions([]*db.Decision{
				{WordID: w.ID, SessionID: s.id, Kind: db.KindDecision, Quote: "use pnpm", Status: db.Live},
				{WordID: w.ID, SessionID: s.id, Start: 10, Kind: db.KindDecision, Quote: "not yarn", Status: db.Withdrawn},
			}, nil)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecisionsAreListedByFilter(t *testing.T) {
	d := browsable(t)
	a, err := d.ProjectByRoot(context.Background(), "/a")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		filter db.DecisionFilter
		want   int
	}{
		"every one":              {db.DecisionFilter{}, 6},
		"live ones":              {db.DecisionFilter{Status: db.Live}, 3},
		"a project's":            {db.DecisionFilter{ProjectID: a.ID}, 4},
		"a session's live ones":  {db.DecisionFilter{Session: "bb1", Status: db.Live}, 1},
		"a session elsewhere":    {db.DecisionFilter{Session: "bb1", ProjectID: a.ID}, 0},
		"a session nobody knows": {db.DecisionFilter{Session: "zz"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := d.ListDecisions(context.Background(), c.filter)
			if err != nil || len(got) != c.want {
				t.Errorf("got %d decisions and %v, want %d", len(got), err, c.want)
			}
		})
	}
}

func TestASessionIsFoundByAnUnambiguousPrefix(t *testing.T) {
	d := browsable(t)
	for _, prefix := range []string{"b", "bb", "bb1"} {
		if s, err := d.SessionByPrefix(context.Background(), prefix); err != nil || s.ID != "bb1" {
			t.Errorf("%q: got %q and %v, want bb1", prefix, s.ID, err)
		}
	}
	for _, prefix := range []string{"", "z", "bb12", "%", "_b1"} {
		if _, err := d.SessionByPrefix(context.Background(), prefix); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("%q: got %v, want not found", prefix, err)
		}
	}
	_, err := d.SessionByPrefix(context.Background(), "aa")
	var e db.AmbiguousError
	if !errors.As(err, &e) || fmt.Sprint(e.Sessions) != "[aa1 aa2]" {
		t.Errorf("got %v, want the two sessions it may be", err)
	}
}

func TestAFullSessionIdWinsOverALongerOne(t *testing.T) {
	d := browsable(t)
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.EnsureSession("bb12", "/b", "/t/bb12.jsonl")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := d.SessionByPrefix(context.Background(), "bb1"); err != nil || s.ID != "bb1" {
		t.Errorf("got %q and %v, want bb1", s.ID, err)
	}
}

func TestCompactionsArePagedNewestFirst(t *testing.T) {
	d := browsable(t)
	err := d.Write(context.Background(), func(tx *db.Tx) error {
		for i := range 5 {
			c := db.Compaction{SessionID: "aa1", Trigger: db.Auto, State: db.StateDone}
			if i == 2 {
				c.AgentID = "a subagent"
			}
			if i == 4 { // imported: recorded last, compacted long before
				c.State, c.OpenedAt = db.StatePast, tx.Now.Add(-time.Hour)
			}
			if err := tx.AddCompaction(&c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		before int64
		want   string
	}{{0, "[4 2]"}, {2, "[1 5]"}, {5, "[]"}} {
		all, err := d.ListCompactions(context.Background(), db.CompactionFilter{Before: c.before}, 2)
		if err != nil {
			t.Fatal(err)
		}
		ids := []int64{}
		for _, x := range all {
			ids = append(ids, x.ID)
		}
		if fmt.Sprint(ids) != c.want {
			t.Errorf("before %d: got %v, want %s", c.before, ids, c.want)
		}
	}
}

func TestACompactionCountsWhatBecameOfItsDecisions(t *testing.T) {
	d := browsable(t)
	c := db.Compaction{SessionID: "aa1", Trigger: db.Auto, State: db.StateDone}
	all, err := d.ListDecisions(context.Background(), db.DecisionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Write(context.Background(), func(tx *db.Tx) error {
		if err := tx.AddCompaction(&c); err != nil {
			return err
		}
		return tx.SaveOutcomes(c.ID, []db.OutcomeRow{
			{Decision: all[0], Outcome: db.Verbatim},
			{Decision: all[1], Outcome: db.NotFound, Restored: true},
			{Decision: all[2]},
			{Decision: all[3], Outcome: db.Reworded},
			{Decision: all[4], Outcome: db.NotFound, Echoed: true},
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := d.CompactionByID(context.Background(), c.ID); err != nil || c.Asked != 5 || c.Kept != 2 || c.PutBack != 1 || c.Unchecked != 1 || c.Missing() != 1 {
		t.Errorf("got %+v and %v, want 5 asked: 2 kept, and one of each other", c, err)
	}
}
