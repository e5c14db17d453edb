package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// What the overview holds at most; links lead to the rest.
const (
	lastShown    = 5
	waitingShown = 3
	liveShown    = 8
	// lately is how long ago a session may have been used to count for the figure.
	lately = 30 * 24 * time.Hour
)

// overview is what the first page shows.
type overview struct {
	page
	Uninstalled bool // the client does not call the hooks
	db.Totals
	Balance db.Balance
	Course  course
	Since   time.Time // when the first hook ran
	Live    []liveSession
	NoLive  string // why the running clients are not known
	More    int    // sessions that are not shown
	Last    []compactionItem
	Waits   []db.DecisionItem
	Failure *db.Run // the last one
	Median  time.Duration
	Runs    int // of hooks, of which Median is
}

// liveSession is a session whose client runs now.
type liveSession struct {
	Client
	db.Session // ID is empty where the keeper does not know it
	Last       *db.Compaction
}

// Compacting tells whether it is being compacted.
func (l liveSession) Compacting() bool { return l.Last != nil && l.Last.State == db.StateOpen }

// showOverview shows what stands, what runs, what happened last and what waits, over all projects.
func (s *Server) showOverview(w http.ResponseWriter, r *http.Request) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	var v overview
	if v.page, err = s.newPage(r, d, "Overview", "Overview"); err != nil {
		return err
	}
	v.exports = true
	v.Uninstalled = s.Installed != nil && !s.Installed()
	if err := errors.Join(v.readFigures(r.Context(), d), v.readHealth(r.Context(), d), v.readClients(r.Context(), d, s.Clients)); err != nil {
		return err
	}
	if v.Last, err = d.ListCompactions(r.Context(), db.CompactionFilter{}, lastShown); err != nil {
		return err
	}
	if v.Waits, err = d.Waiting(r.Context(), 0, waitingShown); err != nil {
		return err
	}
	if done, err := s.export(w, r, "overview", v.json(), v.markdown); done {
		return err
	}
	s.render(w, r, http.StatusOK, overviewPage(v))
	return nil
}

// readFigures reads the figure and its course.
func (v *overview) readFigures(ctx context.Context, d *db.DB) (err error) {
	if v.Totals, err = d.Totals(ctx); err != nil {
		return err
	}
	if v.Balance, err = d.Balance(ctx, v.now.Add(-lately)); err != nil || v.Balance.Compactions == 0 {
		return err
	}
	var first time.Time
	if first, v.Since, err = d.Began(ctx); err != nil {
		return err
	}
	from, weekly := courseFrom(first, v.now)
	length := dayLength
	if weekly {
		length *= 7
	}
	points, err := d.Course(ctx, from, length)
	if err != nil {
		return err
	}
	v.Course = newCourse(points, from, weekly, v.Since, v.now)
	return nil
}

func (v *overview) readHealth(ctx context.Context, d *db.DB) (err error) {
	failures, err := d.Failures(ctx, 1)
	if err != nil {
		return err
	}
	if len(failures) > 0 {
		v.Failure = &failures[0]
	}
	v.Median, v.Runs, err = d.HookMedian(ctx, v.now.Add(-24*time.Hour))
	return err
}

// readClients reads which sessions run. What cannot be read of the client's files is said on the page: the rest stands.
func (v *overview) readClients(ctx context.Context, d *db.DB, clients func() ([]Client, error)) error {
	if clients == nil {
		return nil
	}
	running, err := clients()
	if err != nil {
		v.NoLive = err.Error()
	}
	if len(running) > liveShown {
		v.More = len(running) - liveShown
		running = running[:liveShown]
	}
	for _, c := range running {
		live := liveSession{Client: c}
		if live.Session, err = d.Session(ctx, c.Session); err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		last, err := d.Compactions(ctx, c.Session, 1)
		if err != nil {
			return err
		}
		if len(last) > 0 {
			live.Last = &last[0]
		}
		v.Live = append(v.Live, live)
	}
	return nil
}

// overviewJSON is the page as a file.
type overviewJSON struct {
	At             time.Time        `json:"at"`
	HooksInstalled bool             `json:"hooks_installed"`
	Sessions       int              `json:"sessions"`
	LiveDecisions  int              `json:"live_decisions"`
	Standing       balanceJSON      `json:"standing"`
	Course         []courseJSON     `json:"course"`
	Installed      *time.Time       `json:"first_hook_at"`
	Live           []liveJSON       `json:"live_sessions"`
	Compactions    []compactionJSON `json:"last_compactions"`
	Waiting        int              `json:"waiting"`
	HookMedianMS   *float64         `json:"hook_median_ms"`
	LastFailureAt  *time.Time       `json:"last_failure_at"`
	LastFailure    string           `json:"last_failure"`
}

type balanceJSON struct {
	CountedOver string `json:"counted_over,omitempty"`
	Compactions int    `json:"compactions"`
	Asked       int    `json:"asked"`
	Kept        int    `json:"kept"`
	PutBack     int    `json:"put_back"`
	Missing     int    `json:"missing"`
	NotKnown    int    `json:"not_known"`
}

type courseJSON struct {
	From   time.Time   `json:"from"`
	Past   bool        `json:"before_the_keeper"`
	Result balanceJSON `json:"result"`
}

type liveJSON struct {
	Session   string     `json:"session"`
	Project   string     `json:"project"`
	Status    string     `json:"status"`
	StartedAt *time.Time `json:"started_at"`
	Last      *int64     `json:"last_compaction"`
}

func newBalanceJSON(b db.Balance) balanceJSON {
	return balanceJSON{string(b.Of), b.Compactions, b.Asked, b.Kept, b.PutBack, b.Missing(), b.Unchecked}
}

func (v *overview) json() overviewJSON {
	x := overviewJSON{
		At: v.now.UTC(), HooksInstalled: !v.Uninstalled, Sessions: v.Sessions, LiveDecisions: v.Totals.Live, Standing: newBalanceJSON(v.Balance),
		Course: []courseJSON{}, Installed: knownTime(v.Since), Live: []liveJSON{}, Compactions: []compactionJSON{}, Waiting: v.waiting,
	}
	for _, p := range v.Course.Points {
		x.Course = append(x.Course, courseJSON{p.From.UTC(), p.Past, newBalanceJSON(p.Balance)})
	}
	for _, l := range v.Live {
		one := liveJSON{Session: l.Client.Session, Project: l.where(), Status: l.status(), StartedAt: knownTime(l.Client.StartedAt)}
		if l.Last != nil {
			one.Last = &l.Last.ID
		}
		x.Live = append(x.Live, one)
	}
	for _, c := range v.Last {
		x.Compactions = append(x.Compactions, newCompactionJSON(c))
	}
	if v.Runs > 0 {
		ms := float64(v.Median.Microseconds()) / 1000
		x.HookMedianMS = &ms
	}
	if v.Failure != nil {
		x.LastFailureAt, x.LastFailure = knownTime(v.Failure.At), v.Failure.Error
	}
	return x
}

func (v *overview) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "# Overview, %s\n\n", exact(v.now))
	if v.Balance.Compactions > 0 {
		fmt.Fprintf(b, "%d of %d live decisions stand word for word (%d %%): %d kept by the summaries alone, %d put back, %d missing, %d not known. %s\n\n",
			v.Balance.Stands(), v.Balance.Asked, percent(v.Balance.Stands(), v.Balance.Asked), v.Balance.Kept, v.Balance.PutBack, v.Balance.Missing(), v.Balance.Unchecked, v.counted())
		b.WriteString("| From | Compactions | Decisions | Kept by the summaries | Put back | Missing | Not known |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
		for _, p := range v.Course.Points {
			before := ""
			if p.Past {
				before = ", before compact-keeper"
			}
			fmt.Fprintf(b, "| %s%s | %d | %d | %d | %d | %d | %d |\n", v.Course.stretch(p), before, p.Compactions, p.Asked, p.Kept, p.PutBack, p.Missing(), p.Unchecked)
		}
	}
	b.WriteString("\n## Running sessions\n\n")
	for _, l := range v.Live {
		fmt.Fprintf(b, "- %s: %s, session %s\n", l.status(), plainMarkdown(l.where()), plainMarkdown(short(l.Client.Session)))
	}
	if len(v.Live) == 0 {
		b.WriteString("None.\n")
	}
	b.WriteString("\n## Last compactions\n\n")
	markdownCompactions(b, v.Last)
	fmt.Fprintf(b, "\n## Waiting on you: %d\n\n", v.waiting)
	for _, x := range v.Waits {
		b.WriteString(quoted(x.Quote) + "\n")
	}
}

// counted says over which compactions the figure is counted.
func (v *overview) counted() string {
	of, when := "the one session", "used last"
	if n := v.Balance.Compactions; n != 1 {
		of = "each of the " + count(n, "session")
	}
	if v.Balance.Of == db.OfSessions {
		when = "used in the last 30 days"
	}
	return "Counted over the last compaction of " + of + " with decisions, " + when + "."
}

// where is the folder of the session: its project's, as far as the keeper knows it.
func (l liveSession) where() string {
	if l.Root != "" {
		return l.Root
	}
	return l.Folder
}

// status says what the session does.
func (l liveSession) status() string {
	if l.Compacting() {
		return "compacting"
	}
	if l.Status == "" {
		return "running"
	}
	return l.Status
}
