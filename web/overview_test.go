package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/web"
)

func TestTheOverview(t *testing.T) {
	d := full(t)
	d.web.Clients = func() ([]web.Client, error) {
		return []web.Client{
			{Session: session, Folder: "/home/anna/shop/src", Status: "busy", StartedAt: noon.Add(-time.Hour)},
			{Session: "new", Folder: "/home/anna/new", Status: "waiting"},
		}, nil
	}
	d.golden("overview.html", d.shows("/"))
	for format, name := range map[string]string{"json": "overview.json", "md": "overview.md"} {
		d.goldenFile(name, d.shows("/?format="+format))
	}
}

// figure is what the overview's file says of what stands.
func (d *dashboard) figure() (f struct {
	CountedOver              string `json:"counted_over"`
	Compactions, Asked, Kept int
	PutBack                  int `json:"put_back"`
	Missing                  int
	NotKnown                 int `json:"not_known"`
}) {
	d.Helper()
	var file struct{ Standing any }
	file.Standing = &f
	if err := json.Unmarshal([]byte(d.shows("/?format=json")), &file); err != nil {
		d.Fatal(err)
	}
	return f
}

func TestTheFigureIsCountedOverTheLastCompactions(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm", "never push", "Option B", "show me the SQL")
	rows := func(outcomes ...db.OutcomeRow) []db.OutcomeRow {
		for i := range outcomes {
			outcomes[i].Decision = all[i]
		}
		return outcomes
	}
	lost := db.OutcomeRow{Outcome: db.NotFound}
	d.compact(db.Compaction{State: db.StatePast, OpenedAt: noon.AddDate(0, 0, -3)}, rows(db.OutcomeRow{Outcome: db.Verbatim}, lost, lost, lost)...)
	if f := d.figure(); f.CountedOver != string(db.OfPast) || f.Compactions != 1 || f.Kept != 1 || f.Missing != 3 {
		t.Errorf("with imported history alone: %+v", f)
	}
	d.shows("/", `25<span class="unit">`, "stood word for word after the last compactions, before compact-keeper")

	d.compact(db.Compaction{State: db.StateDone, OpenedAt: noon.AddDate(0, 0, -2)}, rows(lost, lost, lost, lost)...)
	d.compact(db.Compaction{State: db.StateDone, OpenedAt: noon.AddDate(0, 0, -1)},
		rows(db.OutcomeRow{Outcome: db.Verbatim}, db.OutcomeRow{Outcome: db.Reworded, Restored: true}, lost, db.OutcomeRow{})...)
	d.compact(db.Compaction{State: db.StateOpen, OpenedAt: noon}, rows(db.OutcomeRow{})...)
	d.compact(db.Compaction{State: db.StateDone, AgentID: "a subagent", OpenedAt: noon}, rows(lost)...)
	want := "{sessions used lately 1 4 1 1 1 1}"
	if f := d.figure(); fmt.Sprint(f) != want {
		t.Errorf("got %v, want what the last one that has ended did: %v", f, want)
	}
	d.shows("/", `50<span class="unit">`, "stand word for word after the last compactions", "the one session with decisions, used in the last 30 days")

	d.now = noon.AddDate(0, 2, 0)
	if f := d.figure(); f.CountedOver != string(db.OfKept) || f.Compactions != 1 || f.Missing != 1 {
		t.Errorf("two months later: %+v, want the last compaction that the keeper was there for", f)
	}
}

func TestBR60_OnlyCompactionsOfTheMainConversationAreCounted(t *testing.T) {
	d := signedIn(t)
	d.decide("/home/anna/shop")
	d.compact(db.Compaction{State: db.StateDone})
	d.compact(db.Compaction{State: db.StateDone, AgentID: "a subagent"})
	d.compact(db.Compaction{State: db.StateNothing})
	d.shows("/projects", ">1 compaction</a>")
	for _, path := range []string{"/", "/compactions"} {
		if page := d.shows(path, `id="compaction-1"`); strings.Contains(page, `id="compaction-2"`) {
			t.Errorf("%s shows that of a subagent", path)
		}
	}
}

func TestBR59_ACompactionThatIsReadAgainCountsOnce(t *testing.T) {
	d := signedIn(t)
	d.decide("/home/anna/shop")
	c := db.Compaction{State: db.StateDone, BoundaryUUID: "boundary"}
	d.compact(c)
	err := d.db.Write(t.Context(), func(t *db.Tx) error {
		again := c
		again.SessionID = session
		return t.AddCompaction(&again)
	})
	if err == nil {
		t.Error("the same boundary was stored twice")
	}
	d.shows("/projects", ">1 compaction</a>")
}

func TestTheCourseIsMarkedWhereTheKeeperCame(t *testing.T) {
	d := signedIn(t)
	d.now = noon.AddDate(0, 0, -5)
	all := d.decide("/home/anna/shop", "use pnpm", "never push")
	d.now = noon
	kept, lost, back := db.OutcomeRow{Decision: all[0], Outcome: db.Verbatim}, db.OutcomeRow{Decision: all[1], Outcome: db.NotFound}, db.OutcomeRow{Decision: all[1], Restored: true}
	d.compact(db.Compaction{State: db.StatePast, OpenedAt: noon.AddDate(0, 0, -10)}, kept, lost)
	d.compact(db.Compaction{State: db.StatePast, OpenedAt: noon.AddDate(0, 0, -5)}, kept, lost)
	d.compact(db.Compaction{State: db.StateDone, OpenedAt: noon.AddDate(0, 0, -5)}, kept, back)
	d.compact(db.Compaction{State: db.StateDone, OpenedAt: noon}, kept, back)
	page := d.shows("/", "by day", "compact-keeper since 25 Nov 2026", "before: kept by the summary",
		"20 Nov 2026: 1 of 2 stand, 1 kept by the summaries, 0 put back; 1 compaction before compact-keeper",
		"25 Nov 2026: 2 of 2 stand, 1 kept by the summaries, 1 put back; 1 compaction<",
		`class="past" x="1.36%"`, `class="mark" x1="50.00%"`)
	if got := strings.Count(page, `class="room"`); got != 3 {
		t.Errorf("%d bars, want one for each day with a compaction", got)
	}
	if got := strings.Count(page, `<th scope="row">`); got != 4 {
		t.Errorf("%d rows in the table, want one more: both of the day on which the keeper came", got)
	}
	d.now = noon.AddDate(0, 3, 0)
	d.shows("/", "by week", "Week of 16 Nov 2026: ", "Week of 23 Nov 2026: ")
	d.now = noon.AddDate(2, 0, 0)
	if page := d.shows("/"); strings.Contains(page, "<figure") {
		t.Error("a course without a point is drawn")
	}
}

func TestTheEmptyOverviewSaysWhatToDoNext(t *testing.T) {
	d := signedIn(t)
	d.web.Installed = func() bool { return false }
	page := d.shows("/", "Nothing is kept yet.", "/setup", "No session of Claude Code runs", "Nothing waits on you.", "no hook has run in the last day")
	for _, bad := range []string{`<ol class="cards"`, "<figure", "NaN"} {
		if strings.Contains(page, bad) {
			t.Errorf("it holds %q:\n%s", bad, page)
		}
	}
	d.web.Installed = func() bool { return true }
	if page := d.shows("/", "Nothing has happened yet.", "Import what it kept"); strings.Contains(page, "does not call compact-keeper yet") {
		t.Error("it warns though the hooks are installed")
	}
	d.decide("/home/anna/shop", "use pnpm", "never push")
	d.shows("/", "No compaction yet.", "2 live decisions", "of 1 session would be kept")
	d.web.Installed = func() bool { return false }
	d.shows("/", "Claude Code does not call compact-keeper yet.", "/setup")
	d.compact(db.Compaction{State: db.StateDone})
	d.shows("/", "No decision has gone through a compaction yet.", `id="compaction-1"`)
}

func TestLiveSessionsShowWhatTheyDo(t *testing.T) {
	d := signedIn(t)
	all := d.decide("/home/anna/shop", "use pnpm")
	running := []web.Client{{Session: session, Folder: "/home/anna/shop", Status: "idle"}}
	d.web.Clients = func() ([]web.Client, error) { return running, nil }
	d.shows("/", ">idle</span>", "not compacted yet", `/sessions/`+session)
	c := d.compact(db.Compaction{State: db.StateOpen}, db.OutcomeRow{Decision: all[0]})
	d.shows("/", ">compacting</span>", "compacting since")
	c.State, c.PreTokens, c.PostTokens = db.StateDone, 155000, 4100
	d.write(func(t *db.Tx) error { return t.UpdateCompaction(c) })
	d.shows("/", "155,000 → 4,100 tokens")
	running = append(running, web.Client{Session: "unknown", Folder: "/tmp/x"}, web.Client{Session: "w", Folder: "/tmp/w", Status: "waiting"})
	d.shows("/", ">running</span>", "not known to the keeper yet", ">waits for you</span>")
	d.web.Clients = func() ([]web.Client, error) { return running, errors.New("read session 7.json: <broken>") }
	d.shows("/", "read session 7.json: &lt;broken&gt;", ">idle</span>")
	for range 20 {
		running = append(running, web.Client{Session: "more"})
	}
	d.shows("/", "and 15 more sessions")
}

func TestTheHealthLineNamesTheLastFailure(t *testing.T) {
	d := signedIn(t)
	d.write(func(t *db.Tx) error {
		var all []error
		for _, ms := range []int{4, 6, 90} {
			all = append(all, t.AddRun(db.Run{Event: "Stop", Outcome: "ok", Took: time.Duration(ms) * time.Millisecond}))
		}
		return errors.Join(append(all, t.AddRun(db.Run{Event: "PreCompact", Outcome: "spooled", Error: "database is <locked>"}))...)
	})
	d.shows("/", "3 hook runs in the last day, 6 ms in the median", "PreCompact: <code>database is &lt;locked&gt;</code>")
	d.now = d.now.AddDate(0, 0, 2)
	d.shows("/", "no hook has run in the last day", "last failure")
}
