package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// says stores a message in session "s" of /home/anna/work/shop that is nothing but a decision, and returns its id.
func (d *dashboard) says(text string, kind db.Kind) int64 {
	d.Helper()
	return d.saysIn("s", text, text, kind)
}

func (d *dashboard) saysIn(session, text, quote string, kind db.Kind) (id int64) {
	d.Helper()
	d.now = d.now.Add(time.Minute)
	d.write(func(t *db.Tx) error {
		if _, err := t.EnsureSession(session, "/home/anna/work/shop", "/t.jsonl"); err != nil {
			return err
		}
		w := db.Word{SessionID: session, UUID: fmt.Sprint("row-", text), At: t.Now, Channel: db.Typed, Text: text, Answered: true}
		if _, err := t.AddWord(&w); err != nil {
			return err
		}
		x := &db.Decision{WordID: w.ID, SessionID: session, At: t.Now, Kind: kind, Quote: quote, Start: strings.Index(text, quote), Status: db.Live}
		err := t.SaveDecisions([]*db.Decision{x}, nil)
		id = x.ID
		return err
	})
	return id
}

// does posts a form and follows where it leads; the page that is there then.
func (d *dashboard) does(path string, form ...string) (address, page string) {
	d.Helper()
	values := url.Values{}
	for i := 0; i < len(form); i += 2 {
		values.Set(form[i], form[i+1])
	}
	a := d.post(d.base+path, values)
	if a.StatusCode != http.StatusSeeOther {
		d.Fatalf("%s %v: status %d\n%s", path, form, a.StatusCode, a.body)
	}
	to := a.Header.Get("Location")
	b := d.get(d.http.URL + to)
	if b.StatusCode != http.StatusOK {
		d.Fatalf("%s leads to %s: status %d\n%s", path, to, b.StatusCode, b.body)
	}
	return to, b.body
}

func (d *dashboard) decision(id int64) db.DecisionItem {
	d.Helper()
	x, err := d.db.DecisionByID(context.Background(), id)
	if err != nil {
		d.Fatal(err)
	}
	return x
}

func lacks(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(page, text) {
			t.Errorf("the page holds %q:\n%s", text, page)
		}
	}
}

func TestDecisionsAreSearchedAndFiltered(t *testing.T) {
	d := signedIn(t)
	d.shows("/decisions", "Nothing yet.")
	d.says("use pnpm, not yarn", db.KindRule)
	d.says("never push to <b>main</b>", db.KindRule)
	wrong := d.says("请用两个空格缩进", db.KindChoice)
	page := d.shows("/decisions", "use pnpm", "never push to &lt;b&gt;main&lt;/b&gt;", "请用两个空格缩进", `id="search"`)
	if strings.Index(page, "请用") > strings.Index(page, "use pnpm") {
		t.Error("the newest one is not first")
	}
	page = d.shows("/decisions?q=mai", "&lt;b&gt;<mark>main</mark>&lt;/b&gt;", `value="mai"`)
	lacks(t, page, "use pnpm")
	lacks(t, d.shows("/decisions?q=%E7%A9%BA%E6%A0%BC", "请用两个<mark>空格</mark>缩进"), "use pnpm")
	d.shows("/decisions?q=yarn+main", "Nothing found.", "Show all decisions")
	lacks(t, d.shows("/decisions?kind=choice", "空格"), "use pnpm")
	lacks(t, d.shows("/decisions?session=other", "Nothing found."), "use pnpm")
	d.shows("/decisions?session=s&project=1&from=2026-11-30&to=2026-11-30", "use pnpm", "only session <code>s</code>")
	d.shows("/decisions?to=2026-11-29", "Nothing found.")
	d.does(fmt.Sprintf("/decisions/%d/edit", wrong), "what", "reject")
	lacks(t, d.shows("/decisions", "use pnpm"), "空格")
	lacks(t, d.shows("/decisions?status=rejected", "空格", "not a decision"), "use pnpm,")
	for _, path := range []string{"/decisions?from=yesterday", "/decisions?project=x", "/decisions?before=-1", "/decisions?format=csv"} {
		if a := d.get(d.base + path); a.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", path, a.StatusCode)
		}
	}
	if a := d.get(d.base + "/decisions?before=99"); a.StatusCode != http.StatusNotFound {
		t.Errorf("before a decision that is not there: status %d", a.StatusCode)
	}
}

func TestAnOddSearchIsNoError(t *testing.T) {
	d := signedIn(t)
	d.says("use pnpm, not yarn", db.KindRule)
	for _, q := range []string{`"`, `""`, "*", "-", "NEAR(", "a AND", "^", "🚀", "\x00", "\xff", "quote:", strings.Repeat("ü", 10_000), strings.Repeat("a ", 5_000), "<script>alert(1)</script>", "' or 1=1 --"} {
		lacks(t, d.shows("/decisions?q="+url.QueryEscape(q)), "<script>alert")
	}
}

func TestManyDecisionsAreShownPageByPage(t *testing.T) {
	d := signedIn(t)
	for i := range 120 {
		d.says(fmt.Sprintf("rule number %03d", i), db.KindRule)
	}
	for _, q := range []string{"", "rule"} {
		seen := map[string]bool{}
		path := "/decisions?q=" + q
		for pages := 1; path != ""; pages++ {
			page := d.shows(path)
			for i := range 120 {
				if text := fmt.Sprintf(" number %03d", i); strings.Contains(page, text) {
					if seen[text] {
						t.Errorf("%s stands on two pages", text)
					}
					seen[text] = true
				}
			}
			path = ""
			if _, after, ok := strings.Cut(page, `id="older" href="`); ok {
				path, _, _ = strings.Cut(after, `"`)
				path = strings.TrimPrefix(strings.ReplaceAll(path, "&amp;", "&"), strings.TrimPrefix(d.base, d.http.URL))
			}
			if pages > 3 {
				t.Fatal("there are more than three pages")
			}
		}
		if len(seen) != 120 {
			t.Errorf("with %q: %d of 120 are shown", q, len(seen))
		}
	}
}

func TestBR78EveryEditIsStoredWithWhoAndWhenAndCanBeUndone(t *testing.T) {
	for _, tc := range []struct {
		what string
		form []string
		want func(db.DecisionItem) bool
		says string
	}{
		{"pin", nil, func(x db.DecisionItem) bool { return x.Pinned && x.Status == db.Live }, "pinned"},
		{"unpin", nil, func(x db.DecisionItem) bool { return !x.Pinned }, "unpinned"},
		{"withdraw", nil, func(x db.DecisionItem) bool { return x.Status == db.Withdrawn && x.Why != "" }, "withdrawn"},
		{"done", nil, func(x db.DecisionItem) bool { return x.Status == db.Done }, "marked as done"},
		{"reject", nil, func(x db.DecisionItem) bool { return x.Status == db.Rejected }, "marked as not a decision"},
		{"live", nil, func(x db.DecisionItem) bool { return x.Status == db.Live && x.Why == "" }, "made live again"},
		{"kind", []string{"kind", "approval"}, func(x db.DecisionItem) bool { return x.Kind == db.KindApproval }, "given another kind (it was rule)"},
		{"replace", []string{"by", "2"}, func(x db.DecisionItem) bool { return x.Status == db.Replaced && x.ReplacedBy == 2 }, "marked as replaced"},
	} {
		t.Run(tc.what, func(t *testing.T) {
			d := signedIn(t)
			d.web.Owner = "anna"
			id := d.says("use pnpm, not yarn", db.KindRule)
			d.says("use yarn after all", db.KindRule)
			before := d.decision(id)
			path := fmt.Sprintf("/decisions/%d", id)
			_, page := d.does(path+"/edit", append([]string{"what", tc.what}, tc.form...)...)
			if got := d.decision(id); !tc.want(got) || !got.Edited {
				t.Errorf("stored: %+v", got.Decision)
			}
			for _, text := range []string{"<strong>Stored:</strong> " + tc.says, "by anna", "data-say"} {
				if !strings.Contains(page, text) {
					t.Errorf("the page lacks %q:\n%s", text, page)
				}
			}
			_, page = d.does(path+"/undo", "edit", "1")
			if got := d.decision(id); got.Edited || got.Status != before.Status || got.Kind != before.Kind || got.Pinned || got.Why != "" || got.ReplacedBy != 0 {
				t.Errorf("undone: %+v", got.Decision)
			}
			if !strings.Contains(page, "<strong>Undone:</strong>") {
				t.Errorf("the page does not say so:\n%s", page)
			}
			d.does(path+"/undo", "edit", "1") // a second click changes nothing and is no error
		})
	}
}

func TestAnEditThatMakesNoSenseIsRefused(t *testing.T) {
	d := signedIn(t)
	id := d.says("use pnpm, not yarn", db.KindRule)
	for _, form := range []url.Values{{}, {"what": {"forget"}}, {"what": {"add"}}, {"what": {"kind"}, "kind": {"x"}}, {"what": {"replace"}}, {"what": {"replace"}, "by": {fmt.Sprint(id)}}} {
		if a := d.post(fmt.Sprintf("%s/decisions/%d/edit", d.base, id), form); a.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, a.StatusCode)
		}
	}
	for path, form := range map[string]url.Values{"/decisions/9/edit": {"what": {"pin"}}, "/decisions/9/undo": {"edit": {"1"}}, "/decisions/9/forget": {}, "/decisions/9/answer": {"how": {"done"}}, fmt.Sprintf("/decisions/%d/edit", id): {"what": {"replace"}, "by": {"9"}}} {
		if a := d.post(d.base+path, form); a.StatusCode != http.StatusNotFound {
			t.Errorf("%s %v: status %d", path, form, a.StatusCode)
		}
	}
	if x := d.decision(id); x.Edited {
		t.Errorf("it was changed: %+v", x.Decision)
	}
}

func TestADecisionShowsWhereItWasSaidAndWhatBecameOfIt(t *testing.T) {
	d := signedIn(t)
	d.saysIn("s", "hello there", "hello there", db.KindDecision)
	id := d.saysIn("s", "Fine. Use <i>pnpm</i>, not yarn. Then go on.", "Use <i>pnpm</i>, not yarn.", db.KindRule)
	newer := d.says("Use yarn after all", db.KindRule)
	d.shows(fmt.Sprintf("/decisions/%d", id), "Stands since message 2 of its session; no compaction has come since.")
	compact := func(o db.OutcomeRow) (c db.Compaction) {
		o.Decision = d.decision(id).Decision
		d.now = d.now.Add(time.Hour)
		d.write(func(t *db.Tx) error {
			c = db.Compaction{SessionID: "s", Trigger: db.Auto, State: db.StateDone, ClosedAt: t.Now}
			if err := t.AddCompaction(&c); err != nil {
				return err
			}
			return t.SaveOutcomes(c.ID, []db.OutcomeRow{o})
		})
		return c
	}
	compact(db.OutcomeRow{Outcome: db.Verbatim})
	compact(db.OutcomeRow{Outcome: db.NotFound, Restored: true})
	compact(db.OutcomeRow{Outcome: db.Reworded, Restored: true})
	lost := compact(db.OutcomeRow{Outcome: db.NotFound})
	page := d.shows(fmt.Sprintf("/decisions/%d", id),
		"Stands since message 2 of its session, through 4 compactions: 1 kept, 2 put back, 1 missing.",
		"Fine. <mark>Use &lt;i&gt;pnpm&lt;/i&gt;, not yarn.</mark> Then go on.", "hello there", "Use yarn after all", "Missing after the compaction of")
	if n := strings.Count(page, fmt.Sprintf("/compactions/%d\"", lost.ID)); n != 2 { // BR-81: from what is lost to when
		t.Errorf("%d links lead to the compaction that lost it, want one among the missing and one in the list", n)
	}
	lacks(t, page, "<i>pnpm")
	d.shows(fmt.Sprintf("/decisions/%d?replace", id), "Which decision replaced it?", "Use yarn after all")
	d.shows(fmt.Sprintf("/decisions/%d?replace=yar", id), "Use <mark>yarn</mark> after all")
	d.does(fmt.Sprintf("/decisions/%d/edit", id), "what", "replace", "by", fmt.Sprint(newer))
	d.shows(fmt.Sprintf("/decisions/%d", id), "Stood since", fmt.Sprintf(`href="%s/decisions/%d"`, strings.TrimPrefix(d.base, d.http.URL), newer))
	d.shows(fmt.Sprintf("/decisions/%d", newer), "It replaced, or answers:", fmt.Sprintf("/decisions/%d\"", id))
}

func TestARuleIsAddedByHandMaskedAndOnce(t *testing.T) {
	d := signedIn(t)
	d.web.Mask = func(s string) string { return strings.ReplaceAll(s, "hunter2", "[masked]") }
	d.web.Owner = "anna"
	d.says("use pnpm", db.KindRule)
	d.shows("/decisions", "Add a rule by hand", "shop, s,")
	d.shows("/sessions/s", "Add a rule by hand", "shop, s,")
	to, page := d.does("/rules", "session", "s", "text", "  The password hunter2\r\nstays <secret>.  ")
	for _, text := range []string{"The password [masked]\nstays &lt;secret&gt;.", "<strong>Stored.</strong>", "written in the dashboard", "Added by hand"} {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %q:\n%s", text, page)
		}
	}
	lacks(t, page, "hunter2")
	if again, _ := d.does("/rules", "session", "s", "text", "The password hunter2\nstays <secret>."); again != to {
		t.Errorf("the same rule again leads to %s, not %s", again, to)
	}
	d.shows("/decisions?q=stays", "<mark>stays</mark>")
	for _, form := range []url.Values{{"session": {"s"}}, {"session": {"s"}, "text": {" \n"}}, {"session": {"s"}, "text": {strings.Repeat("x", 2001)}}, {"session": {"s"}, "text": {strings.Repeat("x", 100_000)}}} {
		if a := d.post(d.base+"/rules", form); a.StatusCode != http.StatusBadRequest {
			t.Errorf("%.40s: status %d", form, a.StatusCode)
		}
	}
	if a := d.post(d.base+"/rules", url.Values{"session": {"none"}, "text": {"x"}}); a.StatusCode != http.StatusNotFound {
		t.Errorf("a session that is not there: status %d", a.StatusCode)
	}
	if err := d.db.SwitchProject(context.Background(), "/home/anna/work/shop", false); err != nil {
		t.Fatal(err)
	}
	if a := d.post(d.base+"/rules", url.Values{"session": {"s"}, "text": {"another rule"}}); a.StatusCode != http.StatusBadRequest || !strings.Contains(a.body, "switched off") {
		t.Errorf("a project that is off: status %d\n%s", a.StatusCode, a.body)
	}
	lacks(t, d.shows("/decisions"), "Add a rule by hand")
	lacks(t, d.shows("/sessions/s"), "Add a rule by hand")
}

func TestWhatWaitsIsSettledWithWordsOrWithout(t *testing.T) {
	d := signedIn(t)
	d.shows("/waiting", "Nothing waits on you.")
	first := d.says("should we keep both, or drop the old one?", db.KindOpenQuestion)
	second := d.says("which database should we use?", db.KindOpenQuestion)
	d.says("use pnpm", db.KindRule)
	page := d.shows("/waiting", "should we keep both", "which database", "/home/anna/work/shop")
	lacks(t, page, "use pnpm")
	_, page = d.does(fmt.Sprintf("/decisions/%d/answer", first), "how", "done")
	if d.decision(first).Status != db.Done || !strings.Contains(page, "<strong>Settled:</strong> should we keep both") {
		t.Errorf("done: %+v\n%s", d.decision(first).Decision, page)
	}
	_, page = d.does(fmt.Sprintf("/decisions/%d/answer", second), "how", "answer", "text", "SQLite, one file")
	x := d.decision(second)
	if x.Status != db.Done || !strings.Contains(page, "Nothing waits on you.") || !strings.Contains(page, `name="from" value="waiting"`) {
		t.Fatalf("answered: %+v\n%s", x.Decision, page)
	}
	if a := d.decision(x.ReplacedBy); a.Quote != "SQLite, one file" || a.Question != x.Quote || a.Kind != db.KindDecision {
		t.Errorf("the answer: %+v", a.Decision)
	}
	d.shows(fmt.Sprintf("/decisions/%d", second), "Answered by:", "SQLite, one file")
	_, page = d.does(fmt.Sprintf("/decisions/%d/undo", second), "edit", "3", "from", "waiting")
	if d.decision(second).Status != db.Live || !strings.Contains(page, "<strong>Open again:</strong> which database") {
		t.Errorf("undone: %+v\n%s", d.decision(second).Decision, page)
	}
	for _, form := range []url.Values{{}, {"how": {"answer"}}, {"how": {"x"}, "text": {"y"}}} {
		if a := d.post(fmt.Sprintf("%s/decisions/%d/answer", d.base, second), form); a.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, a.StatusCode)
		}
	}
}

func TestBR66AForgottenDecisionIsOutAtOnceAndGoneAfterHalfAMinute(t *testing.T) {
	d := signedIn(t)
	ctx := context.Background()
	forgotten := 0
	d.web.Forget = func(ctx context.Context, target db.Target) (db.Doomed, error) {
		forgotten++
		gone, err := d.db.Forget(ctx, target)
		if err == nil {
			err = d.db.Wipe(ctx, time.Minute)
		}
		return gone, err
	}
	id := d.saysIn("s", "The zanzibar contract ends. Never name it.", "Never name it.", db.KindRule)
	other := d.says("use pnpm", db.KindRule)
	d.shows("/decisions?q=never", "<mark>Never</mark>")
	path := fmt.Sprintf("/decisions/%d/forget", id)
	d.shows(path, "The zanzibar contract ends. Never name it.", "For 30 seconds you can undo this", "<form")
	_, page := d.does(path)
	live, err := d.db.Decisions(ctx, "s", db.Live)
	if err != nil || len(live) != 1 || live[0].ID != other {
		t.Errorf("hooks ask for %v, %v", live, err)
	}
	if !strings.Contains(page, "Being forgotten.") || !strings.Contains(page, "Undo") {
		t.Errorf("the page does not say so:\n%s", page)
	}
	d.does(fmt.Sprintf("/decisions/%d/undo", id), "edit", "1")
	if x := d.decision(id); x.Status != db.Live || x.Edited {
		t.Errorf("undone: %+v", x.Decision)
	}
	d.now = d.now.Add(time.Hour)
	if next, err := d.web.ForgetDue(ctx); err != nil || !next.IsZero() || forgotten != 0 {
		t.Errorf("what was undone is due at %v, %v", next, err)
	}
	d.does(path)
	d.does(path) // twice is once
	due := d.now.Add(30 * time.Second)
	d.now = due.Add(-time.Millisecond)
	if next, err := d.web.ForgetDue(ctx); err != nil || !next.Equal(due) || forgotten != 0 {
		t.Errorf("before its time: next %v, %v, %d forgotten", next, err, forgotten)
	}
	d.now = due
	if next, err := d.web.ForgetDue(ctx); err != nil || !next.IsZero() || forgotten != 1 {
		t.Errorf("at its time: next %v, %v, %d forgotten", next, err, forgotten)
	}
	if a := d.get(fmt.Sprintf("%s/decisions/%d", d.base, id)); a.StatusCode != http.StatusNotFound {
		t.Errorf("its page: status %d", a.StatusCode)
	}
	d.shows("/decisions?forgot=1", "deleted for good")
	for _, name := range []string{db.File, db.File + "-wal"} {
		raw, _ := os.ReadFile(filepath.Join(d.dir, name))
		for _, trace := range []string{"zanzibar", "Never name"} {
			if bytes.Contains(raw, []byte(trace)) {
				t.Errorf("%s holds %q", name, trace)
			}
		}
	}
}

// What was to be forgotten when the program ended is forgotten by its next start.
func TestWhatIsDueIsForgottenByTheWorkBesideThePages(t *testing.T) {
	d := signedIn(t)
	done := make(chan int64, 1)
	d.web.Forget = func(ctx context.Context, target db.Target) (db.Doomed, error) {
		gone, err := d.db.Forget(ctx, target)
		done <- target.Decision
		return gone, err
	}
	id := d.says("the zanzibar contract", db.KindRule)
	d.does(fmt.Sprintf("/decisions/%d/forget", id))
	d.now = d.now.Add(time.Minute)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan bool)
	go func() {
		d.web.Work(ctx, func(err error) { t.Error(err) })
		close(ended)
	}()
	if got := <-done; got != id {
		t.Errorf("forgot decision %d", got)
	}
	cancel()
	<-ended
	if yes, err := d.db.Searchable(context.Background()); !yes || err != nil {
		t.Errorf("what is left can be searched: %v, %v", yes, err)
	}
}

func TestDecisionsAreExported(t *testing.T) {
	d := signedIn(t)
	id := d.says("use *pnpm*, not yarn", db.KindRule)
	d.says("which one should we use?", db.KindOpenQuestion)
	var list []struct {
		ID     int64     `json:"id"`
		Quote  string    `json:"quote"`
		At     time.Time `json:"at"`
		Status string    `json:"status"`
	}
	a := d.get(d.base + "/decisions?q=pnpm&format=json")
	if err := json.Unmarshal([]byte(a.body), &list); err != nil || len(list) != 1 || list[0].ID != id || list[0].Status != "live" || list[0].At.IsZero() {
		t.Errorf("JSON: %v\n%s", err, a.body)
	}
	for path, want := range map[string]string{"/decisions?format=md": `> use \*pnpm\*, not yarn`, fmt.Sprintf("/decisions/%d?format=md", id): "Stands since message 1", fmt.Sprintf("/decisions/%d?format=json", id): `"chain": "Stands since message 1`,
		"/waiting?format=md": "# Waiting on you", "/waiting?format=json": `"kind": "open_question"`} {
		if a := d.get(d.base + path); a.StatusCode != http.StatusOK || !strings.Contains(a.body, want) || !strings.Contains(a.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: status %d, lacks %q:\n%s", path, a.StatusCode, want, a.body)
		}
	}
}
