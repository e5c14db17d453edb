package hooks_test

import (
	"os"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

func TestBR8TheBriefForbidsToInvent(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	brief, _ := c.compact("auto", drops)
	for _, want := range []string{"nothing is invented", `Write "none" where there is none`, "exactly as written"} {
		if !has(brief, want) {
			t.Errorf("the brief does not say %q:\n%s", want, brief)
		}
	}
}

// A summary made ahead of time (precompute) does not know what was decided since.
func TestBR23WhatWasDecidedSinceAnEarlyPreCompactIsPutBack(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.fire("PreCompact", fields{"trigger": "auto"})
	c.turn("Use option B for the parser.")
	if restore := c.fire("SessionStart", fields{"source": "compact"}); !has(restore, rule) || !has(restore, "Use option B for the parser.") {
		t.Errorf("put back:\n%s", restore)
	}
}

func TestBR25OnlyWhatIsMissingIsPutBackAndItsSizeIsRecorded(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.turn("Use option B for the parser.")
	_, restore := c.compact("auto", func(string) string { return "- \"" + rule + "\"" })
	if has(restore, rule) || !has(restore, "Use option B for the parser.") {
		t.Errorf("put back:\n%s", restore)
	}
	if row, _ := c.last(); row.PutUnits != keep.Units(restore) || row.PutUnits == 0 {
		t.Errorf("%d units recorded, %d printed", row.PutUnits, keep.Units(restore))
	}
}

func TestBR55ASecondCopyOfACompactionIsTheSameCompaction(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.compact("auto", drops)
	c.fire("UserPromptSubmit", fields{"prompt": "go on"})
	text, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.path, append(text, text...), 0o600); err != nil { // the client writes its history again
		t.Fatal(err)
	}
	c.turn("The build took four minutes today.")
	all, err := c.ledger().Compactions(ctx, c.id, 10)
	if err != nil || len(all) != 1 {
		t.Errorf("%d compactions, %v; want 1", len(all), err)
	}
	if live, err := c.ledger().Decisions(ctx, c.id, db.Live); err != nil || len(live) != 1 {
		t.Errorf("%d live decisions, %v; want 1", len(live), err)
	}
}

func TestBR62TheLedgerOutlivesTheTranscript(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	if err := os.Remove(c.path); err != nil {
		t.Fatal(err)
	}
	if brief := c.fire("PreCompact", fields{"trigger": "auto"}); !has(brief, rule) {
		t.Errorf("the brief lost the rule with the file:\n%s", brief)
	}
}

func TestBR67TokensComeFromTheTranscriptAlone(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.fire("PreCompact", fields{"trigger": "auto"})
	c.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": "<summary>x</summary>"})
	c.fire("SessionStart", fields{"source": "compact"})
	c.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>x</summary>"})
	if row, _ := c.last(); row.PreTokens != 0 || row.BoundaryUUID != "" {
		t.Errorf("before the transcript told: %+v", row)
	}
	c.boundary("auto", "<summary>x</summary>")
	c.fire("UserPromptSubmit", fields{"prompt": "go on"})
	if row, _ := c.last(); row.PreTokens != 155000 || row.PostTokens != 4100 {
		t.Errorf("after it told: %+v", row)
	}
}

func TestBR80OneRowIsOpenHoweverOftenACompactionBegins(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	for range 3 {
		c.fire("PreCompact", fields{"trigger": "auto"})
	}
	open := 0
	all, err := c.ledger().Compactions(ctx, c.id, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all {
		if row.State == db.StateOpen {
			open++
		}
	}
	if open != 1 {
		t.Errorf("%d rows are open", open)
	}
}
