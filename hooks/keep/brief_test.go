package keep_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares text with the file name in testdata.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("%s differs; run with -update and look at the difference. Got:\n%s", name, text)
	}
}

var day = time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)

// example is a session with a decision of each kind, on two days.
func example() keep.Material {
	m := keep.Material{Session: "5f2c", Past: map[int64]db.Status{2: db.Replaced}}
	for i, x := range []struct {
		kind           db.Kind
		text, question string
	}{
		{db.KindDecision, "Use option B for the parser.", ""},
		{db.KindDecision, "Store dates as text.", ""},
		{db.KindRule, "Never push to main,\nnot even a typo fix.", ""},
		{db.KindApproval, "yes", "Shall I open PR #12 against release/2.0 from fix/cache (a1b2c3d)?"},
		{db.KindChoice, "Postgres", "Which database?"},
		{db.KindOpenQuestion, "Do we keep the old API? I have to ask Mara.", ""},
		{db.KindCorrection, "no, 缓存时间是 30 秒 🙂", ""},
	} {
		at := day.Add(time.Duration(i) * 7 * time.Hour)
		w := db.Word{ID: int64(i + 1), At: at, Text: x.text, Question: x.question, Answered: true}
		m.Words = append(m.Words, w)
		if m.Past[w.ID] == "" {
			m.Decisions = append(m.Decisions, &db.Decision{ID: w.ID, WordID: w.ID, At: at, Kind: x.kind, Quote: x.text, Question: x.question, Status: db.Live})
		}
	}
	m.Words = append(m.Words, db.Word{ID: 9, At: day.Add(50 * time.Hour), Text: "The build took " + strings.Repeat("very ", 200) + "long."})
	return m
}

func TestBriefReads(t *testing.T) {
	golden(t, "brief.txt", strings.Join(keep.Brief(example(), keep.Defaults()), "\n=====\n"))
}

func TestShortBriefReads(t *testing.T) {
	text, printed := keep.ShortBrief(example(), keep.Defaults())
	golden(t, "brief_short.txt", text)
	if len(printed) != 6 {
		t.Errorf("%d decisions printed, want 6", len(printed))
	}
}

func TestRestoreReads(t *testing.T) {
	parts, put, words := keep.Restore(example(), keep.Defaults())
	golden(t, "restore.txt", strings.Join(parts, "\n=====\n"))
	if len(put) != 6 || words != 1 {
		t.Errorf("%d decisions and %d messages put back, want 6 and 1", len(put), words)
	}
}

func TestNothingMissingPutsNothingBack(t *testing.T) {
	if parts, _, _ := keep.Restore(keep.Material{Session: "s"}, keep.Defaults()); len(parts) != 0 {
		t.Errorf("put back: %q", parts)
	}
}

func TestAnEmptyLedgerStillAsksForTheSections(t *testing.T) {
	parts := keep.Brief(keep.Material{Session: "s"}, keep.Defaults())
	if len(parts) != 1 || !strings.Contains(parts[0], `"Waiting on the owner"`) {
		t.Errorf("brief: %q", parts)
	}
}

// many are n decisions of about size units, every tenth a rule, in several scripts.
func many(n, size int) keep.Material {
	m := keep.Material{Session: "s"}
	filler := []string{"keep the exporter apart from the importer ", "🙂👩‍👩‍👧 shrug ", "缓存必须在三十秒后过期，不要更早。"}
	for i := range n {
		kind := db.KindDecision
		if i%10 == 7 {
			kind = db.KindRule
		}
		text := fmt.Sprintf("Decision %d: ", i) + keep.CutUnits(strings.Repeat(filler[i%3], size), size)
		m.Decisions = append(m.Decisions, &db.Decision{ID: int64(i + 1), At: day, Kind: kind, Quote: text, Status: db.Live})
		m.Words = append(m.Words, db.Word{ID: int64(i + 1), At: day, Text: text, Answered: true})
	}
	return m
}

// BR-18, and the bar 3: 300 decisions of 200 characters.
func TestBR18NoPartIsOverTheClientsCap(t *testing.T) {
	m := many(300, 200)
	brief := keep.Brief(m, keep.Defaults())
	restore, put, _ := keep.Restore(m, keep.Defaults())
	for name, parts := range map[string][]string{"brief": brief, "restore": restore} {
		if len(parts) != 4 {
			t.Errorf("%s has %d parts, want 4", name, len(parts))
		}
		for i, p := range parts {
			n := keep.Units(strings.TrimSpace(p))
			if n > 10_000 {
				t.Errorf("%s part %d has %d UTF-16 units", name, i+1, n)
			}
			if n < 9_000 {
				t.Errorf("%s part %d is not full: %d UTF-16 units", name, i+1, n)
			}
			if !utf8.ValidString(p) {
				t.Errorf("%s part %d is not valid UTF-8", name, i+1)
			}
		}
		all := strings.Join(parts, "\n")
		for _, d := range m.Decisions {
			if d.Kind == db.KindRule && !strings.Contains(all, d.Quote) {
				t.Errorf("%s: a rule was left out for something less binding: %q", name, d.Quote[:20])
			}
		}
		if !strings.Contains(all, "Left out for want of room") || !strings.Contains(all, "compact-keeper brief s") {
			t.Errorf("%s does not name what was left out", name)
		}
	}
	if len(put) < 150 || len(put) >= 300 {
		t.Errorf("%d decisions put back", len(put))
	}
	for _, d := range put {
		if !strings.Contains(strings.Join(restore, "\n"), d.Quote) {
			t.Errorf("counted as put back and not there: %q", d.Quote)
		}
	}
}

func TestADecisionTooLongForAPartIsNamedAndHidesNothing(t *testing.T) {
	m := many(3, 200)
	m.Decisions[0].Quote = strings.Repeat("long ", 4000)
	parts, put, _ := keep.Restore(m, keep.Defaults())
	if len(put) != 2 || !strings.Contains(strings.Join(parts, ""), "Left out for want of room, 1 more") {
		t.Errorf("%d put back; %.300q", len(put), parts)
	}
}

func TestOnlyTheNewestMessagesFitBesideManyDecisions(t *testing.T) {
	m := many(150, 200)
	m.Words = nil
	for i := range 60 {
		m.Words = append(m.Words, db.Word{ID: int64(1000 + i), At: day, Answered: true, Text: fmt.Sprintf("message %02d ", i) + strings.Repeat("x", 500)})
	}
	all := strings.Join(keep.Brief(m, keep.Defaults()), "\n")
	if !strings.Contains(all, "message 59 ") || strings.Contains(all, "message 00 ") {
		t.Error("want the newest messages, and not the oldest")
	}
	for _, d := range m.Decisions {
		if !strings.Contains(all, d.Quote) {
			t.Fatalf("a decision gave way to a message: %q", d.Quote[:20])
		}
	}
}

func TestTheFirstTwoThousandCharactersSufficeAlone(t *testing.T) {
	parts, _, _ := keep.Restore(many(40, 200), keep.Defaults())
	head := keep.CutUnits(parts[0], 2000)
	for _, want := range []string{"compact-keeper", "installed by the owner", "Rules:", "Decision 7:"} {
		if !strings.Contains(head, want) {
			t.Errorf("the first 2,000 characters do not hold %q:\n%s", want, head)
		}
	}
}

func TestAMessageWithAReversedDecisionIsNotPutBack(t *testing.T) {
	m := example()
	m.Decisions = nil
	parts, _, _ := keep.Restore(m, keep.Defaults())
	if all := strings.Join(parts, "\n"); strings.Contains(all, "Store dates as text") || !strings.Contains(all, "Use option B") {
		t.Errorf("restore:\n%s", all)
	}
}
