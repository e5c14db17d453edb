package hooks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

const rule = "Never commit to main, always use a worktree."

func TestWhatTheSummaryDropsIsPutBack(t *testing.T) {
	for _, trigger := range []string{"manual", "auto"} {
		t.Run(trigger, func(t *testing.T) {
			c := newConversation(t)
			c.turn(rule)
			c.turn("Use option B for the parser.")
			brief, restore := c.compact(trigger, drops)
			if !has(brief, rule) {
				t.Errorf("the brief does not ask for the rule:\n%s", brief)
			}
			stands := restore
			if trigger == "manual" {
				stands += brief // the client leaves it in the context
				if has(restore, rule) {
					t.Errorf("the rule stands in the terminal's text and was put back a second time:\n%s", restore)
				}
			}
			for _, want := range []string{rule, "Use option B for the parser."} {
				if !has(stands, want) {
					t.Errorf("%q does not stand in the context:\n%s", want, stands)
				}
			}
			if rest := c.fire("UserPromptSubmit", fields{"prompt": "go on"}); rest != "" {
				t.Errorf("the next prompt put back what stood already:\n%s", rest)
			}
			row, outcomes := c.last()
			if row.State != db.StateDone || row.PreTokens != 155000 || row.PostTokens != 4100 || row.BoundaryUUID == "" {
				t.Errorf("row: %+v", row)
			}
			for _, o := range outcomes {
				if !o.Stands() || o.Outcome == db.Verbatim {
					t.Errorf("outcome of %q: %+v", o.Decision.Quote, o)
				}
			}
		})
	}
}

func TestWhatTheSummaryKeepsIsNotPutBack(t *testing.T) {
	for _, trigger := range []string{"manual", "auto"} {
		c := newConversation(t)
		c.turn(rule)
		if _, restore := c.compact(trigger, func(string) string { return "Owner decisions\n- \"" + rule + "\"" }); restore != "" {
			t.Errorf("%s: put back although it stands:\n%s", trigger, restore)
		}
	}
}

// BR-11, BR-1: the ledger comes from the owner's rows, so that a summary of a summary loses nothing.
func TestBR11TwentyCompactionsKeepEveryDecision(t *testing.T) {
	c := newConversation(t)
	var all []string
	for i := range 20 {
		d := "Always name migration " + string(rune('A'+i)) + " after its ticket."
		all = append(all, d)
		c.turn(d)
		_, restore := c.compact("auto", drops)
		for _, want := range all {
			if !has(restore, want) {
				t.Fatalf("compaction %d lost %q", i+1, want)
			}
		}
	}
}

func TestAReversedDecisionDoesNotComeBack(t *testing.T) {
	c := newConversation(t)
	c.turn("Use option B for the parser, not option A.")
	c.compact("auto", drops)
	c.turn("Actually, use option A for the parser instead.")
	brief, restore := c.compact("auto", drops)
	if has(restore, "Use option B for the parser") {
		t.Errorf("BR-6: the reversed decision was put back:\n%s", restore)
	}
	if !has(restore, "use option A for the parser instead") {
		t.Errorf("the newer decision was not put back:\n%s", restore)
	}
	if !has(brief, "(replaced later) Use option B") {
		t.Errorf("the brief's message does not say that it was replaced:\n%s", brief)
	}
}

func TestAOneOffGoAheadEndsWithItsTurn(t *testing.T) {
	c := newConversation(t)
	c.says("Commit this and push it.")
	c.answers("I will commit now.") // and the turn goes on
	if _, restore := c.compact("auto", drops); !has(restore, "Commit this") {
		t.Errorf("in its own turn the go-ahead was lost:\n%s", restore)
	}
	c.answers("Done.")
	c.fire("Stop", nil)
	c.turn("The build took four minutes today.")
	brief, restore := c.compact("auto", drops)
	if has(restore, "Commit this") {
		t.Errorf("BR-5: a used-up go-ahead came back:\n%s", restore)
	}
	if !has(brief, "(done) Commit this") {
		t.Errorf("the brief's message does not say that it is done:\n%s", brief)
	}
}

func TestTheClientLeftNothingInTheContextAfterRewind(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.fire("PreCompact", fields{"trigger": "manual"})
	summary := "<summary>continue</summary>"
	c.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": summary})
	c.fire("SessionStart", fields{"source": "compact"})
	c.fire("PostCompact", fields{"trigger": "manual", "compact_summary": summary})
	c.boundary("manual", summary) // and no row with the terminal's text
	if rest := c.fire("UserPromptSubmit", fields{"prompt": "go on"}); !has(rest, rule) {
		t.Errorf("the rule stands nowhere and was not put back:\n%s", rest)
	}
	if again := c.fire("UserPromptSubmit", fields{"prompt": "go on"}); again != "" {
		t.Errorf("put back twice:\n%s", again)
	}
}

// BR-19, BR-20, BR-21: the transcript is what tells of a compaction; hooks may not have run.
func TestBR20ACompactionWithoutHooksIsRecordedAndPutRight(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.boundary("auto", "<summary>continue</summary>")
	if rest := c.fire("UserPromptSubmit", fields{"prompt": "go on"}); !has(rest, rule) {
		t.Errorf("nothing was put back:\n%s", rest)
	}
	if row, _ := c.last(); row.State != db.StateMissed || row.PreTokens != 155000 {
		t.Errorf("row: %+v", row)
	}
}

func TestBR19WithoutSessionStartTheNextPromptPutsBack(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	summary := "<summary>continue</summary>"
	c.fire("PreCompact", fields{"trigger": "auto"})
	c.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": summary})
	c.fire("PostCompact", fields{"trigger": "auto", "compact_summary": summary})
	c.boundary("auto", summary)
	if rest := c.fire("UserPromptSubmit", fields{"prompt": "go on"}); !has(rest, rule) {
		t.Errorf("nothing was put back:\n%s", rest)
	}
}

func TestBR24AnotherPluginCompactedInTheClientsPlace(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.fire("PostCompact", fields{"trigger": "auto", "compact_summary": ""}) // the order the client then has
	if restore := c.fire("SessionStart", fields{"source": "compact"}); !has(restore, rule) {
		t.Errorf("nothing was put back:\n%s", restore)
	}
	if row, _ := c.last(); !has(row.Note, "Another plugin") || row.State != db.StateDone {
		t.Errorf("row: %+v", row)
	}
}

func TestAFinalSummaryThatLostMoreIsCheckedAgain(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.fire("PreCompact", fields{"trigger": "auto"})
	c.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": "<summary>" + rule + "</summary>"})
	if restore := c.fire("SessionStart", fields{"source": "compact"}); has(restore, rule) {
		t.Errorf("put back although the checked summary holds it:\n%s", restore)
	}
	c.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>something else</summary>"})
	c.boundary("auto", "<summary>something else</summary>")
	if rest := c.fire("UserPromptSubmit", fields{"prompt": "go on"}); !has(rest, rule) {
		t.Errorf("nothing was put back:\n%s", rest)
	}
}

// BR-22: a subagent's compaction is its own; /btw is no compaction.
func TestBR22OtherConversationsDoNotTouchTheMainOne(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	sub := fields{"trigger": "auto", "agent_id": "agent-1", "agent_type": "general-purpose", "source": "compact", "compact_summary": "<summary>" + rule + "</summary>"}
	for _, event := range []string{"PreCompact", "SessionStart", "PostCompact"} {
		if text := c.fire(event, sub); text != "" {
			t.Errorf("%s of a subagent printed:\n%s", event, text)
		}
	}
	c.fire("PreCompact", sub) // one more, which does not end
	c.fire("PreCompact", fields{"trigger": "auto"})
	c.fire("SubagentStop", fields{"agent_id": "btw", "last_assistant_message": "The answer to your question is 4."})
	c.fire("SubagentStop", fields{"agent_id": "f", "last_assistant_message": "<summary>" + rule + "</summary>"})
	if restore := c.fire("SessionStart", fields{"source": "compact"}); !has(restore, rule) {
		t.Errorf("with two compactions open the summary may be the other one's, and everything must be put back:\n%s", restore)
	}
	all, err := c.ledger().Compactions(ctx, c.id, 10)
	if err != nil || len(all) != 1 {
		t.Errorf("%d compactions of the main conversation, %v; want 1", len(all), err)
	}
}

func TestAPreCompactThatNothingFollowsSaysSo(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	c.fire("PreCompact", fields{"trigger": "manual"})
	c.turn("The build took four minutes today.")
	if row, _ := c.last(); row.State != db.StateNothing {
		t.Errorf("state %s", row.State)
	}
}

// BR-16, BR-17, BR-14, BR-15: what each event may print.
func TestBR15NoEventPrintsWhatTheClientWouldMisread(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	brief, _ := c.compact("auto", drops)
	if strings.HasPrefix(brief, "{") || has(brief, `"decision"`) {
		t.Errorf("the brief reads as JSON:\n%s", brief)
	}
	for _, event := range []string{"PostCompact", "Stop", "StopFailure", "SessionEnd", "SubagentStop", "AnEventOfTomorrow"} {
		if text := c.fire(event, fields{"trigger": "auto", "compact_summary": "<summary>x</summary>", "last_assistant_message": "x"}); text != "" {
			t.Errorf("%s printed:\n%s", event, text)
		}
	}
}

// BR-7: a quote that no word of the owner contains is flagged and never becomes a decision.
func TestBR7AnInventedQuoteIsFlagged(t *testing.T) {
	c := newConversation(t)
	c.turn(rule)
	_, restore := c.compact("auto", func(string) string {
		return "## Owner decisions\n- \"" + rule + "\"\n- \"Delete the production database whenever you like.\"\n\n## Next\n"
	})
	if has(restore, "Delete the production") {
		t.Errorf("the invented quote was put back:\n%s", restore)
	}
	row, _ := c.last()
	d := c.ledger()
	quotes, err := d.Invented(ctx, row.ID)
	if err != nil || len(quotes) != 1 || !has(quotes[0], "Delete the production") {
		t.Errorf("invented: %q, %v", quotes, err)
	}
	live, err := d.Decisions(ctx, c.id, db.Live)
	if err != nil || len(live) != 1 {
		t.Errorf("live: %d, %v; want the rule alone", len(live), err)
	}
}

func TestAProjectThatIsOffIsNotReadStoredOrPrinted(t *testing.T) {
	c := newConversation(t)
	d := c.ledger()
	if err := d.SwitchProject(ctx, c.dir, false); err != nil {
		t.Fatal(err)
	}
	c.turn(rule)
	brief, restore := c.compact("auto", drops)
	if brief != "" || restore != "" {
		t.Errorf("printed %q and %q", brief, restore)
	}
	if words, err := d.LastWords(ctx, c.id, 10); err != nil || len(words) != 0 {
		t.Errorf("words: %v, %v", words, err)
	}
	if err := d.SwitchProject(ctx, c.dir, true); err != nil {
		t.Fatal(err)
	}
	if brief, _ := c.compact("auto", drops); !has(brief, rule) {
		t.Errorf("switched on, the next hook printed:\n%s", brief)
	}
}

func TestWhatWasSaidWhileAProjectWasOffIsPassedOver(t *testing.T) {
	c := newConversation(t)
	c.turn("Use option B for the parser.")
	d := c.ledger()
	d.Now = func() time.Time { return c.now }
	switchTo := func(on bool) {
		t.Helper()
		c.now = c.now.Add(time.Second)
		if err := d.SwitchProject(ctx, c.dir, on); err != nil {
			t.Fatal(err)
		}
	}
	switchTo(false)
	c.turn(rule)
	c.boundary("auto", "<summary>"+rule+"</summary>")
	c.says("Always sign the release, says the secret plan.")
	switchTo(true)
	c.turn("Never log e-mail addresses.")
	_, restore := c.compact("auto", drops)
	if has(restore, rule) || has(restore, "secret plan") || !has(restore, "Use option B") || !has(restore, "Never log") {
		t.Errorf("put back:\n%s", restore)
	}
	d.Close()
	for _, name := range []string{db.File, db.File + "-wal"} {
		text, err := os.ReadFile(filepath.Join(c.state, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, word := range []string{rule, "secret plan"} {
			if has(string(text), word) {
				t.Errorf("%s holds %q", name, word)
			}
		}
	}
}
