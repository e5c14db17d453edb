package hooks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// decided returns the decision of the conversation with the quote.
func (c *conversation) decided(quote string) *db.Decision {
	c.t.Helper()
	all, err := c.ledger().Decisions(ctx, c.id, "")
	if err != nil {
		c.t.Fatal(err)
	}
	for _, d := range all {
		if has(d.Quote, quote) {
			return d
		}
	}
	c.t.Fatalf("no decision holds %q: %v", quote, all)
	return nil
}

// edits changes a decision as the dashboard does.
func (c *conversation) edits(quote string, change func(*db.Standing)) {
	c.t.Helper()
	id := c.decided(quote).ID
	err := c.ledger().Write(ctx, func(t *db.Tx) error {
		_, err := t.EditDecision(id, "anna", "test", change)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// adds writes a rule by hand and returns its decision.
func (c *conversation) adds(text string) (id int64) {
	c.t.Helper()
	d := c.ledger()
	d.Now = func() time.Time { return c.now }
	err := d.Write(ctx, func(t *db.Tx) (err error) {
		id, err = t.AddByHand(c.id, "anna", "dashboard-"+text, text, "", db.KindRule)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// readAgain lets the next hook read the whole transcript anew.
func (c *conversation) readAgain() {
	c.t.Helper()
	d := c.ledger()
	s, err := d.Session(ctx, c.id)
	if err == nil {
		err = d.Write(ctx, func(t *db.Tx) error { _, err := t.SaveReading(s, c.path, 0, ""); return err })
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func TestTheOwnersEditsWinOverRules(t *testing.T) {
	pin := func(s *db.Standing) { s.Pinned = true }
	to := func(status db.Status) func(*db.Standing) {
		return func(s *db.Standing) { s.Status, s.Why = status, "The owner said so." }
	}
	for _, tc := range []struct {
		name, said string
		edit       func(*db.Standing)
		then       func(*conversation)
		want       db.Status
	}{
		{"a later reversal leaves what was pinned", "Use option B for the parser, not option A.", pin,
			func(c *conversation) { c.turn("Actually, use option A for the parser instead.") }, db.Live},
		{"without an edit it does not", "Use option B for the parser, not option A.", nil,
			func(c *conversation) { c.turn("Actually, use option A for the parser instead.") }, db.Replaced},
		{"a later reversal leaves what is live again", "Use option B for the parser, not option A.", to(db.Live),
			func(c *conversation) { c.turn("Scratch that. Use option A for the parser instead.") }, db.Live},
		{"the end of a turn leaves a go-ahead that was pinned", "Commit this and push it.", pin,
			func(c *conversation) { c.fire("Stop", nil) }, db.Live},
		{"and one that was made live", "Commit this and push it.", to(db.Live),
			func(c *conversation) { c.fire("Stop", nil) }, db.Live},
		{"without an edit it uses it up", "Commit this and push it.", nil,
			func(c *conversation) { c.fire("Stop", nil) }, db.Done},
		{"reading the transcript again does not bring back what is no decision", rule, to(db.Rejected),
			func(c *conversation) { c.readAgain(); c.turn("The build took four minutes today.") }, db.Rejected},
		{"nor what was withdrawn", rule, to(db.Withdrawn),
			func(c *conversation) { c.readAgain(); c.turn("The build took four minutes today.") }, db.Withdrawn},
		{"nor what is done", rule, to(db.Done),
			func(c *conversation) { c.readAgain(); c.turn("The build took four minutes today.") }, db.Done},
		{"a compaction does not bring it back", rule, to(db.Rejected),
			func(c *conversation) { c.compact("auto", drops) }, db.Rejected},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := newConversation(t)
			c.says(tc.said)
			c.answers("I will.")
			c.fire("UserPromptSubmit", fields{"prompt": "x"}) // reads it, within its turn
			if tc.edit != nil {
				c.edits(strings.TrimSuffix(tc.said, "."), tc.edit)
			}
			tc.then(c)
			if got := c.decided(strings.TrimSuffix(tc.said, ".")); got.Status != tc.want {
				t.Errorf("it is %s (%s), want %s", got.Status, got.Why, tc.want)
			}
		})
	}
}

func TestBR6WhatTheOwnerSaysIsReplacedOrNoDecisionIsNotPutBack(t *testing.T) {
	for _, status := range []db.Status{db.Replaced, db.Withdrawn, db.Done, db.Rejected} {
		t.Run(string(status), func(t *testing.T) {
			c := newConversation(t)
			c.turn(rule)
			c.turn("Use option B for the parser, not option A.")
			c.edits(rule, func(s *db.Standing) { s.Status = status })
			brief, restore := c.compact("auto", drops)
			asked, messages, _ := strings.Cut(brief, "The owner's last")
			if has(asked, rule) {
				t.Errorf("it is asked for:\n%s", asked)
			}
			live, _, _ := strings.Cut(restore, "already answered")
			if has(live, rule) {
				t.Errorf("it is put back:\n%s", live)
			}
			if !has(messages, rule) {
				t.Errorf("the message is not among the last ones any more:\n%s", messages)
			}
			if status == db.Rejected && (!has(restore, rule) || has(brief, "later) "+rule)) {
				t.Errorf("its message does not count as one like others:\n%s\n%s", brief, restore)
			}
		})
	}
}

func TestWhatIsPinnedComesFirst(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.turn("Use option B for the parser, not option A.")
	c.edits("option B", func(s *db.Standing) { s.Pinned = true })
	brief, restore := c.compact("auto", drops)
	for _, text := range []string{brief, restore} {
		if pinned := strings.Index(text, "Use option B"); pinned < 0 || pinned > strings.Index(text, rule) {
			t.Errorf("it does not:\n%s", text)
		}
	}
}

func TestARuleByHandIsKeptLikeAnyOther(t *testing.T) {
	const byHand = "Write every date in UTC."
	c := newConversation(t)
	c.turn(rule)
	c.compact("auto", drops)
	c.fire("UserPromptSubmit", fields{"prompt": "go on"}) // takes the boundary in
	c.adds(byHand)
	first, outcomes := c.last()
	if len(outcomes) != 1 {
		t.Errorf("the compaction before it has %d outcomes", len(outcomes))
	}
	if text := c.fire("UserPromptSubmit", fields{"prompt": "go on"}); text != "" {
		t.Errorf("the next prompt puts back:\n%s", text)
	}
	for i := range 3 {
		brief, restore := c.compact("auto", drops)
		if asked, _, _ := strings.Cut(brief, "The owner's last"); !has(asked, byHand) {
			t.Errorf("compaction %d does not ask for it:\n%s", i, brief)
		}
		if count(restore, byHand) != 1 {
			t.Errorf("after compaction %d it is not put back once:\n%s", i, restore)
		}
		c.turn("The build took four minutes today.")
	}
	// It is the owner's: a summary may quote it.
	c.compact("auto", func(string) string {
		return "## Owner decisions\n- \"" + rule + "\"\n- \"" + byHand + "\"\n\n## Next\n"
	})
	last, outcomes := c.last()
	invented, err := c.ledger().Invented(ctx, last.ID)
	if err != nil || len(invented) > 0 {
		t.Errorf("invented: %q, %v", invented, err)
	}
	kept := 0
	for _, o := range outcomes {
		if o.Outcome == db.Verbatim {
			kept++
		}
	}
	if kept != 2 {
		t.Errorf("%d of two kept word for word", kept)
	}
	if again, err := c.ledger().Outcomes(ctx, first.ID); err != nil || len(again) != 1 {
		t.Errorf("the compaction before it has %d outcomes now, %v", len(again), err)
	}
}

func TestARuleByHandCanBeTheFirstOfItsSession(t *testing.T) {
	c := newConversation(t)
	c.fire("SessionStart", fields{"source": "startup"})
	c.adds("Write every date in UTC.")
	c.turn("The build took four minutes today.")
	if brief, restore := c.compact("manual", drops); !has(brief, "Write every date in UTC.") || has(restore, "Write every date in UTC.") {
		t.Errorf("asked for:\n%s\nput back:\n%s", brief, restore)
	}
}

func TestAForkKeepsRulesByHand(t *testing.T) {
	parent := newConversation(t)
	parent.turn(rule)
	parent.adds("Write every date in UTC.")
	parent.adds("Name every author.") // at the same line of the transcript
	parent.compact("auto", drops)
	parent.fire("UserPromptSubmit", fields{"prompt": "go on"})
	fork := *parent
	fork.id, fork.path = "session-2", filepath.Join(parent.dir, "session-2.jsonl")
	text, err := os.ReadFile(parent.path)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.SplitAfter(string(text), "\n")
	for i, row := range rows {
		if has(row, "compact_boundary") {
			text = []byte(rows[i] + rows[i+1])
		}
	}
	if err := os.WriteFile(fork.path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	fork.now = fork.now.Add(time.Hour)
	fork.fire("SessionStart", fields{"source": "resume"})
	_, restore := fork.compact("auto", drops)
	for _, want := range []string{rule, "Write every date in UTC.", "Name every author."} {
		if count(restore, want) != 1 {
			t.Errorf("%q is not put back once in the fork:\n%s", want, restore)
		}
	}
	// To forget it takes the fork's copy along.
	d := parent.ledger()
	if _, err := d.Forget(ctx, db.Target{Decision: parent.decided("Name every author.").ID}); err != nil {
		t.Fatal(err)
	}
	if _, restore := fork.compact("auto", drops); has(restore, "Name every author.") || !has(restore, "Write every date in UTC.") {
		t.Errorf("after it was forgotten:\n%s", restore)
	}
}

func TestAnAnswerInTheDashboardSettlesAQuestion(t *testing.T) {
	c := newConversation(t)
	c.turn("Open question: do we need a migration, or is a default enough?")
	q := c.decided("migration")
	if q.Kind != db.KindOpenQuestion {
		t.Fatalf("it is of kind %s", q.Kind)
	}
	d := c.ledger()
	d.Now = func() time.Time { return c.now }
	err := d.Write(ctx, func(t *db.Tx) error {
		_, err := t.Answer(q.ID, "anna", "dashboard-1", "A default is enough for now.")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	brief, restore := c.compact("auto", drops)
	if asked, _, _ := strings.Cut(brief, "The owner's last"); has(asked, "Open questions:") || !has(asked, "A default is enough for now.") {
		t.Errorf("asked for:\n%s", asked)
	}
	if !has(restore, "A default is enough for now.") {
		t.Errorf("put back:\n%s", restore)
	}
}
