package hooks_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// forgetWord forgets the word of the conversation with a text, as the owner does.
func (c *conversation) forgetWord(d *db.DB, text string) {
	c.t.Helper()
	words, err := d.Words(ctx, c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, w := range words {
		if has(w.Text, text) {
			if _, err := d.Forget(ctx, db.Target{Word: w.ID}); err != nil {
				c.t.Fatal(err)
			}
			return
		}
	}
	c.t.Fatalf("no word %q", text)
}

// anew lets the transcript be read from its start into a fresh ledger that remembers what was forgotten.
func (c *conversation) anew() *db.DB {
	c.t.Helper()
	for _, ext := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(c.state + "/" + db.File + ext); err != nil && !os.IsNotExist(err) {
			c.t.Fatal(err)
		}
	}
	c.fire("SessionStart", fields{"source": "resume"})
	return c.ledger()
}

// Better forgotten than revived: what a forgotten message took back does not stand again, whoever reads it.
func TestAForgottenMessageStillTakesBackWhatItTookBack(t *testing.T) {
	c := newConversation(t)
	c.turn("Use pnpm, not yarn.")
	c.turn("Actually, use yarn instead of pnpm.")
	d := c.ledger()
	c.forgetWord(d, "Actually")
	d.Close()
	for _, when := range []string{"at once", "read again"} {
		d := c.ledger()
		all, err := d.Decisions(ctx, c.id, "")
		if err != nil || len(all) != 1 || all[0].Status == db.Live || has(all[0].Why, "yarn") {
			t.Errorf("%s: %+v, %v", when, all, err)
		}
		d.Close()
		c.anew().Close()
	}
}

// What is kept of the reading must not repeat a forgotten message either: the newest prompt, not answered yet, the queue,
// and what the model said last.
func TestTheReadingDoesNotRememberAForgottenMessage(t *testing.T) {
	const secret = "The launch of the quokkafish is on Friday."
	for name, ends := range map[string]func(c *conversation){
		"it is the newest prompt": func(c *conversation) { c.says(secret) },
		"the model repeats it last": func(c *conversation) {
			c.says(secret)
			c.answers("Noted: " + secret)
		},
		"it becomes a task": func(c *conversation) {
			c.says(secret)
			c.row(fields{"type": "assistant", "message": fields{"role": "assistant", "content": []fields{
				{"type": "tool_use", "id": "t1", "name": "TodoWrite", "input": fields{"todos": []fields{{"content": secret, "status": "pending"}}}}}}})
		},
		"a short answer follows": func(c *conversation) {
			c.says(secret)
			c.answers("You said: " + secret + " Shall I tell them?")
			c.says("yes")
			c.answers("Done.")
		},
		"a summary follows": func(c *conversation) {
			c.says(secret)
			c.answers("Noted.")
			c.compact("auto", func(string) string { return "- \"" + secret + "\"\n- " + secret })
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newConversation(t)
			c.turn("Use tabs.")
			ends(c)
			c.fire("SessionStart", fields{"source": "resume"})
			d := c.ledger()
			c.forgetWord(d, secret)
			if err := d.Wipe(ctx, time.Minute); err != nil {
				t.Fatal(err)
			}
			d.Close()
			c.clean("at once", "quokkafish")
			c.fire("SessionStart", fields{"source": "resume"})
			c.clean("read on", "quokkafish")
			d = c.anew()
			c.clean("read again", "quokkafish")
			if words, err := d.Words(ctx, c.id); err != nil || len(words) == 0 || words[0].Text != "Use tabs." {
				t.Errorf("the other words: %+v, %v", words, err)
			}
		})
	}
}

// clean checks that no file of the state folder holds a text.
func (c *conversation) clean(when, text string) {
	c.t.Helper()
	files, err := os.ReadDir(c.state)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, f := range files {
		if content, err := os.ReadFile(c.state + "/" + f.Name()); err == nil && strings.Contains(string(content), text) {
			c.t.Errorf("%s: %s holds %q", when, f.Name(), text)
		}
	}
}

// A turn that was running when its project was switched off ends, although the row that says so is passed over.
func TestAGoAheadDoesNotOutliveASwitch(t *testing.T) {
	c := newConversation(t)
	d := c.ledger()
	d.Now = func() time.Time { return c.now }
	c.turn("Use tabs.")
	c.says("Commit this.")
	c.fire("SessionStart", fields{"source": "resume"})
	c.now = c.now.Add(time.Second)
	if err := d.SwitchProject(ctx, hooks.ProjectRoot(c.dir), false); err != nil {
		t.Fatal(err)
	}
	c.row(fields{"type": "system", "subtype": "turn_duration", "durationMs": 1000})
	c.now = c.now.Add(time.Minute)
	if err := d.SwitchProject(ctx, hooks.ProjectRoot(c.dir), true); err != nil {
		t.Fatal(err)
	}
	c.now = c.now.Add(time.Minute)
	c.fire("SessionStart", fields{"source": "resume"})
	live, err := d.Decisions(ctx, c.id, db.Live)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range live {
		if has(x.Quote, "Commit") {
			t.Errorf("still live: %+v", x)
		}
	}
}

func TestUnwantedTranscripts(t *testing.T) {
	c := newConversation(t)
	c.turn("Use tabs.")
	d := c.ledger()
	d.Now = func() time.Time { return c.now }
	if _, err := d.Forget(ctx, db.Target{Session: c.id}); err != nil {
		t.Fatal(err)
	}
	if err := d.Write(ctx, func(x *db.Tx) error { return x.SaveSetting("keep_days", "30") }); err != nil {
		t.Fatal(err)
	}
	oldest, err := hooks.OldestKept(ctx, d)
	if want := c.now.AddDate(0, 0, -30); err != nil || !oldest.Equal(want) {
		t.Errorf("the oldest that is kept: %v, %v; want %v", oldest, err, want)
	}
	for _, tc := range []struct {
		name string
		file hooks.Transcript
		left bool
	}{
		{"of a forgotten session", hooks.Transcript{Session: c.id, LastAt: c.now.Add(-time.Second)}, true},
		{"of a forgotten session that went on", hooks.Transcript{Session: c.id, LastAt: c.now.Add(time.Second)}, false},
		{"of another session", hooks.Transcript{Session: "other", LastAt: c.now.AddDate(0, 0, -29)}, false},
		{"that is too old", hooks.Transcript{Session: "other", LastAt: c.now.AddDate(0, 0, -31)}, true},
	} {
		if why, err := hooks.Unwanted(ctx, d, tc.file, oldest); err != nil || (why != "") != tc.left {
			t.Errorf("a transcript %s: %q, %v", tc.name, why, err)
		}
	}
	if err := d.Write(ctx, func(x *db.Tx) error { return x.SaveSetting("keep_days", "") }); err != nil {
		t.Fatal(err)
	}
	if oldest, err := hooks.OldestKept(ctx, d); err != nil || !oldest.IsZero() {
		t.Errorf("by default the oldest that is kept: %v, %v; want all", oldest, err)
	}
}
