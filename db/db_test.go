package db_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

var ctx = context.Background()

// open opens a ledger whose clock the test sets.
func open(t *testing.T, dir string) *db.DB {
	t.Helper()
	d, err := db.Open(ctx, dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func write(t *testing.T, d *db.DB, f func(*db.Tx) error) {
	t.Helper()
	if err := d.Write(ctx, f); err != nil {
		t.Fatal(err)
	}
}

func session(t *testing.T, d *db.DB, id string) db.Session {
	t.Helper()
	var s db.Session
	write(t, d, func(x *db.Tx) (err error) {
		s, err = x.EnsureSession(id, "/project", "/transcripts/"+id+".jsonl")
		return err
	})
	return s
}

// BR-51, BR-53: the pragmas hold on the connection that writes.
func TestBR51WritersWaitForEachOther(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	second := open(t, dir)
	started, done := make(chan bool), make(chan error)
	go func() {
		done <- first.Write(ctx, func(x *db.Tx) error {
			close(started)
			time.Sleep(150 * time.Millisecond)
			_, err := x.EnsureSession("a", "/p", "/t")
			return err
		})
	}()
	<-started
	session(t, second, "b") // would be SQLITE_BUSY without a timeout
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	all, err := second.ProjectSessions(ctx, 1)
	if err != nil || len(all) == 0 {
		t.Fatalf("sessions: %v, %v", all, err)
	}
}

func TestFiftyOpenANewLedgerAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	var wg sync.WaitGroup
	errs := make(chan error, 50)
	for i := range 50 {
		wg.Go(func() {
			d, err := db.Open(ctx, dir, db.Options{})
			if err == nil {
				defer d.Close()
				err = d.Write(ctx, func(x *db.Tx) error {
					_, err := x.EnsureSession(string(rune('A'+i)), "/p", "/t")
					return err
				})
			}
			errs <- err
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	all, err := open(t, dir).ProjectSessions(ctx, 1)
	if err != nil || len(all) != 50 {
		t.Errorf("%d sessions, %v; want 50", len(all), err)
	}
}

func TestADamagedLedgerIsSetAsideOnceAndKeepsTheSwitches(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	if err := d.SwitchProject(ctx, "/secret", false); err != nil {
		t.Fatal(err)
	}
	d.Close()
	os.Remove(filepath.Join(dir, db.File+"-wal"))
	if err := os.WriteFile(filepath.Join(dir, db.File), []byte("not a database at all, though it is long enough to be looked at as one"), 0o600); err != nil {
		t.Fatal(err)
	}
	one, err := db.Open(ctx, dir, db.Options{})
	if !db.Damaged(err) {
		t.Fatalf("open: %v, want damage", err)
	}
	two, err := db.Open(ctx, dir, db.Options{})
	if !db.Damaged(err) {
		t.Fatalf("open: %v, want damage", err)
	}
	aside, err := one.SetAside()
	if err != nil || aside == "" {
		t.Fatalf("set aside: %q, %v", aside, err)
	}
	fresh := open(t, dir)
	if again, err := two.SetAside(); err != nil || again != "" {
		t.Errorf("the second one moved the fresh ledger to %q, %v", again, err)
	}
	all, err := fresh.Projects(ctx)
	if err != nil || len(all) != 1 || all[0].Enabled {
		t.Errorf("projects: %+v, %v; want /secret, off", all, err)
	}
	if _, err := os.Stat(aside); err != nil {
		t.Errorf("the damaged file is gone: %v", err)
	}
}

func TestAWordCountsOnce(t *testing.T) {
	at := time.UnixMilli(1_700_000_000_000)
	first := db.Word{UUID: "u1", At: at, PromptID: "p1", Channel: db.Typed, Text: "use tabs"}
	again := func(change func(*db.Word)) db.Word { w := first; change(&w); return w }
	for _, tc := range []struct {
		name  string
		word  db.Word
		isNew bool
	}{
		{"the same row read twice is the same word", first, false},
		{"BR-58 a row written again with another uuid and the same time is the same word", again(func(w *db.Word) { w.UUID, w.PromptID = "u2", "" }), false},
		{"a row written again with another uuid for the same prompt is the same word", again(func(w *db.Word) { w.UUID, w.At = "u2", at.Add(time.Hour) }), false},
		{"the same text said again later is another word", again(func(w *db.Word) { w.UUID, w.PromptID, w.At = "u3", "p2", at.Add(time.Hour) }), true},
		{"BR-59 the same row with changed text keeps its first form", again(func(w *db.Word) { w.Text = "use spaces" }), false},
		{"the second answer in one row is another word", again(func(w *db.Word) { w.Ord, w.Text = 1, "Postgres" }), true},
		{"the same answer to the second question of a row is another word", again(func(w *db.Word) { w.Ord = 1 }), true},
		{"a queue line without uuid is another word", again(func(w *db.Word) { w.UUID, w.PromptID, w.At = "", "", at.Add(time.Minute) }), true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := open(t, t.TempDir())
			session(t, d, "s")
			write(t, d, func(x *db.Tx) error {
				w := first
				w.SessionID = "s"
				if isNew, err := x.AddWord(&w); !isNew || err != nil {
					t.Fatalf("first: %v, %v", isNew, err)
				}
				w2 := tc.word
				w2.SessionID = "s"
				isNew, err := x.AddWord(&w2)
				if isNew != tc.isNew || w2.ID == 0 {
					t.Errorf("new = %v (id %d), want %v", isNew, w2.ID, tc.isNew)
				}
				return err
			})
		})
	}
}

func TestAReadingThatAnotherProcessOvertookIsNotStored(t *testing.T) {
	d := open(t, t.TempDir())
	s := session(t, d, "s")
	write(t, d, func(x *db.Tx) error {
		if ok, err := x.SaveReading(s, "/t", 100, "{}"); !ok || err != nil {
			t.Errorf("first: %v, %v", ok, err)
		}
		ok, err := x.SaveReading(s, "/t", 200, "{}")
		if ok {
			t.Error("the second process, which read from the same place, stored its reading too")
		}
		return err
	})
}

func TestAnUnknownKeyIsNotFound(t *testing.T) {
	d := open(t, t.TempDir())
	if _, err := d.Session(ctx, "nobody"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("session: %v", err)
	}
	if _, err := d.CompactionByID(ctx, 7); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("compaction: %v", err)
	}
}

// The client may fire PreCompact again before the first hook has made its brief.
func TestABriefThatIsMadeLateDoesNotOpenItsCompactionAgain(t *testing.T) {
	d := open(t, t.TempDir())
	session(t, d, "s")
	write(t, d, func(x *db.Tx) error {
		first := db.Compaction{SessionID: "s", Trigger: db.Auto, State: db.StateOpen}
		second := first
		if err := x.AddCompaction(&first); err != nil {
			return err
		}
		if err := x.AddCompaction(&second); err != nil {
			return err
		}
		if err := x.BriefMade(first.ID, 100, 0); err != nil {
			return err
		}
		if got, err := x.CompactionByID(first.ID); err != nil || got.State != db.StateNothing || !got.BriefMade || got.AskedUnits != 100 {
			t.Errorf("the first: %+v, %v", got, err)
		}
		open, err := x.OpenCompactions("s")
		if err != nil || len(open) != 1 || open[0].ID != second.ID {
			t.Errorf("open: %+v, %v; want the second alone", open, err)
		}
		return nil
	})
}
