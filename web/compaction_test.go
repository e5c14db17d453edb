package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/web"
)

func TestThePageOfACompaction(t *testing.T) {
	d := full(t)
	d.golden("compaction.html", d.shows("/compactions/1"))
	for format, name := range map[string]string{"json": "compaction.json", "md": "compaction.md"} {
		d.goldenFile(name, d.shows("/compactions/1?format="+format))
	}
}

func TestACompactionAsAFileHoldsAllOfIt(t *testing.T) {
	d := full(t)
	var x struct {
		Kept     int      `json:"kept"`
		Missing  int      `json:"missing"`
		NotKnown int      `json:"not_known"`
		Summary  string   `json:"summary"`
		Invented []string `json:"invented"`
		Brief    []string `json:"asked_of_the_summary"`
		PutBack  []string `json:"what_was_put_back"`
		Outcomes []struct {
			Quote string `json:"quote"`
		} `json:"outcomes"`
	}
	if err := json.Unmarshal([]byte(d.shows("/compactions/1?format=json")), &x); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%d %d %d %d %s %s %s %s", x.Kept, x.Missing, x.NotKnown, len(x.Outcomes), x.Summary, x.Invented, x.Brief, x.PutBack)
	want := "2 1 1 5 Summary:\n1. <script>alert(1)</script> [User asked: <img src=x onerror=alert(1)>] [part one & more part two] [put back by us]"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// What a person should know first stands first, each with what it means and what to do.
func TestAFlagSaysWhatItMeansAndWhatToDo(t *testing.T) {
	for _, c := range []struct {
		name  string
		c     db.Compaction
		flag  string
		texts []string
	}{
		{"another plugin compacted", db.Compaction{State: db.StateDone, Note: db.NoteInPlace}, "in-place", []string{"Another plugin compacted in the client&#39;s place", "everything live was put back", "/plugin"}},
		{"another plugin rewrote it", db.Compaction{State: db.StateDone, Summary: "x", Note: db.NoteRewritten}, "rewritten", []string{"may differ from the summary that was checked", "switch it off"}},
		{"nothing followed", db.Compaction{State: db.StateNothing}, "nothing", []string{"did not compact", "type /compact"}},
		{"no hook ran", db.Compaction{State: db.StateMissed, Summary: "x"}, "missed", []string{"No hook of compact-keeper ran", `/health">Health`}},
		{"it was not checked", db.Compaction{State: db.StateDone}, "unchecked", []string{"what it kept is not known", "ask the model"}},
		{"it was not asked", db.Compaction{State: db.StateDone, Summary: "x", Note: db.NoteNoPreCompact}, "unasked", []string{"no PreCompact hook", `/health">Health`}},
		{"it came by /rewind", db.Compaction{State: db.StateDone, Summary: "x", Note: db.NoteRewind}, "rewind", []string{"Only a part of the conversation"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := signedIn(t)
			d.decide("/home/anna/shop", "use pnpm")
			d.compact(c.c)
			page := d.shows("/compactions/1", append(c.texts, `id="flag-`+c.flag+`"`)...)
			if n := strings.Count(page, `id="flag-`); n != 1 {
				t.Errorf("%d flags, want one:\n%s", n, page)
			}
			if strings.Index(page, `id="flag-`) > strings.Index(page, `id="decisions"`) {
				t.Error("the flag does not stand before the decisions")
			}
		})
	}
}

func TestAGoodCompactionHasNoFlag(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm")
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, Summary: "use pnpm"}, db.OutcomeRow{Decision: all[0], Outcome: db.Verbatim})
	if page := d.shows("/compactions/1", "Kept word for word: 1 decision"); strings.Contains(page, `id="flag-`) {
		t.Errorf("a flag is shown:\n%s", page)
	}
}

func TestBR7_InventedQuotesAreFlaggedFirst(t *testing.T) {
	d := full(t)
	page := d.shows("/compactions/1", "The summary quotes you with what you never said: 1 quote", "No message of yours contains it", "User asked: &lt;img src=x onerror=alert(1)&gt;")
	flag, decisions := strings.Index(page, `id="flag-invented"`), strings.Index(page, `id="decisions"`)
	if flag < 0 || flag > decisions {
		t.Errorf("it stands at %d, the decisions at %d", flag, decisions)
	}
	if strings.Contains(page[decisions:strings.Index(page, `id="asked"`)], "User asked") {
		t.Error("an invented quote stands among the owner's decisions")
	}
}

// "Done" alone is no success: an empty summary, and one that nobody checked, are said to be that.
func TestBR76_ASummaryThatIsNotThereIsNoSuccess(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm")
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto}, db.OutcomeRow{Decision: all[0]})
	page := d.shows("/compactions/1", "The summary was not checked: 1 decision not known", "It is not known: it did not reach the keeper.", "Not known: 1 decision")
	if strings.Contains(page, "Kept word for word: ") {
		t.Error("something counts as kept")
	}
	d.compact(db.Compaction{State: db.StateNothing, Trigger: db.Auto})
	d.shows("/compactions/2", "nothing was compacted")
	// However long it takes, it has not failed.
	d.compact(db.Compaction{State: db.StateOpen, Trigger: db.Auto, OpenedAt: d.now.Add(-9 * 60 * 1e9)})
	d.shows("/compactions/3", `id="state" class="tag warn">compacting<`)
}

func TestBR77_ACompactionIsOnePageWithItsSummary(t *testing.T) {
	d := full(t)
	page := d.shows("/compactions/1", "155,000 → 4,100", "12 s", "auto", "Show it as plain text")
	if n := strings.Count(page, "alert(1)&lt;/script&gt;"); n != 1 {
		t.Errorf("the summary is shown %d times", n)
	}
	d.shows("/compactions/1?summary=plain", "Show it with headings and lists", `<pre class="text" tabindex="0" role="region" aria-label="The summary"`)
}

// A compaction that runs is one row from its beginning to its end, and no time ends it.
func TestBR80_CompactingBecomesItsOutcomeOnTheSamePage(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm")
	c := d.compact(db.Compaction{State: db.StateOpen, Trigger: db.Auto}, db.OutcomeRow{Decision: all[0]})
	d.shows("/compactions/1", "The client is compacting.", "Asked for: 1 decision", "The client is writing it.")
	d.shows("/sessions/"+session, `id="compacting"`, "Compacting since")
	d.web.Clients = func() ([]web.Client, error) { return []web.Client{{Session: "another"}}, nil }
	d.shows("/compactions/1", "The client of this session does not run any more", "compacting<")
	d.web.Clients = func() ([]web.Client, error) { return []web.Client{{Session: session, Status: "busy"}}, nil }
	d.now = d.now.Add(48 * 3600 * 1e9)
	d.shows("/compactions/1", "The client is compacting.")
	d.write(func(tx *db.Tx) error {
		c.State, c.Summary = db.StateDone, "use pnpm"
		return errors.Join(tx.UpdateCompaction(c), tx.SaveOutcomes(c.ID, []db.OutcomeRow{{Decision: all[0], Outcome: db.Verbatim}}))
	})
	if page := d.shows("/compactions/1", "Kept word for word: 1 decision"); strings.Contains(page, "compacting") {
		t.Error("it is still compacting")
	}
	if page := d.shows("/sessions/" + session); strings.Count(page, `id="compaction-1"`) != 1 || strings.Contains(page, "ompacting") {
		t.Errorf("the session does not show one row:\n%s", page)
	}
}

// From what was lost, a link leads to what was said next.
func TestBR81_ALostDecisionLeadsToWhatFollowed(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm", "never push")
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, Summary: "x", Settled: true}, db.OutcomeRow{Decision: all[0], Outcome: db.NotFound}, db.OutcomeRow{Decision: all[1], Outcome: db.NotFound})
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, Summary: "x", OpenedAt: d.now.Add(60e9)}, db.OutcomeRow{Decision: all[0], Outcome: db.NotFound, Restored: true})
	page := d.shows("/compactions/1", "what was said next", `/compactions/2">the compaction of`)
	if n := strings.Count(page, "It stood again after"); n != 1 {
		t.Errorf("%d decisions stood again, want 1", n)
	}
	m := regexp.MustCompile(`href="[^"]*(/sessions/[^"#]*)#compaction-1"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no link leads on:\n%s", page)
	}
	d.shows(m[1], `id="compaction-1"`)
}

func TestTheNearestPassageIsAWordDiff(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "always use pnpm, not yarn, for the shop", "deploy on Fridays")
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, RestoreMade: true, Summary: "Work went on.\nThe user prefers pnpm for the <shop>.\nTests pass."},
		db.OutcomeRow{Decision: all[0], Outcome: db.Reworded, Restored: true}, db.OutcomeRow{Decision: all[1], Outcome: db.NotFound})
	d.write(func(tx *db.Tx) error {
		return tx.StoreParts(1, db.Restore, []string{"a", "- “always use pnpm,\n  not yarn, for the shop”"})
	})
	d.shows("/compactions/1", "The summary may say it in other words; what comes nearest:", "put back right after the compaction, in part 2 of 2", "nothing in the summary comes near it",
		`<del><span class="hidden">left out: </span><span aria-hidden="true">−</span>not yarn,</del>`, `<ins><span class="hidden">instead: </span><span aria-hidden="true">+</span>The user prefers</ins>`, "&lt;shop&gt;.")
}

func TestHundredsOfDecisionsAreShownInPortions(t *testing.T) {
	d := signedIn(t)
	var quotes []string
	for i := range 500 {
		quotes = append(quotes, fmt.Sprintf("never touch module %d without tests", i))
	}
	all := d.decide("/home/anna/shop", quotes...)
	var rows []db.OutcomeRow
	for i, x := range all {
		rows = append(rows, db.OutcomeRow{Decision: x, Outcome: []db.Outcome{db.Verbatim, db.Reworded}[i%2]})
	}
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, Summary: "Work went on.\nWe never touch a module with tests.\nIt is done."}, rows...)
	page := d.shows("/compactions/1", "Missing: 250 decisions", "Show all 500 decisions", "150 more")
	if n, diffs := strings.Count(page, "<blockquote"), strings.Count(page, `class="word-diff"`); n != 200 || diffs != 50 {
		t.Errorf("%d decisions and %d diffs, want 200 and 50", n, diffs)
	}
	page = d.shows("/compactions/1?diff=all")
	if n, diffs := strings.Count(page, "<blockquote"), strings.Count(page, `class="word-diff"`); n != 500 || diffs != 250 {
		t.Errorf("of all: %d decisions and %d diffs, want 500 and 250", n, diffs)
	}
	if n := strings.Count(d.shows("/compactions/1?format=md"), "\n> "); n < 500 {
		t.Errorf("the file holds %d quotes, want 500", n)
	}
}

// A summary of any kind makes a page that holds it as text.
func TestAHostileSummaryMakesAPage(t *testing.T) {
	for name, text := range map[string]string{
		"tags":              "</div></main><script>alert(1)</script><style>*{}</style><plaintext>",
		"one line of 1 MB":  strings.Repeat("<b>word ", 150_000),
		"deep quotes":       strings.Repeat(">", 100_000) + "<b>",
		"a hostile heading": "# a {onclick=alert(1)}\n## <h1 id=main>x",
		"NUL and overrides": "a\x00b\u202e<b>\u202d\x1b[31m",
	} {
		t.Run(name, func(t *testing.T) {
			d := signedIn(t)
			all := d.decide("/home/anna/shop", "use pnpm "+text[:min(len(text), 5000)])
			d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, Summary: text}, db.OutcomeRow{Decision: all[0], Outcome: db.Reworded})
			for _, path := range []string{"/compactions/1", "/compactions/1?summary=plain", "/sessions/" + session} {
				page := d.shows(path, "</main>", "</html>")
				for _, bad := range []string{"<script>", "<style>", "<plaintext", "<b>", "<h1 id=main", "{onclick=alert(1)}>", "\x00", "\u202e", "\u202d", "\x1b"} {
					if strings.Contains(page, bad) {
						t.Errorf("%s holds %q", path, bad)
					}
				}
				if strings.Count(page, "<h1") != 1 || len(page) > 4<<20 {
					t.Errorf("%s: %d first headings, %d bytes", path, strings.Count(page, "<h1"), len(page))
				}
			}
		})
	}
}

func TestHeadingsOfASummaryStandInOrder(t *testing.T) {
	d := signedIn(t)
	d.decide("/home/anna/shop")
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, Summary: "### Deep\n# Top\n###### Deepest\n"})
	last := 0
	for _, m := range regexp.MustCompile(`<h([1-6])`).FindAllStringSubmatch(d.shows("/compactions/1"), -1) {
		level := int(m[1][0] - '0')
		if level > last+1 {
			t.Errorf("a heading of level %d follows one of level %d", level, last)
		}
		last = level
	}
}
