package web_test

import (
	"errors"
	"flag"
	"fmt"
	"html"
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
	d.goldenFile(name, strings.ReplaceAll(got, "><", ">\n<")+"\n")
}

// goldenFile compares a text with its file.
func (d *dashboard) goldenFile(name, got string) {
	d.Helper()
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

func TestTheListOfCompactions(t *testing.T) {
	d := full(t)
	d.golden("compactions.html", d.shows("/compactions"))
	for format, name := range map[string]string{"json": "compactions.json", "md": "compactions.md"} {
		d.goldenFile(name, d.shows("/compactions?format="+format))
	}
}

func TestTheListWithoutDataSaysWhatToDo(t *testing.T) {
	d := signedIn(t)
	if page := d.shows("/compactions", "Nothing has happened yet.", "Work with Claude Code as you always do"); strings.Contains(page, `<ol class="cards"`) {
		t.Errorf("an empty list is shown:\n%s", page)
	}
	d.decide("/home/anna/shop", "use pnpm, not yarn")
	d.shows("/compactions", "No compaction yet.", "/compact")
	d.shows("/compactions?state=done", "No such compaction.", "Show all compactions")
}

func TestBR28_UnknownIsNeverZero(t *testing.T) {
	d := signedIn(t)
	d.decide("/home/anna/shop")
	d.compact(db.Compaction{Trigger: db.Auto, State: db.StateDone})
	page := d.shows("/compactions", "unknown → unknown", "Took</dt><dd>unknown")
	if strings.Contains(page, "0 → 0") {
		t.Errorf("unknown tokens are shown as 0:\n%s", page)
	}
}

func TestACompactionUnderWayIsNotJudgedYet(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm")
	d.compact(db.Compaction{Trigger: db.Auto, State: db.StateOpen}, db.OutcomeRow{Decision: all[0]})
	page := d.shows("/compactions", "compacting", "Asked to keep</dt><dd>1 decision<")
	_, list, _ := strings.Cut(page, `<ol class="cards"`)
	for _, bad := range []string{"missing", "Missing", "ot known", "→"} {
		if strings.Contains(list, bad) {
			t.Errorf("it says %q:\n%s", bad, page)
		}
	}
}

func TestAVeryFullListIsPaged(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm", "never push to main")
	for range 120 {
		d.compact(db.Compaction{Trigger: db.Auto, State: db.StateDone}, db.OutcomeRow{Decision: all[0], Outcome: db.Verbatim}, db.OutcomeRow{Decision: all[1], Restored: true})
	}
	page := d.shows("/compactions?trigger=auto")
	if got := strings.Count(page, `class="compaction"`); got != 50 {
		t.Errorf("%d compactions, want 50", got)
	}
	next := regexp.MustCompile(`href="[^"]*(/compactions\?before=\d+&amp;trigger=auto)"`)
	m := next.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no way to older ones of the same filter:\n%s", page)
	}
	older := d.shows(html.UnescapeString(m[1]), "Newest", `id="compaction-70"`, `id="compaction-21"`)
	if strings.Contains(older, `id="compaction-71"`) {
		t.Error("an older page repeats what the first one shows")
	}
	last := d.shows("/compactions?before=21&trigger=auto", "Newest")
	if got := strings.Count(last, `class="compaction"`); got != 20 || next.MatchString(last) {
		t.Errorf("the last page has %d compactions, want 20 and no way on", got)
	}
}

func TestTheListIsFiltered(t *testing.T) {
	d := signedIn(t)
	d.decide("/home/anna/shop")
	d.compact(db.Compaction{Trigger: db.Auto, State: db.StateDone})
	d.compact(db.Compaction{Trigger: db.Manual, State: db.StatePast})
	d.write(func(t *db.Tx) error {
		if _, err := t.EnsureSession("other", "/home/anna/ledger", "/o.jsonl"); err != nil {
			return err
		}
		return t.AddCompaction(&db.Compaction{SessionID: "other", Trigger: db.Auto, State: db.StateMissed})
	})
	for query, want := range map[string]string{
		"":                             "3 2 1",
		"?session=" + session:          "2 1",
		"?session=other":               "3",
		"?project=1":                   "2 1",
		"?project=2&trigger=auto":      "3",
		"?project=2&trigger=manual":    "",
		"?trigger=manual":              "2",
		"?state=past":                  "2",
		"?state=&trigger=&project=":    "3 2 1", // as a form sends what is not chosen
		"?state=missed&before=3":       "",
		"?before=3&session=" + session: "2 1",
	} {
		var got []string
		for _, m := range regexp.MustCompile(`id="compaction-(\d+)"`).FindAllStringSubmatch(d.shows("/compactions"+query), -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", query, got, want)
		}
	}
	d.shows("/compactions?state=past", "before compact-keeper")
}

func TestBR77_ACompactionIsOneRow(t *testing.T) {
	d := full(t)
	page := d.shows("/compactions", "155,000 → 4,100", "12 s", "Kept</dt><dd>2 of 5<", "Put back</dt><dd>1<", "Missing</dt><dd>1<", "Not known</dt><dd>1<")
	if got := strings.Count(page, `id="compaction-1"`); got != 1 || strings.Contains(page, "alert(1)") {
		t.Errorf("%d rows of one compaction, want 1, and no text of its summary:\n%s", got, page)
	}
}

func TestBR80_CompactingIsOneRowUntilItsEnd(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm")
	row := func(state, not string) {
		t.Helper()
		for _, path := range []string{"/compactions", "/"} {
			_, list, _ := strings.Cut(d.shows(path), `<ol class="cards"`)
			if strings.Count(list, `id="compaction-`) != 1 || !strings.Contains(list, `id="compaction-1"`) || !strings.Contains(list, ">"+state+"<") || strings.Contains(list, ">"+not+"<") {
				t.Errorf("%s: want one row that says %q and not %q:\n%s", path, state, not, list)
			}
		}
	}
	c := d.compact(db.Compaction{Trigger: db.Auto, State: db.StateOpen}, db.OutcomeRow{Decision: all[0]})
	row("compacting", "done")
	d.now = d.now.Add(time.Hour) // nothing but a boundary or a later turn ends it
	row("no end seen", "compacting")
	c.State, c.PreTokens, c.PostTokens = db.StateDone, 155000, 4100
	d.write(func(t *db.Tx) error {
		return errors.Join(t.UpdateCompaction(c), t.SaveOutcomes(c.ID, []db.OutcomeRow{{Decision: all[0], Outcome: db.Verbatim}}))
	})
	row("done", "no end seen")
}

func TestBR67_WhatWasPutBackIsSaidToBeAnEstimate(t *testing.T) {
	d := full(t)
	d.shows("/compactions", "about +953 tokens put back, 0.6 % of the window",
		"3,812 characters, with 5 messages; about 4 characters are a token. The window is taken to be the 155,000 tokens at which the client compacted by itself.")
	d.compact(db.Compaction{Trigger: db.Manual, State: db.StateDone, PreTokens: 20000, PutUnits: 4800})
	d.shows("/compactions", "about +1.2k tokens put back, 0.6 % of the window", "The client does not tell how large the window is: 200,000 tokens are taken for it.")
}

func TestAddressesThatLeadNowhere(t *testing.T) {
	d := signedIn(t)
	for path, want := range map[string]int{
		"/compactions/99":                  http.StatusNotFound,
		"/compactions/x":                   http.StatusNotFound,
		"/compactions/-1":                  http.StatusNotFound,
		"/nothing":                         http.StatusNotFound,
		"/compactions?before=x":            http.StatusBadRequest,
		"/compactions?before=-5":           http.StatusBadRequest,
		"/compactions?before=0":            http.StatusBadRequest,
		"/compactions?project=x":           http.StatusBadRequest,
		"/compactions?trigger=none":        http.StatusBadRequest,
		"/compactions?state=<script>":      http.StatusBadRequest,
		"/compactions?format=xml":          http.StatusBadRequest,
		"/compactions?before=999999999999": http.StatusOK,
		"/projects?switched=<script>":      http.StatusBadRequest,
		"/projects?switched=99":            http.StatusOK,
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
