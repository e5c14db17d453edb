package web_test

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

var update = flag.Bool("update", false, "write the golden files anew")

const session = "1f21abcd-1c2d-4e5f-8a9b-0c1d2e3f4a5b"

// decide stores what an owner said in the session as live decisions.
func (d *dashboard) decide(root string, quotes ...string) (all []*db.Decision) {
	d.Helper()
	d.write(func(t *db.Tx) error {
		if _, err := t.EnsureSession(session, root, "/t.jsonl"); err != nil {
			return err
		}
		for i, q := range quotes {
			w := db.Word{SessionID: session, UUID: fmt.Sprint("u", i), Line: i, At: t.Now.Add(-time.Hour), Channel: db.Typed, Text: q}
			if _, err := t.AddWord(&w); err != nil {
				return err
			}
			all = append(all, &db.Decision{WordID: w.ID, SessionID: session, At: w.At, Kind: db.KindRule, Quote: q, Status: db.Live})
		}
		return t.SaveDecisions(all, nil)
	})
	return all
}

// compact stores a compaction with its outcomes.
func (d *dashboard) compact(c db.Compaction, outcomes ...db.OutcomeRow) db.Compaction {
	d.Helper()
	c.SessionID = session
	d.write(func(t *db.Tx) error {
		return errors.Join(t.AddCompaction(&c), t.UpdateCompaction(c), t.SaveOutcomes(c.ID, outcomes))
	})
	return c
}

// full is a dashboard with one of everything.
func full(t *testing.T) *dashboard {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm, not yarn", "never push to main", "Option B", "show me the SQL first", "keep <b>both</b>")
	c := d.compact(db.Compaction{
		Trigger: db.Auto, State: db.StateDone, PreTokens: 155000, PostTokens: 4100, DurationMS: 12345, PutUnits: 3812, PutWords: 5,
		Summary: "Summary:\n1. <script>alert(1)</script>", BriefMade: true, RestoreMade: true,
	},
		db.OutcomeRow{Decision: all[0], Outcome: db.Verbatim},
		db.OutcomeRow{Decision: all[1], Outcome: db.Reworded, Restored: true},
		db.OutcomeRow{Decision: all[2], Outcome: db.NotFound},
		db.OutcomeRow{Decision: all[3]},
		db.OutcomeRow{Decision: all[4], Outcome: db.NotFound, Echoed: true},
	)
	d.write(func(t *db.Tx) error {
		return errors.Join(
			t.SaveInvented(c.ID, []string{`User asked: <img src=x onerror=alert(1)>`}),
			t.StoreParts(c.ID, db.Brief, []string{"part one & more", "part two"}),
			t.StoreParts(c.ID, db.Restore, []string{"put back by us"}),
			t.AddRun(db.Run{Event: "PreCompact", SessionID: session, Outcome: "spooled", Error: "database is <locked>"}),
		)
	})
	d.compact(db.Compaction{Trigger: db.Manual, State: db.StateNothing})
	d.compact(db.Compaction{State: db.StateMissed, Note: "The client ran no hook."})
	d.compact(db.Compaction{Trigger: db.Manual, State: db.StateOpen}, db.OutcomeRow{Decision: all[0]})
	return d
}

// golden compares a page with its file, one tag a line, what differs from run to run named.
func (d *dashboard) golden(name, page string) {
	d.Helper()
	got := strings.ReplaceAll(page, strings.TrimPrefix(d.base, d.http.URL), "/PREFIX")
	got = regexp.MustCompile(`/assets/[0-9a-f]+/`).ReplaceAllString(got, "/assets/SUM/")
	got = strings.ReplaceAll(got, "><", ">\n<") + "\n"
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			d.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		d.Fatal(err)
	}
	if got != string(want) {
		d.Errorf("%s differs (-update writes it anew); got\n%s", path, got)
	}
}

func TestTheFirstPage(t *testing.T) {
	d := full(t)
	d.golden("compactions.html", d.shows("/"))
}

func TestThePageOfACompaction(t *testing.T) {
	d := full(t)
	d.golden("compaction.html", d.shows("/compactions/1"))
}

func TestTheFirstPageWithoutData(t *testing.T) {
	d := signedIn(t)
	page := d.shows("/", "None yet.", "No compaction yet.", "To see the first one here:")
	if strings.Contains(page, "Hook failures") || strings.Contains(page, "<ol class=\"cards\"") {
		t.Errorf("empty lists are shown:\n%s", page)
	}
}

func TestTheFirstPageSaysWhenNothingIsKeptYet(t *testing.T) {
	d := signedIn(t)
	if page := d.shows("/"); strings.Contains(page, "hooks are not installed") {
		t.Error("it warns though the hooks are installed")
	}
	d.web.Installed = func() bool { return false }
	d.shows("/", "The hooks are not installed.", "compact-keeper install")
}

func TestWhatACompactionDid(t *testing.T) {
	d := full(t)
	page := d.shows("/compactions/1",
		"155,000 → 4,100", "12 s", "2 of 5", "3,812 characters, with 5 messages",
		"kept word for word", "put back", "reworded?", "not found in the summary?", "missing",
		"not known", "the summary was not checked", "kept word for word beside the summary",
		"No message of yours contains it", "part one &amp; more", "Part 2 of 2", "put back by us")
	for _, figure := range []string{`Put back</dt><dd>1<`, `Missing</dt><dd>1<`, `Not known</dt><dd>1<`} {
		if !strings.Contains(page, figure) {
			t.Errorf("lacks %q:\n%s", figure, page)
		}
	}
}

func TestHostileTextIsText(t *testing.T) {
	d := full(t)
	for _, path := range []string{"/", "/compactions/1"} {
		page := d.shows(path, "keep &lt;b&gt;both&lt;/b&gt;", "User asked: &lt;img src=x onerror=alert(1)&gt;")
		for _, bad := range []string{"<b>", "<script", "<img src=x", "<locked>"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s holds %q", path, bad)
			}
		}
	}
}

func TestBR28_UnknownIsNeverZero(t *testing.T) {
	d := signedIn(t)
	d.decide("/home/anna/shop")
	d.compact(db.Compaction{Trigger: db.Auto, State: db.StateDone})
	page := d.shows("/", "unknown → unknown", "Took</dt><dd>unknown")
	if strings.Contains(page, "0 → 0") {
		t.Errorf("unknown tokens are shown as 0:\n%s", page)
	}
}

func TestACompactionUnderWayIsNotJudgedYet(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm")
	d.compact(db.Compaction{Trigger: db.Auto, State: db.StateOpen}, db.OutcomeRow{Decision: all[0]})
	page := d.shows("/", "under way", "asked for")
	for _, bad := range []string{"missing", "Missing", "not known", "→"} {
		if strings.Contains(page, bad) {
			t.Errorf("it says %q:\n%s", bad, page)
		}
	}
}

func TestAVeryFullListIsPaged(t *testing.T) {
	d := signedIn(t)
	var quotes []string
	for i := range 40 {
		quotes = append(quotes, fmt.Sprintf("rule number %d", i))
	}
	all := d.decide("/home/anna/shop", quotes...)
	var outcomes []db.OutcomeRow
	for _, x := range all {
		outcomes = append(outcomes, db.OutcomeRow{Decision: x, Outcome: db.Verbatim})
	}
	for range 120 {
		d.compact(db.Compaction{Trigger: db.Auto, State: db.StateDone}, outcomes...)
	}
	for i := range 12 {
		d.project(fmt.Sprintf("/home/anna/p%d", i))
	}
	page := d.shows("/", "28 more decisions", "8 more projects")
	if got := strings.Count(page, `class="compaction"`); got != 50 {
		t.Errorf("%d compactions, want 50", got)
	}
	if len(page) > 600_000 {
		t.Errorf("the page has %d bytes", len(page))
	}
	next := regexp.MustCompile(`href="[^"]*(/\?before=\d+)"`)
	m := next.FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no way to older ones")
	}
	older := d.shows(m[1], "Newest", `id="compaction-70"`, `id="compaction-21"`)
	if strings.Contains(older, "Projects</h2>") || strings.Contains(older, `id="compaction-71"`) {
		t.Error("an older page repeats what the first one shows")
	}
	last := d.shows("/?before=21", "Newest")
	if got := strings.Count(last, `class="compaction"`); got != 20 || next.MatchString(last) {
		t.Errorf("the last page has %d compactions, want 20 and no way on", got)
	}
	if page := d.shows("/compactions/1"); strings.Count(page, "<blockquote>") != 40 {
		t.Error("the compaction's own page does not show every decision")
	}
}

func TestAddressesThatLeadNowhere(t *testing.T) {
	d := signedIn(t)
	for path, want := range map[string]int{
		"/compactions/99":       http.StatusNotFound,
		"/compactions/x":        http.StatusNotFound,
		"/compactions/-1":       http.StatusNotFound,
		"/nothing":              http.StatusNotFound,
		"/?before=x":            http.StatusBadRequest,
		"/?before=-5":           http.StatusBadRequest,
		"/?switched=<script>":   http.StatusBadRequest,
		"/?before=999999999999": http.StatusOK,
	} {
		a := d.get(d.base + path)
		if a.StatusCode != want || !strings.Contains(a.body, "compact-keeper</title>") || strings.Contains(a.body, "<script>") {
			t.Errorf("%s: status %d, want %d and a page\n%s", path, a.StatusCode, want, a.body)
		}
	}
}

func TestALedgerThatCannotBeReadIsSaid(t *testing.T) {
	d := signedIn(t)
	d.db.Close()
	a := d.get(d.base + "/")
	if a.StatusCode != http.StatusInternalServerError || !strings.Contains(a.body, "That did not work") {
		t.Errorf("status %d, want 500 and a page\n%s", a.StatusCode, a.body)
	}
}
