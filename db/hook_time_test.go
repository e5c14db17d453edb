package db_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// runs records hook runs at a time: so many of an event, taking 1, 2, 3 … milliseconds.
func runs(t *testing.T, d *db.DB, at time.Time, event string, n int, failed string) {
	t.Helper()
	d.Now = func() time.Time { return at }
	err := d.Write(t.Context(), func(tx *db.Tx) (err error) {
		for i := range n {
			err = errors.Join(err, tx.AddRun(db.Run{Event: event, SessionID: "s", Took: time.Duration(i+1) * time.Millisecond, Outcome: "ok", Error: failed}))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestHookTimesSumUpEachEvent(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	week := now.Add(-7 * 24 * time.Hour)
	for _, c := range []struct {
		name string
		fill func(d *db.DB)
		most int
		want string
		cut  bool
	}{
		{"no run", func(*db.DB) {}, 100, "", false},
		{"one run", func(d *db.DB) { runs(t, d, now, "Stop", 1, "") }, 100, "Stop 1/0 1ms 1ms 1ms", false},
		{"a hundred and twenty", func(d *db.DB) { runs(t, d, now, "Stop", 120, "") }, 1000, "Stop 120/0 60ms 114ms 120ms", false},
		{"two events, the one that ran more first", func(d *db.DB) { runs(t, d, now, "PreCompact", 2, ""); runs(t, d, now, "Stop", 3, "") }, 100,
			"Stop 3/0 2ms 3ms 3ms, PreCompact 2/0 1ms 2ms 2ms", false},
		{"runs that failed count, and are counted", func(d *db.DB) { runs(t, d, now, "Stop", 1, ""); runs(t, d, now, "Stop", 2, "locked") }, 100, "Stop 3/2 1ms 2ms 2ms", false},
		{"what is older does not count", func(d *db.DB) { runs(t, d, week.Add(-1), "Stop", 9, ""); runs(t, d, week, "Stop", 1, "") }, 100, "Stop 1/0 1ms 1ms 1ms", false},
		{"more runs than are looked at", func(d *db.DB) { runs(t, d, now, "PreCompact", 5, ""); runs(t, d, now, "Stop", 4, "") }, 4, "Stop 4/0 2ms 4ms 4ms", true},
		{"as many runs as are looked at, and older ones", func(d *db.DB) { runs(t, d, week.Add(-1), "Stop", 9, ""); runs(t, d, now, "Stop", 4, "") }, 4, "Stop 4/0 2ms 4ms 4ms", false},
		{"doctor's probes and the upkeep are no hooks", func(d *db.DB) { runs(t, d, now, "Probe", 1, ""); runs(t, d, now, db.Upkeep, 1, "full") }, 100, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, t.TempDir())
			c.fill(d)
			all, cut, err := d.HookTimes(t.Context(), week, c.most)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range all {
				got = append(got, fmt.Sprintf("%s %d/%d %v %v %v", h.Event, h.Runs, h.Failed, h.Median, h.P95, h.Longest))
			}
			if strings.Join(got, ", ") != c.want || cut != c.cut {
				t.Errorf("got %q, cut %v, want %q, %v", got, cut, c.want, c.cut)
			}
		})
	}
}

func TestOldHookRunsAreTrimmed(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		fill func(d *db.DB)
		most int
		gone int64
		left int
	}{
		{"a run of 91 days ago goes", func(d *db.DB) { runs(t, d, now.Add(-91*day), "Stop", 3, ""); runs(t, d, now, "Stop", 2, "") }, 100, 3, 2},
		{"a run of 89 days ago stays", func(d *db.DB) { runs(t, d, now.Add(-89*day), "Stop", 3, "") }, 100, 0, 3},
		{"of more than so many the oldest go", func(d *db.DB) { runs(t, d, now, "Stop", 12, "") }, 10, 2, 10},
		{"a failure of 91 days ago stays, however many came after it", func(d *db.DB) { runs(t, d, now.Add(-91*day), "Stop", 1, "locked"); runs(t, d, now, "Stop", 12, "") }, 10, 2, 11},
		{"a failure of 366 days ago goes", func(d *db.DB) { runs(t, d, now.Add(-366*day), "Stop", 1, "locked") }, 10, 1, 0},
		{"more than one transaction takes", func(d *db.DB) { runs(t, d, now.Add(-91*day), "Stop", 4500, ""); runs(t, d, now, "Stop", 1, "") }, 100, 4500, 1},
		{"nothing there", func(*db.DB) {}, 100, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, t.TempDir())
			c.fill(d)
			d.Now = func() time.Time { return now }
			gone, err := d.TrimRuns(t.Context(), 90*day, 365*day, c.most)
			if err != nil {
				t.Fatal(err)
			}
			all, _, err := d.HookTimes(t.Context(), time.Time{}, 100_000)
			if err != nil {
				t.Fatal(err)
			}
			left := 0
			for _, h := range all {
				left += h.Runs
			}
			if gone != c.gone || left != c.left {
				t.Errorf("%d went and %d are left, want %d and %d", gone, left, c.gone, c.left)
			}
		})
	}
}
