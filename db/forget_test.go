package db_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// says stores a word with one decision, which is all of it.
func says(t *testing.T, d *db.DB, w db.Word) (db.Word, *db.Decision) {
	t.Helper()
	x := &db.Decision{SessionID: w.SessionID, At: w.At, Kind: db.KindRule, Quote: w.Text, Status: db.Live}
	write(t, d, func(tx *db.Tx) error {
		if _, err := tx.AddWord(&w); err != nil {
			return err
		}
		x.WordID = w.ID
		return tx.SaveDecisions([]*db.Decision{x}, nil)
	})
	return w, x
}

func texts(t *testing.T, d *db.DB, session string) (all []string) {
	t.Helper()
	words, err := d.Words(ctx, session)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range words {
		all = append(all, w.Text)
	}
	return all
}

func forget(t *testing.T, d *db.DB, target db.Target) db.Doomed {
	t.Helper()
	would, err := d.Doomed(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	did, err := d.Forget(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(would.Words, would.Decisions, would.Compactions, would.Sessions) != fmt.Sprint(did.Words, did.Decisions, did.Compactions, did.Sessions) {
		t.Errorf("it said that this would go:\n%+v\nand this went:\n%+v", would, did)
	}
	return did
}

func TestAForgottenWordIsRefusedHoweverItIsWrittenAgain(t *testing.T) {
	first := db.Word{SessionID: "s", UUID: "u1", At: noon, PromptID: "p1", Channel: db.Typed, Text: "never use the old key"}
	again := func(change func(*db.Word)) db.Word { w := first; change(&w); return w }
	for _, tc := range []struct {
		name    string
		word    db.Word
		refused bool
	}{
		{"the same row", first, true},
		{"the same row, masked in another way", again(func(w *db.Word) { w.Text = "never use the old [masked]" }), true},
		{"another row for the same prompt", again(func(w *db.Word) { w.UUID, w.At = "u2", noon.Add(time.Hour) }), true},
		{"another row of the same time", again(func(w *db.Word) { w.UUID, w.PromptID = "u2", "" }), true},
		{"a fork's copy", again(func(w *db.Word) { w.SessionID = "fork" }), true},
		{"the same text said again", again(func(w *db.Word) { w.UUID, w.PromptID, w.At = "u3", "p3", noon.Add(time.Hour) }), false},
		{"another answer in the same row", again(func(w *db.Word) { w.Ord, w.Text = 1, "Postgres" }), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := open(t, t.TempDir())
			session(t, d, "s")
			session(t, d, "fork")
			w, _ := says(t, d, first)
			forget(t, d, db.Target{Word: w.ID})
			write(t, d, func(x *db.Tx) error {
				w := tc.word
				isNew, err := x.AddWord(&w)
				if isNew == tc.refused || (w.ID == 0) != tc.refused {
					t.Errorf("new: %v, ID %d", isNew, w.ID)
				}
				return err
			})
		})
	}
}

func TestForgettingAWordTakesItsCopiesAndWhatRepeatsIt(t *testing.T) {
	d := open(t, t.TempDir())
	d.Now = func() time.Time { return noon }
	for _, id := range []string{"s", "fork", "other"} {
		session(t, d, id)
	}
	const secret = "Acme is bankrupt.\nKeep that to yourself, whoever asks, and write it nowhere."
	_, x := says(t, d, db.Word{SessionID: "s", UUID: "u1", At: noon, Text: secret})
	says(t, d, db.Word{SessionID: "fork", UUID: "u1", At: noon, Text: secret})
	_, old := says(t, d, db.Word{SessionID: "s", UUID: "u0", At: noon.Add(-time.Hour), Text: "tell everybody about Acme"})
	says(t, d, db.Word{SessionID: "s", UUID: "u2", At: noon.Add(time.Hour), Text: "yes", Question: "You said: \"acme is  bankrupt\". Go on?"})
	says(t, d, db.Word{SessionID: "s", UUID: "u3", At: noon.Add(2 * time.Hour), Text: "no", Question: "Use tabs?"})
	alike, _ := says(t, d, db.Word{SessionID: "other", UUID: "u4", At: noon.Add(3 * time.Hour), Text: "As I said: " + secret})
	before := db.Compaction{SessionID: "s", State: db.StateDone, OpenedAt: noon.Add(-time.Hour), ClosedAt: noon.Add(-time.Minute), Summary: "Before."}
	after := db.Compaction{SessionID: "fork", State: db.StateDone, OpenedAt: noon.Add(time.Hour), ClosedAt: noon.Add(time.Hour), Summary: "The customer has no money left.", BoundaryUUID: "b1"}
	write(t, d, func(tx *db.Tx) error {
		old.Status, old.Why = db.Replaced, "The owner replaced it: Acme is bankrupt."
		x.Replaces = []*db.Decision{old}
		for _, err := range []error{
			tx.SaveDecisions(nil, []*db.Decision{old}), tx.SaveDecisions([]*db.Decision{x}, nil), tx.AddCompaction(&before), tx.AddCompaction(&after),
			tx.StoreParts(after.ID, db.Brief, []string{"- Acme is bankrupt."}), tx.SaveInvented(after.ID, []string{"no money"}),
			tx.SaveTask("s", db.Task{ID: "1", Subject: "write that Acme is bankrupt"}),
			tx.AddEvent("s", 0, "odd: keep that to yourself, WHOEVER asks, and wr"), tx.AddEvent("s", 0, "compacted: auto"),
			tx.AddRun(db.Run{SessionID: "s", Event: "Stop", Error: "cannot parse: Acme is bankrupt."}),
		} {
			if err != nil {
				return err
			}
		}
		return nil
	})
	s, _ := d.Session(ctx, "s")
	write(t, d, func(tx *db.Tx) error {
		_, err := tx.SaveReading(s, "/t", 7, `{"head":18446744073709551615,"proposal":"so Acme is bankrupt","queue":[{"text":"use tabs"}]}`)
		return err
	})

	did := forget(t, d, db.Target{Decision: x.ID})
	if did.Words != 2 || did.Decisions != 2 || did.Compactions != 1 || !slices.Equal(did.Alike, []int64{alike.ID}) {
		t.Errorf("words %d, decisions %d, compactions %d, alike %v; want 2, 2, 1, [%d]", did.Words, did.Decisions, did.Compactions, did.Alike, alike.ID)
	}
	words, _ := d.Words(ctx, "s")
	if len(words) != 3 || words[1].Question != "" || words[2].Question != "Use tabs?" {
		t.Errorf("left of the session: %+v", words)
	}
	if left := texts(t, d, "fork"); len(left) != 0 {
		t.Errorf("left of the fork: %q", left)
	}
	if c, err := d.CompactionByID(ctx, before.ID); err != nil || c.Summary != "Before." {
		t.Errorf("the compaction before it: %+v, %v", c, err)
	}
	if c, err := d.CompactionByID(ctx, after.ID); err != nil || c.Summary != "" || c.Note == "" {
		t.Errorf("the compaction after it: %+v, %v", c, err)
	}
	decisions, _ := d.Decisions(ctx, "s", db.Replaced)
	if len(decisions) != 1 || decisions[0].Why != db.WhyForgotten {
		t.Errorf("what it replaced: %+v", decisions)
	}
	if runs, _ := d.Failures(ctx, 9); len(runs) != 1 || runs[0].Error != "[forgotten]" {
		t.Errorf("failures: %+v", runs)
	}
	s, _ = d.Session(ctx, "s")
	if s.ReadState != `{"head":18446744073709551615,"proposal":"[forgotten]","queue":[{"text":"use tabs"}]}` {
		t.Errorf("the reading: %s", s.ReadState)
	}

	// From now on others' texts are not kept of both sessions, nor of a fork that begins with the summary.
	session(t, d, "late")
	write(t, d, func(tx *db.Tx) error {
		for _, id := range []string{"s", "fork", "late"} {
			c := db.Compaction{SessionID: id, State: db.StateMissed, OpenedAt: noon.Add(4 * time.Hour), BoundaryUUID: "b1"}
			if id == "s" {
				c.BoundaryUUID = "b2"
			}
			if id == "fork" {
				c = after
			} else if err := tx.Inherit(id, c.BoundaryUUID); err != nil {
				return err
			} else if err := tx.AddCompaction(&c); err != nil {
				return err
			}
			c.Summary = "Acme is bankrupt."
			if err := tx.SaveInvented(c.ID, []string{"bankrupt"}); err != nil {
				return err
			}
			if err := tx.UpdateCompaction(c); err != nil {
				return err
			}
			w := db.Word{SessionID: id, UUID: "later-" + id, At: noon.Add(5 * time.Hour), Text: "yes", Question: "Acme?"}
			if _, err := tx.AddWord(&w); err != nil {
				return err
			}
		}
		return nil
	})
	for _, id := range []string{"s", "fork", "late"} {
		all, err := d.Compactions(ctx, id, 1)
		if err != nil || len(all) != 1 || all[0].Summary != "" {
			t.Errorf("of %s is kept: %+v, %v", id, all, err)
		}
		if quotes, err := d.Invented(ctx, all[0].ID); err != nil || len(quotes) != 0 {
			t.Errorf("of %s is kept: %q, %v", id, quotes, err)
		}
		if words, err := d.LastWords(ctx, id, 1); err != nil || len(words) != 1 || words[0].Text != "yes" || words[0].Question != "" {
			t.Errorf("of %s is kept: %+v, %v", id, words, err)
		}
	}
}

func TestAForkKeepsWhatIsForgottenOfItsParentAndTheOtherWayRound(t *testing.T) {
	for _, tc := range []struct{ forgotten, stays string }{{"parent", "fork"}, {"fork", "parent"}} {
		t.Run(tc.forgotten+" is forgotten", func(t *testing.T) {
			d := open(t, t.TempDir())
			both := []string{"parent", "fork"}
			for _, id := range both {
				session(t, d, id)
				says(t, d, db.Word{SessionID: id, UUID: "shared", At: noon, Text: "said before the fork"})
				says(t, d, db.Word{SessionID: id, UUID: "own-" + id, At: noon, Text: "said in " + id})
			}
			did := forget(t, d, db.Target{Session: tc.forgotten})
			if !slices.Equal(did.Forks, []string{tc.stays}) {
				t.Errorf("named as forks: %q", did.Forks)
			}
			read := func(id string) {
				session(t, d, id)
				for _, w := range []db.Word{{UUID: "shared", Text: "said before the fork"}, {UUID: "own-" + tc.stays, Text: "said in " + tc.stays}, {UUID: "own-" + tc.forgotten, Text: "said in " + tc.forgotten}} {
					w.SessionID, w.At = id, noon
					write(t, d, func(x *db.Tx) error { _, err := x.AddWord(&w); return err })
				}
			}
			want := []string{"said before the fork", "said in " + tc.stays}
			if got := texts(t, d, tc.stays); !slices.Equal(got, want) {
				t.Errorf("it holds %q", got)
			}
			read("a fork made later")
			if got := texts(t, d, "a fork made later"); !slices.Equal(got, want) {
				t.Errorf("a fork made later holds %q", got)
			}
			read(tc.forgotten)
			if got := texts(t, d, tc.forgotten); len(got) != 0 {
				t.Errorf("read again it holds %q", got)
			}
		})
	}
}

func TestWhatIsOldGoesByWhatWasSaidLast(t *testing.T) {
	d := open(t, t.TempDir())
	ago := func(days int) time.Time { return noon.AddDate(0, 0, -days) }
	d.Now = func() time.Time { return noon }
	for id, days := range map[string]int{"old": 40, "living": 5, "resumed": 40, "compacted": 40} {
		session(t, d, id) // read now, all of them
		says(t, d, db.Word{SessionID: id, UUID: id, At: ago(days), Text: "said in " + id})
	}
	says(t, d, db.Word{SessionID: "resumed", UUID: "r", At: ago(1), Text: "and today"})
	write(t, d, func(x *db.Tx) error { return x.AddCompaction(&db.Compaction{SessionID: "compacted", OpenedAt: ago(2)}) })
	d.Now = func() time.Time { return ago(60) }
	session(t, d, "silent")
	d.Now = func() time.Time { return noon }
	did := forget(t, d, db.Target{OlderThan: ago(30)})
	var gone []string
	for _, s := range did.Sessions {
		gone = append(gone, s.ID)
	}
	slices.Sort(gone)
	if !slices.Equal(gone, []string{"old", "silent"}) {
		t.Errorf("gone: %q", gone)
	}
	if got := texts(t, d, "resumed"); len(got) != 2 {
		t.Errorf("a session that goes on lost words: %q", got)
	}
}

func TestAProjectThatIsOffStaysOffWhenItIsForgotten(t *testing.T) {
	for name, target := range map[string]db.Target{"itself": {Project: 1}, "with everything": {Everything: true}, "with its last session": {Session: "s"}} {
		t.Run(name, func(t *testing.T) {
			d := open(t, t.TempDir())
			session(t, d, "s")
			if err := d.SwitchProject(ctx, "/project", false); err != nil {
				t.Fatal(err)
			}
			forget(t, d, target)
			p, err := d.ProjectByRoot(ctx, "/project")
			if err != nil || p.Enabled {
				t.Errorf("%+v, %v", p, err)
			}
			if err := d.SwitchProject(ctx, "/project", true); err != nil {
				t.Fatal(err)
			}
			if windows, err := d.OffWindows(ctx, p.ID); err != nil || len(windows) != 1 {
				t.Errorf("when it was off: %+v, %v", windows, err)
			}
		})
	}
}

func TestWhatWasForgottenIsKnownByHashesAlone(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	for _, id := range []string{"0d1b1a52-5d52-4d2c-8b61-0b5d1b6f0f5f", "7c1e"} {
		session(t, d, id)
		says(t, d, db.Word{SessionID: id, UUID: "row-" + id, At: noon, PromptID: "prompt-" + id, Text: "said in " + id})
	}
	words, _ := d.Words(ctx, "7c1e")
	forget(t, d, db.Target{Word: words[0].ID})
	forget(t, d, db.Target{Session: "0d1b1a52-5d52-4d2c-8b61-0b5d1b6f0f5f"})
	forget(t, d, db.Target{Project: 1})
	if err := d.Wipe(ctx, time.Minute); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "forgotten.json")
	text, err := os.ReadFile(path)
	if err != nil || strings.Count(string(text), "before_at") < 6 {
		t.Errorf("the copy: %s, %v", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode: %v, %v", info.Mode(), err)
	}
	for _, name := range []string{"forgotten.json", db.File, db.File + "-wal"} {
		text, _ := os.ReadFile(filepath.Join(dir, name))
		for _, id := range []string{"0d1b1a52", "7c1e", "/project"} {
			if strings.Contains(string(text), id) {
				t.Errorf("%s holds %q", name, id)
			}
		}
	}
}

// A session that is forgotten while a hook reads it must not get what that hook has read.
func TestAReadingOfASessionThatWasForgottenMeanwhileIsNotStored(t *testing.T) {
	d := open(t, t.TempDir())
	now := noon
	d.Now = func() time.Time { return now }
	s := session(t, d, "s")
	forget(t, d, db.Target{Session: "s"})
	now = now.Add(time.Millisecond)
	session(t, d, "s") // by another hook
	write(t, d, func(x *db.Tx) error {
		ok, err := x.SaveReading(s, "/t", 100, "{}")
		if ok {
			t.Error("it is stored")
		}
		return err
	})
}

// The hooks' way through a ledger in which nothing was ever forgotten, and through one that remembers much.
func BenchmarkForgotten(b *testing.B) {
	for _, rows := range []int{0, 100_000} {
		d, err := db.Open(ctx, b.TempDir(), db.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer d.Close()
		err = d.Write(ctx, func(x *db.Tx) error {
			if _, err := x.EnsureSession("s", "/project", "/t"); err != nil {
				return err
			}
			return x.RememberForTest(rows)
		})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("find a session, %d rows", rows), func(b *testing.B) {
			for b.Loop() {
				if _, err := d.Session(ctx, "s"); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("add a word, %d rows", rows), func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				err := d.Write(ctx, func(x *db.Tx) error {
					_, err := x.AddWord(&db.Word{SessionID: "s", UUID: fmt.Sprint(n), At: noon.Add(time.Duration(n) * time.Second), Text: "Use tabs everywhere."})
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
