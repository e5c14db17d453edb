package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// Every kind and status of a decision, in the order in which they are offered.
var (
	kinds    = []db.Kind{db.KindRule, db.KindDecision, db.KindChoice, db.KindApproval, db.KindPermission, db.KindCorrection, db.KindOpenQuestion}
	statuses = []db.Status{db.Live, db.Replaced, db.Withdrawn, db.Done, db.Rejected}
)

// statusWord is the status as a person would say it.
func statusWord(s db.Status) string {
	if s == db.Rejected {
		return "not a decision"
	}
	return string(s)
}

// statusMark is a sign for the status, beside its word.
func statusMark(s db.Status) string {
	return map[db.Status]string{db.Live: "●", db.Replaced: "→", db.Withdrawn: "✗", db.Done: "✓", db.Rejected: "∅"}[s]
}

// decisionsView is what the list of decisions shows.
type decisionsView struct {
	page
	Asked      db.DecisionQuery
	From, To   string // the dates as they were typed
	Projects   []db.Project
	Items      []db.DecisionItem
	Older      int64 // the page after this one begins before this decision; 0: there is none
	Incomplete bool  // not every decision can be searched yet
	Forgetting []db.Edit
	Forgot     bool // something was just forgotten
	Rule       ruleForm
}

// filtered tells whether anything but all decisions is asked for.
func (v decisionsView) filtered() bool { return v.query(0) != "" }

// query is the address of what is asked for, behind the page's own, with the decision before which it begins.
func (v decisionsView) query(before int64) string {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" && value != "0" {
			q.Set(name, value)
		}
	}
	set("q", v.Asked.Text)
	set("project", fmt.Sprint(v.Asked.ProjectID))
	set("kind", string(v.Asked.Kind))
	set("status", string(v.Asked.Status))
	set("session", v.Asked.Session)
	set("from", v.From)
	set("to", v.To)
	set("before", fmt.Sprint(before))
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// showDecisions lists decisions, newest first, as its form asks for them.
func (s *Server) showDecisions(w http.ResponseWriter, r *http.Request) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	v := decisionsView{}
	if err := v.read(r); err != nil {
		return err
	}
	if v.Asked.Text != "" {
		if v.Incomplete, err = s.takeIntoSearch(r.Context()); err != nil {
			return err
		}
	}
	if v.Items, err = d.FindDecisions(r.Context(), v.Asked); err != nil {
		return err
	}
	if len(v.Items) > pageSize {
		v.Items = v.Items[:pageSize]
		v.Older = v.Items[pageSize-1].ID
	}
	if done, err := s.export(w, r, "decisions", decisionsJSON(v.Items), func(b *strings.Builder) { decisionsMarkdown(b, "Decisions", v.Items) }); done || err != nil {
		return err
	}
	if v.page, err = s.newPage(r, d, "Decisions", "Decisions"); err != nil {
		return err
	}
	v.exports = len(v.Items) > 0
	if v.Projects, err = d.ProjectNames(r.Context()); err != nil {
		return err
	}
	if v.Forgetting, err = d.Forgets(r.Context()); err != nil {
		return err
	}
	v.Forgot = r.URL.Query().Has("forgot")
	if v.Rule, err = s.newRuleForm(r.Context(), d, v.Asked.Session, v.Asked.ProjectID); err != nil {
		return err
	}
	w.Header().Set("HX-Replace-Url", v.base+"/decisions"+v.query(v.Asked.Before)) // without the fields that are empty
	s.render(w, r, http.StatusOK, decisionsPage(v))
	return nil
}

// read takes from the address what is asked for.
func (v *decisionsView) read(r *http.Request) (err error) {
	q := r.URL.Query()
	v.Asked = db.DecisionQuery{Text: q.Get("q"), Session: q.Get("session"), Kind: db.Kind(q.Get("kind")), Status: db.Status(q.Get("status")), Limit: pageSize + 1}
	if v.Asked.ProjectID, err = queryID(r, "project"); err != nil {
		return err
	}
	if v.Asked.Before, err = queryID(r, "before"); err != nil {
		return err
	}
	for _, day := range []struct {
		name string
		text *string
		at   *time.Time
		days int
	}{{"from", &v.From, &v.Asked.From, 0}, {"to", &v.To, &v.Asked.To, 1}} {
		*day.text = q.Get(day.name)
		if *day.text == "" {
			continue
		}
		at, err := time.ParseInLocation(time.DateOnly, *day.text, time.Local)
		if err != nil {
			return badRequest(day.name + " must be a date like 2026-11-30, not " + strconv.Quote(*day.text))
		}
		*day.at = at.AddDate(0, 0, day.days)
	}
	return nil
}

// searchBatch is how many decisions one write takes into the search: hooks wait for it.
const searchBatch = 500

// takeIntoSearch takes the next decisions that are new into the search, and tells whether there are more.
func (s *Server) takeIntoSearch(ctx context.Context) (more bool, err error) {
	d, err := s.Ledger.Reader(ctx)
	if err != nil {
		return false, err
	}
	if yes, err := d.Searchable(ctx); yes || err != nil {
		return false, err
	}
	if d, err = s.Ledger.Writer(ctx); err != nil {
		return false, err
	}
	err = d.Write(ctx, func(t *db.Tx) error {
		more, err = t.MakeSearchable(searchBatch)
		return err
	})
	if db.Busy(err) {
		return true, nil // a hook goes first
	}
	return more, err
}

// decisionJSON is a decision in a file.
type decisionJSON struct {
	ID         int64      `json:"id"`
	Quote      string     `json:"quote"`
	Question   string     `json:"question,omitempty"`
	Kind       db.Kind    `json:"kind"`
	Status     db.Status  `json:"status"`
	Why        string     `json:"why,omitempty"`
	ReplacedBy int64      `json:"replaced_by,omitempty"`
	Pinned     bool       `json:"pinned"`
	Edited     bool       `json:"edited"`
	At         *time.Time `json:"at"`
	Project    string     `json:"project"`
	SessionID  string     `json:"session_id"`
}

func decisionsJSON(all []db.DecisionItem) []decisionJSON {
	list := []decisionJSON{}
	for _, x := range all {
		j := decisionJSON{x.ID, x.Quote, x.Question, x.Kind, x.Status, x.Why, x.ReplacedBy, x.Pinned, x.Edited, nil, x.Root, x.SessionID}
		if !x.At.IsZero() {
			at := x.At.UTC()
			j.At = &at
		}
		list = append(list, j)
	}
	return list
}

func decisionsMarkdown(b *strings.Builder, title string, all []db.DecisionItem) {
	fmt.Fprintf(b, "# %s\n", title)
	for _, x := range all {
		b.WriteString("\n" + quoted(x.Quote) + "\n")
		facts := []string{kindWord(x.Kind), statusWord(x.Status)}
		if x.Pinned {
			facts = append(facts, "pinned")
		}
		if !x.At.IsZero() {
			facts = append(facts, exact(x.At))
		}
		fmt.Fprintf(b, "%s, %s, session %s\n", strings.Join(facts, ", "), plainMarkdown(x.Root), plainMarkdown(x.SessionID))
		if x.Why != "" {
			b.WriteString("\n" + plainMarkdown(oneLine(x.Why)) + "\n")
		}
		if x.Question != "" {
			b.WriteString("\nIn answer to: " + plainMarkdown(oneLine(x.Question)) + "\n")
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// piece is a part of a text, marked where a search hit it.
type piece struct {
	text string
	hit  bool
}

// pieces cuts a text at the hits of a search.
func pieces(text string, hits []db.Span) (all []piece) {
	at := 0
	for _, h := range hits {
		if h.From < at || h.To > len(text) {
			continue
		}
		if h.From > at {
			all = append(all, piece{text[at:h.From], false})
		}
		all = append(all, piece{text[h.From:h.To], true})
		at = h.To
	}
	if at < len(text) {
		all = append(all, piece{text[at:], false})
	}
	return all
}

// knownDecision reads a decision that the path names.
func knownDecision(r *http.Request, d *db.DB) (x db.DecisionItem, err error) {
	id, err := pathID(r)
	if err != nil {
		return x, err
	}
	return d.DecisionByID(r.Context(), id)
}

// isGone tells whether an error says that something is not there.
func isGone(err error) bool { return errors.Is(err, db.ErrNotFound) }
