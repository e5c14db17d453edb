package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/web"
)

// talk stores n words of the session, a minute apart, the last of them just before now. Each tenth decides something.
func (d *dashboard) talk(n int) (words []db.Word) {
	d.Helper()
	d.write(func(t *db.Tx) error {
		if _, err := t.EnsureSession(session, "/home/anna/shop", "/gone/t.jsonl"); err != nil {
			return err
		}
		var found []*db.Decision
		for i := range n {
			w := db.Word{SessionID: session, UUID: fmt.Sprint("w", i), Line: i * 10, At: d.now.Add(-time.Duration(n-i) * time.Minute), Channel: db.Typed, Text: fmt.Sprintf("word number %d", i)}
			if i%10 == 0 {
				w.Text = fmt.Sprintf("About this: never touch module %d. Then go on.", i)
			}
			if _, err := t.AddWord(&w); err != nil {
				return err
			}
			if i%10 == 0 {
				found = append(found, &db.Decision{WordID: w.ID, SessionID: session, Start: len("About this: "), At: w.At, Kind: db.KindRule, Quote: fmt.Sprintf("never touch module %d", i), Status: db.Live})
			}
			words = append(words, w)
		}
		return t.SaveDecisions(found, nil)
	})
	return words
}

func sessionWithAll(t *testing.T) *dashboard {
	d := signedIn(t)
	words := d.talk(12)
	d.write(func(tx *db.Tx) error {
		return errors.Join(
			tx.AddBoundary(session, db.Boundary{UUID: "b1", Line: 41, At: words[4].At.Add(time.Second), Why: "commit"}),
			tx.AddBoundary(session, db.Boundary{UUID: "b2", Line: 42, At: words[4].At.Add(2 * time.Second), Why: "commit"}),
			tx.AddBoundary(session, db.Boundary{UUID: "b3", Line: 43, At: words[4].At.Add(3 * time.Second), Why: "pr_merge"}),
			tx.SaveTask(session, db.Task{ID: "1", Subject: "read <the> queue", Status: "completed"}),
			tx.SaveTask(session, db.Task{ID: "10", Subject: "write the summary", Status: "pending"}),
			tx.SaveTask(session, db.Task{ID: "2", Subject: "measure it", Status: "in_progress"}),
		)
	})
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, OpenedAt: words[6].At.Add(time.Second), PreTokens: 155000, PostTokens: 9000, DurationMS: 30000, Summary: "x"})
	d.compact(db.Compaction{State: db.StateOpen, Trigger: db.Manual, OpenedAt: d.now})
	d.web.Clients = func() ([]web.Client, error) {
		return []web.Client{{Session: session, Status: "waiting", Version: "2.1.332"}}, nil
	}
	return d
}

func TestThePageOfASession(t *testing.T) {
	d := sessionWithAll(t)
	d.golden("session.html", d.shows("/sessions/"+session))
	for format, name := range map[string]string{"json": "session.json", "md": "session.md"} {
		d.goldenFile(name, d.shows("/sessions/"+session+"?format="+format))
	}
}

func TestASessionIsToldInTheOrderOfTime(t *testing.T) {
	d := sessionWithAll(t)
	page := d.shows("/sessions/"+session, "runs now", ": waiting", "client 2.1.332", "compact-keeper brief 1f21abcd", "/decisions?session="+session, "/compactions?session="+session,
		"12 messages", "2 decisions", "155,000 → 9,000 tokens", "2 commits, pull request merged")
	at := 0
	for _, id := range []string{`id="compaction-2"`, `id="word-12"`, `id="word-8"`, `id="compaction-1"`, `id="word-7"`, `2 commits`, `id="word-5"`, `id="word-1"`} {
		i := strings.Index(page[at:], id)
		if i < 0 {
			t.Fatalf("%s is not there, or not in its place:\n%s", id, page)
		}
		at += i
	}
	tasks := regexp.MustCompile(`(?s)id="tasks".*?</ul>`).FindString(page)
	if a, b, c := strings.Index(tasks, "read &lt;the&gt; queue"), strings.Index(tasks, "measure it"), strings.Index(tasks, "write the summary"); a < 0 || b < a || c < b {
		t.Errorf("the tasks are not in order:\n%s", tasks)
	}
}

func TestDecisionsAreMarkedInTheirWords(t *testing.T) {
	d := signedIn(t)
	d.talk(1)
	d.write(func(tx *db.Tx) error {
		all, err := tx.Decisions(session, "")
		all[0].Status, all[0].Why = db.Withdrawn, "you took it back"
		return errors.Join(err, tx.SaveDecisions(nil, all))
	})
	page := d.shows("/sessions/" + session)
	said := regexp.MustCompile(`(?s)<p class="said".*?</p>`).FindString(page)
	text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(said, "|")
	if got, want := strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '|' }), "|"), "About this: |never touch module 0|rule, withdrawn|. Then go on."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !strings.Contains(said, `<mark class="past"><a href="`) {
		t.Errorf("it is not marked as past: %s", said)
	}
}

// Page by page every word and compaction comes once, whichever way one goes.
func TestALongSessionIsShownPageByPage(t *testing.T) {
	d := signedIn(t)
	words := d.talk(230)
	for i := 5; i < 230; i += 20 {
		d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, OpenedAt: words[i].At.Add(time.Second)})
	}
	entries := regexp.MustCompile(`<li[^>]* id="((?:word|compaction)-\d+)"`)
	link := func(page, name string) string {
		m := regexp.MustCompile(`href="[^"]*(/sessions/[^"#]*)[^"]*">` + name + `<`).FindStringSubmatch(page)
		if m == nil {
			return ""
		}
		return m[1]
	}
	seen := map[string]int{}
	path, pages := "/sessions/"+session, 0
	last := ""
	for ; path != ""; pages++ {
		page := d.shows(path)
		for _, m := range entries.FindAllStringSubmatch(page, -1) {
			seen[m[1]]++
		}
		last, path = path, link(page, "Older")
	}
	if pages != 5 || len(seen) != 230+12 {
		t.Errorf("%d pages with %d entries, want 5 with 242", pages, len(seen))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s is there %d times", id, n)
		}
	}
	for back := 0; last != ""; back++ {
		if back > 5 {
			t.Fatal("the way back has no end")
		}
		last = link(d.shows(last), "Newer")
	}
	for _, i := range []int{0, 5, 100, 229} {
		id := words[i].ID
		d.shows(fmt.Sprintf("/sessions/%s?word=%d", session, id), fmt.Sprintf(`id="word-%d" class="word asked"`, id))
	}
	for _, id := range []int{1, 6, 12} {
		d.shows(fmt.Sprintf("/sessions/%s?compaction=%d", session, id), fmt.Sprintf(`id="compaction-%d" class="row asked"`, id))
	}
}

func TestALongMessageIsCutAroundItsDecisions(t *testing.T) {
	d := signedIn(t)
	text := "Log: " + strings.Repeat("läng ", 40_000) + "NEVER deploy on Fridays" + strings.Repeat(" ende", 40_000)
	d.write(func(tx *db.Tx) error {
		_, err := tx.EnsureSession(session, "/x", "/t")
		w := db.Word{SessionID: session, UUID: "w", Channel: db.Typed, Text: text, At: tx.Now}
		_, err2 := tx.AddWord(&w)
		return errors.Join(err, err2, tx.SaveDecisions([]*db.Decision{{WordID: w.ID, SessionID: session, Start: strings.Index(text, "NEVER"), Quote: "NEVER deploy on Fridays", Kind: db.KindRule, Status: db.Live}}, nil))
	})
	page := d.shows("/sessions/"+session, ">NEVER deploy on Fridays</a></mark>", "characters not shown", "Show the whole message")
	if len(page) > 20_000 || strings.Contains(page, "\ufffd") {
		t.Errorf("%d bytes, or a letter cut in two", len(page))
	}
	if page := d.shows("/sessions/" + session + "?word=1"); !strings.Contains(page, strings.Repeat(" ende", 40_000)) || strings.Contains(page, "not shown") {
		t.Error("the whole message is not shown")
	}
}

func TestASessionThatIsNotThereSaysWhy(t *testing.T) {
	d := signedIn(t)
	a := d.get(d.base + "/sessions/no-such")
	if a.StatusCode != http.StatusNotFound || !strings.Contains(a.body, "holds no session &#34;no-such&#34;") || !strings.Contains(a.body, "its project was off") {
		t.Errorf("status %d\n%s", a.StatusCode, a.body)
	}
	d.talk(3)
	if _, err := d.db.Forget(t.Context(), db.Target{Session: session}); err != nil {
		t.Fatal(err)
	}
	a = d.get(d.base + "/sessions/" + session)
	if a.StatusCode != http.StatusNotFound || !strings.Contains(a.body, "You had session") || strings.Contains(a.body, "word number") {
		t.Errorf("status %d\n%s", a.StatusCode, a.body)
	}
}

func TestASessionOfWhichAWordWasForgottenSaysSo(t *testing.T) {
	d := sessionWithAll(t)
	if _, err := d.db.Forget(t.Context(), db.Target{Word: 3}); err != nil {
		t.Fatal(err)
	}
	page := d.shows("/sessions/"+session, `id="words-only"`, "only your own words are kept")
	if strings.Contains(page, "word number 2") || strings.Contains(page, "measure it") {
		t.Errorf("what was forgotten is shown:\n%s", page)
	}
	d.shows("/compactions/1", "It is not kept: it may repeat what you had forgotten.")
}

func TestASessionWithoutWordsSaysSo(t *testing.T) {
	d := signedIn(t)
	d.talk(0)
	page := d.shows("/sessions/"+session, "no message of yours in this session has come in")
	if strings.Contains(page, `id="course"`) || strings.Contains(page, `id="tasks"`) {
		t.Error("what is not there has a heading")
	}
}

func TestTokensThatTheClientDidNotTellAreNotDrawn(t *testing.T) {
	d := signedIn(t)
	d.talk(2)
	d.compact(db.Compaction{State: db.StateDone, Trigger: db.Auto, PreTokens: 82_000})
	if page := d.shows("/sessions/"+session, "82,000 → unknown"); strings.Contains(page, "<polyline") {
		t.Errorf("a course is drawn:\n%s", page)
	}
}

// The client deletes its transcripts; the ledger's own copies of words and summary stay, and the page says so.
func TestBR62_WhatTheClientDeletesStaysHere(t *testing.T) {
	d := sessionWithAll(t) // its transcript lies nowhere
	d.shows("/sessions/"+session, "word number 11", "It stays when the client deletes its transcript", "cleanupPeriodDays")
	d.shows("/compactions/1", ">x</p>")
}

func TestStepsThatLeadNowhereInASession(t *testing.T) {
	d := sessionWithAll(t)
	for query, want := range map[string]int{"?before=x": 400, "?word=-1": 400, "?compaction=<b>": 400, "?word=999": 200, "?compaction=999": 200, "?before=1": 200, "?before=999": 200, "?format=x": 400} {
		if a := d.get(d.base + "/sessions/" + session + query); a.StatusCode != want || strings.Contains(a.body, "<b>") {
			t.Errorf("%s: status %d, want %d", query, a.StatusCode, want)
		}
	}
}
