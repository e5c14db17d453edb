package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// pageSize is what a list holds at most; links lead to the rest.
const pageSize = 50

// compactionItem is one compaction in a list.
type compactionItem = db.CompactionItem

// compactionsView is what the list of compactions shows.
type compactionsView struct {
	page
	Filter   db.CompactionFilter
	Only     string // what the filter asks for, in words; empty: everything
	Projects []db.Project
	Items    []compactionItem
	Older    int64 // the page after this one begins before this compaction; 0: there is none
	Sessions int   // that the keeper knows, where no compaction is listed
}

// showCompactions lists compactions: all, or those that ?session=, ?project=, ?trigger= and ?state= ask for; with
// ?before=ID, older ones.
func (s *Server) showCompactions(w http.ResponseWriter, r *http.Request) error {
	f, err := compactionFilter(r)
	if err != nil {
		return err
	}
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	v := compactionsView{Filter: f}
	if v.page, err = s.newPage(r, d, "Compactions", "Compactions"); err != nil {
		return err
	}
	v.exports = true
	if v.Items, err = d.ListCompactions(r.Context(), f, pageSize+1); err != nil {
		return err
	}
	if len(v.Items) > pageSize {
		v.Items = v.Items[:pageSize]
		v.Older = v.Items[pageSize-1].ID
	}
	if done, err := s.export(w, r, "compactions", v.json(), v.markdown); done {
		return err
	}
	if err := v.readFilter(r.Context(), d); err != nil {
		return err
	}
	s.render(w, r, http.StatusOK, compactionsPage(v))
	return nil
}

// compactionFilter reads the filter from an address.
func compactionFilter(r *http.Request) (f db.CompactionFilter, err error) {
	q := r.URL.Query()
	f.Session, f.Trigger, f.State = q.Get("session"), db.Trigger(q.Get("trigger")), db.State(q.Get("state"))
	if _, ok := stateWords[f.State]; !ok && f.State != "" {
		return f, badRequest("state must be that of a compaction, not " + strconv.Quote(string(f.State)))
	}
	if f.Trigger != "" && f.Trigger != db.Auto && f.Trigger != db.Manual {
		return f, badRequest("trigger must be auto or manual, not " + strconv.Quote(string(f.Trigger)))
	}
	if f.ProjectID, err = queryID(r, "project"); err != nil {
		return f, err
	}
	f.Before, err = queryID(r, "before")
	return f, err
}

// readFilter reads what the filter can be set to, and says in words what it is.
func (v *compactionsView) readFilter(ctx context.Context, d *db.DB) (err error) {
	if v.Projects, err = d.ProjectNames(ctx); err != nil {
		return err
	}
	var only []string
	for _, p := range v.Projects {
		if p.ID == v.Filter.ProjectID {
			only = append(only, "of "+p.Root)
		}
	}
	if v.Filter.Session != "" {
		only = append(only, "of session "+short(v.Filter.Session))
	}
	if v.Filter.Trigger != "" {
		only = append(only, "with trigger "+string(v.Filter.Trigger))
	}
	if v.Filter.State != "" {
		only = append(only, "in state “"+stateWord(v.Filter.State)+"”")
	}
	v.Only = strings.Join(only, ", ")
	if len(v.Items) > 0 {
		return nil
	}
	n, err := d.Totals(ctx)
	v.Sessions = n.Sessions
	return err
}

// with is the list's address with its filter, from before a compaction on.
func (v *compactionsView) with(before int64) string {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" && value != "0" {
			q.Set(name, value)
		}
	}
	set("session", v.Filter.Session)
	set("project", strconv.FormatInt(v.Filter.ProjectID, 10))
	set("trigger", string(v.Filter.Trigger))
	set("state", string(v.Filter.State))
	set("before", strconv.FormatInt(before, 10))
	if len(q) == 0 {
		return v.base + "/compactions"
	}
	return v.base + "/compactions?" + q.Encode()
}

// judged tells whether there is anything to say about what became of a compaction's decisions.
func judged(c db.Compaction) bool {
	switch c.State {
	case db.StateDone:
		return true
	case db.StateOpen:
		return c.Kept+c.PutBack > 0
	case db.StatePast, db.StateMissed: // nobody was asked, but the summary was checked afterwards
		return c.Asked > 0
	}
	return false
}

// hasFigures tells whether there is a number to show of a compaction.
func hasFigures(c db.Compaction) bool {
	return judged(c) || c.Asked > 0 || c.PutUnits > 0 || c.State != db.StateNothing && c.State != db.StateOpen
}

// longCompaction is how long one may be under way before the page doubts that it still is. The ledger does not: what
// closes it is the next message of its session.
const longCompaction = 10 * time.Minute

// progress says how far a compaction is.
func progress(c db.Compaction, now time.Time) string {
	if c.State == db.StateOpen && now.Sub(c.OpenedAt) > longCompaction {
		return "no end seen"
	}
	return stateWord(c.State)
}

// compactionJSON is a compaction in a file. Null stands for what the client did not tell.
type compactionJSON struct {
	ID         int64      `json:"id"`
	Session    string     `json:"session"`
	Project    string     `json:"project"`
	Trigger    db.Trigger `json:"trigger"`
	State      db.State   `json:"state"`
	OpenedAt   *time.Time `json:"opened_at"`
	ClosedAt   *time.Time `json:"closed_at"`
	PreTokens  *int64     `json:"pre_tokens"`
	PostTokens *int64     `json:"post_tokens"`
	DurationMS *int64     `json:"duration_ms"`
	Asked      int        `json:"asked"`
	Kept       int        `json:"kept"`
	PutBack    int        `json:"put_back"`
	Missing    int        `json:"missing"`
	NotKnown   int        `json:"not_known"`
	PutUnits   int        `json:"put_units"`
	PutWords   int        `json:"put_words"`
	Invented   int        `json:"invented"`
	Note       string     `json:"note"`
}

func newCompactionJSON(c compactionItem) compactionJSON {
	x := compactionJSON{
		ID: c.ID, Session: c.SessionID, Project: c.Root, Trigger: c.Trigger, State: c.State, OpenedAt: knownTime(c.OpenedAt), ClosedAt: knownTime(c.ClosedAt),
		PreTokens: known(c.PreTokens), PostTokens: known(c.PostTokens), DurationMS: known(c.DurationMS),
		Asked: c.Asked, Kept: c.Kept, PutBack: c.PutBack, NotKnown: c.Unchecked, PutUnits: c.PutUnits, PutWords: c.PutWords, Invented: c.Invented, Note: c.Note,
	}
	if judged(c.Compaction) {
		x.Missing = c.Missing()
	}
	return x
}

func known(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

func knownTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// compactionsJSON is the list as a file.
type compactionsJSON struct {
	Compactions []compactionJSON `json:"compactions"`
	Before      int64            `json:"before,omitempty"` // ?before= of the next page
}

func (v *compactionsView) json() compactionsJSON {
	all := compactionsJSON{Compactions: []compactionJSON{}, Before: v.Older}
	for _, c := range v.Items {
		all.Compactions = append(all.Compactions, newCompactionJSON(c))
	}
	return all
}

func (v *compactionsView) markdown(b *strings.Builder) {
	b.WriteString("# Compactions\n\n")
	markdownCompactions(b, v.Items)
	if v.Older != 0 {
		fmt.Fprintf(b, "\nOlder ones: `?before=%d`\n", v.Older)
	}
}

// markdownCompactions writes compactions as a table.
func markdownCompactions(b *strings.Builder, all []compactionItem) {
	if len(all) == 0 {
		b.WriteString("No compaction.\n")
		return
	}
	b.WriteString("| # | When | Project | Session | Trigger | State | Tokens | Took | Kept | Put back | Missing | Not known |\n| ---: | --- | --- | --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: |\n")
	for _, c := range all {
		figures := " | | | "
		if judged(c.Compaction) {
			figures = fmt.Sprintf("%d of %d | %d | %d | %d", c.Kept, c.Asked, c.PutBack, c.Missing(), c.Unchecked)
		}
		fmt.Fprintf(b, "| %d | %s | %s | %s | %s | %s | %s → %s | %s | %s |\n", c.ID, exact(c.OpenedAt), plainMarkdown(c.Root), plainMarkdown(short(c.SessionID)),
			plainMarkdown(triggerWord(c.Trigger)), stateWord(c.State), tokens(c.PreTokens), tokens(c.PostTokens), took(c.DurationMS), figures)
	}
}

// queryID reads a number from the address, 0 where there is none.
func queryID(r *http.Request, name string) (int64, error) {
	text := r.URL.Query().Get(name)
	id, err := strconv.ParseInt(cmp.Or(text, "0"), 10, 64)
	if err != nil || id < 0 || text != "" && id == 0 {
		return 0, badRequest(name + " must be the number of an entry, not " + strconv.Quote(text))
	}
	return id, nil
}
