package hooks_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// pausing is a conversation during which the owner has the keeper pause. Its clock goes on by a second at each row.
type pausing struct {
	*conversation
	db *db.DB
}

func newPausing(t *testing.T) pausing {
	t.Helper()
	p := pausing{conversation: newConversation(t)}
	p.db = p.ledger()
	p.db.Now = func() time.Time { return p.now }
	return p
}

func (p pausing) pause(d time.Duration) {
	p.t.Helper()
	p.now = p.now.Add(time.Second)
	if err := p.db.Write(ctx, func(t *db.Tx) error { return t.Pause(t.Now, t.Now.Add(d)) }); err != nil {
		p.t.Fatal(err)
	}
}

func (p pausing) resume() {
	p.t.Helper()
	p.now = p.now.Add(time.Second)
	if err := p.db.Write(ctx, func(t *db.Tx) error { return t.Resume() }); err != nil {
		p.t.Fatal(err)
	}
}

const (
	saidBefore = "Use option B for the parser."
	saidIn     = "Always sign the release with the secret key."
	saidAfter  = "Never log e-mail addresses."
)

// kept tells of each sentence whether it is put back after a compaction, which ends the case.
func (p pausing) kept() (before, in, after bool) {
	p.t.Helper()
	p.now = p.now.Add(time.Second)
	_, restore := p.compact("auto", drops)
	return has(restore, saidBefore), has(restore, saidIn), has(restore, saidAfter)
}

// silent is a turn in a pause: no hook says anything.
func (p pausing) silent(text string) {
	p.t.Helper()
	p.says(text)
	if out := p.fire("UserPromptSubmit", nil); out != "" {
		p.t.Errorf("in the pause a prompt's hook printed %q", out)
	}
	p.answers("Understood.")
	p.fire("Stop", nil)
	if brief, restore := p.compact("auto", func(string) string { return "<summary>" + text + "</summary>" }); brief != "" || restore != "" {
		p.t.Errorf("in the pause a compaction's hooks printed %q and %q", brief, restore)
	}
}

func TestWhatIsSaidInAPauseNeverComesIn(t *testing.T) {
	for _, c := range []struct {
		name string
		run  func(p pausing)
	}{
		{"the pause is over by itself", func(p pausing) {
			p.pause(time.Hour)
			p.silent(saidIn)
			p.now = p.now.Add(time.Hour)
		}},
		{"it is ended early", func(p pausing) {
			p.pause(time.Hour)
			p.silent(saidIn)
			p.resume()
		}},
		{"two overlap, and both are over", func(p pausing) {
			p.pause(time.Hour)
			p.now = p.now.Add(50 * time.Minute)
			p.pause(time.Hour)
			p.now = p.now.Add(30 * time.Minute) // the first is over
			p.silent(saidIn)
			p.now = p.now.Add(time.Hour)
		}},
		{"a shorter one does not shorten it", func(p pausing) {
			p.pause(3 * time.Hour)
			p.pause(time.Minute)
			p.now = p.now.Add(time.Hour)
			p.silent(saidIn)
			p.now = p.now.Add(3 * time.Hour)
		}},
		{"two overlap, and one word ends both", func(p pausing) {
			p.pause(time.Hour)
			p.pause(2 * time.Hour)
			p.silent(saidIn)
			p.resume()
		}},
		{"the clock is set back in it, and it is over by itself", func(p pausing) {
			p.pause(time.Hour)
			p.now = p.now.Add(-10 * time.Minute)
			p.silent(saidIn)
			p.now = p.now.Add(2 * time.Hour)
		}},
		{"the clock is set back in it, and it is ended early", func(p pausing) {
			p.pause(time.Hour)
			p.silent(saidIn)
			p.now = p.now.Add(-10 * time.Minute)
			p.silent(saidIn)
			p.resume()
			p.now = p.now.Add(12 * time.Minute)
		}},
		{"no hook runs in it", func(p pausing) {
			p.pause(time.Hour)
			p.says(saidIn)
			p.resume()
		}},
		{"the ledger is damaged afterwards", func(p pausing) {
			p.pause(time.Hour)
			p.silent(saidIn)
			p.resume()
			if _, err := p.db.SetAside(); err != nil {
				p.t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPausing(t)
			p.turn(saidBefore)
			c.run(p)
			p.now = p.now.Add(time.Second)
			p.turn(saidAfter)
			if before, in, after := p.kept(); !before || in || !after {
				t.Errorf("said before: kept %v, in the pause: %v, after: %v", before, in, after)
			}
			for _, name := range []string{db.File, db.File + "-wal"} {
				text, err := os.ReadFile(filepath.Join(p.state, name))
				if err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
				if has(string(text), saidIn) {
					t.Errorf("%s holds what was said in the pause", name)
				}
			}
		})
	}
}

func TestAPauseIsRecordedAndStoresNothingElse(t *testing.T) {
	p := newPausing(t)
	p.pause(time.Hour)
	p.silent(saidIn)
	if r, err := p.db.LastRun(ctx, p.id); err != nil || r.Outcome != "paused" || r.Error != "" {
		t.Errorf("the run: %+v, %v", r, err)
	}
	if s, err := p.db.Session(ctx, p.id); err == nil {
		t.Errorf("a session that began in the pause was recorded: %+v", s)
	}
	if all, err := p.db.Projects(ctx); err != nil || len(all) != 0 {
		t.Errorf("projects: %+v, %v", all, err)
	}
}

// What the spool holds from before a pause must not be lost in it.
func TestTheSpoolWaitsForTheEndOfAPause(t *testing.T) {
	p := newPausing(t)
	p.turn("Hello.")
	p.says(saidBefore)
	spool := filepath.Join(p.state, hooks.SpoolDir)
	if err := os.MkdirAll(spool, 0o700); err != nil {
		t.Fatal(err)
	}
	text := `{"at":"2026-11-30T12:00:00Z","event":"Stop","session_id":"` + p.id + `","transcript_path":"` + p.path + `","cwd":"` + p.dir + `","error":"the disk was full"}`
	if err := os.WriteFile(filepath.Join(spool, "1-1.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	left := func() int {
		files, err := os.ReadDir(spool)
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	p.pause(time.Hour)
	p.fire("Stop", nil)
	if left() != 1 {
		t.Error("it was taken in, or thrown away, in the pause")
	}
	p.resume()
	p.fire("Stop", nil)
	if left() != 0 {
		t.Error("it was not taken in after the pause")
	}
	if before, _, _ := p.kept(); !before {
		t.Error("what was said before the pause is lost")
	}
}

func TestAnImportInAPauseTakesInNothing(t *testing.T) {
	p := newPausing(t)
	p.says(saidBefore)
	p.pause(time.Hour)
	importer := hooks.Importer{DB: p.db}
	f := hooks.Transcript{Path: p.path, Session: p.id, Root: p.dir, LastAt: p.now, Ended: true}
	if err := importer.Import(ctx, f, func(int64) {}); err != hooks.ErrPaused {
		t.Errorf("got %v, want %v", err, hooks.ErrPaused)
	}
	p.says(saidIn)
	p.resume()
	p.says(saidAfter)
	if err := importer.Import(ctx, f, func(int64) {}); err != nil {
		t.Fatal(err)
	}
	words, err := p.db.LastWords(ctx, p.id, 10)
	if err != nil || len(words) != 2 || words[0].Text != saidBefore || words[1].Text != saidAfter {
		t.Errorf("imported %+v, %v", words, err)
	}
}

func TestTheHookNotesThatNobodySitsBeforeTheClient(t *testing.T) {
	for name, unattended := range map[string]bool{"someone does": false, "nobody does": true} {
		t.Run(name, func(t *testing.T) {
			c := newConversation(t)
			c.unattended = unattended
			c.turn(saidBefore)
			d := c.ledger()
			if _, _, _, err := d.Unnoticed(ctx); err != nil {
				t.Fatal(err)
			}
			if err := d.Write(ctx, func(t *db.Tx) error { return t.Noticed(0) }); err != nil {
				t.Fatal(err)
			}
			c.compact("auto", drops)
			all, _, _, err := d.Unnoticed(ctx)
			if err != nil || len(all) != 1 || all[0].Unattended != unattended || !all[0].Brief || all[0].Asked != 1 || all[0].PutBack != 1 {
				t.Errorf("got %+v, %v", all, err)
			}
		})
	}
}
