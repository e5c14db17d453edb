package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

// Public bug reports of tools of this kind, each on the real client.

func TestBR1_TypedRuleStandsAfterThreeCompactions(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	l.API.SetSummary(fakeapi.Recent)
	v := l.Live()
	const rule = "Always use worktrees, never commit to main"
	v.Say(rule)
	for n := range 3 {
		v.Say(chatter(n, 0))
		v.Say("/compact")
		v.Say(chatter(n, 1))
		stand(t, after(t, l), rule)
	}
}

func TestBR3_RestoreNamesItsSourceAndTheOwnersDates(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	v := l.Live()
	decide(v)
	v.Say(fill)
	v.Say("what now")
	v.Close()
	r := after(t, l)
	back := restored(l.Transcript(v.SessionID), 0, r)
	if len(back) == 0 || !strings.HasPrefix(back[0], "From compact-keeper, installed by the owner") {
		t.Fatalf("the restore does not say whose it is: %.200q", back)
	}
	if today := time.Now().Format("2006-01-02"); !strings.Contains(back[0], today) {
		t.Errorf("the restore has no date of today: %s", back[0])
	}
}

// The client's own summary does not follow CLAUDE.md, so what we ask for must not lie there.
func TestBR4_SummarizerIsAskedWhateverCLAUDEmdSays(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	path := filepath.Join(l.Project, "CLAUDE.md")
	const theirs = "# Compact Instructions\n\nSummarize in one line.\n"
	if err := os.WriteFile(path, []byte(theirs), 0o600); err != nil {
		t.Fatal(err)
	}
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Say("and on")
	v.Say(fill)
	v.Say("what now")
	asked := 0
	for _, r := range l.API.Requests() {
		if r.Kind != fakeapi.Compact {
			continue
		}
		asked++
		for _, want := range append(rules, "Owner decisions") {
			if !strings.Contains(r.Instructions(), want) {
				t.Errorf("summary %d is not asked for %q", asked, want)
			}
		}
	}
	if asked != 2 {
		t.Errorf("%d summaries, want 2", asked)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != theirs {
		t.Errorf("CLAUDE.md was touched: %q, %v", b, err)
	}
}

func TestBR11_CompactingOverAndOverErasesNothing(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	l.API.SetSummary(fakeapi.Paraphrase)
	v := l.Live()
	decide(v)
	for range 5 {
		v.Say("/compact")
		v.Say("go on")
		stand(t, after(t, l), rules...)
	}
}

func TestBR16_PostCompactPrintsNothing(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Say("what now")
	_, echo, found := strings.Cut(after(t, l).Text(), "<local-command-stdout>")
	echo, _, _ = strings.Cut(echo, "</local-command-stdout>")
	if !found || !strings.Contains(echo, "PostCompact [") {
		t.Fatalf("the client does not say what ran: %q", echo)
	}
	for _, part := range strings.Split(echo, "PostCompact [")[1:] {
		if _, printed, _ := strings.Cut(part, "completed successfully"); strings.TrimSpace(printed) != "" {
			t.Errorf("PostCompact printed %q", printed)
		}
	}
}

func TestBR18_NoPartIsOverTheClientsLimit(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	v := l.Live()
	for m := range 6 {
		var sb strings.Builder
		for i := range 50 {
			fmt.Fprintf(&sb, "- Never rename the column c_%d_%d 🎉, the report of 部门 %d reads it, and %s\n", m, i, i, strings.Repeat("so does another one, ", 5))
		}
		v.Say(sb.String())
	}
	v.Say(fill)
	v.Say("what now")
	v.Close()
	rs := l.API.Take()
	for _, r := range rs {
		for _, cut := range []string{"Output too large", "is over the 10000-character limit"} {
			if strings.Contains(r.Text(), cut) {
				t.Errorf("request %d: the client cut what we printed: %s", r.N, cut)
			}
		}
	}
	first := firstAfter(rs)
	if len(first) != 1 {
		t.Fatalf("%d compactions, want 1", len(first))
	}
	parts := restored(l.Transcript(v.SessionID), 0, first[0])
	if len(parts) != 4 {
		t.Errorf("%d parts of the restore reached the model, want 4", len(parts))
	}
}

// Some versions of the client do not put SessionStart's text into the context.
func TestBR19_NextPromptRestoresWhereSessionStartDidNotRun(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	l.RemoveHooks("SessionStart", "compact")
	v := l.Live()
	decide(v)
	v.Say(fill)
	v.Say("and on")
	v.Say("what now")
	rs := l.API.Requests()
	stand(t, rs[len(rs)-1], rules...)
}
