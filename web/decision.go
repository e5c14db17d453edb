package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

const (
	wordsAround    = 2  // words before and after the one that holds the decision
	passagesShown  = 50 // compactions
	choicesOffered = 20 // decisions that could replace one
)

// decisionView is what a decision's page shows.
type decisionView struct {
	page
	Item       db.DecisionItem
	Around     []db.Word
	Place      int // of the decision's word among all of its session, from 1
	First      int // place of the first of Around
	Passages   []db.Passage
	Replaces   []db.DecisionItem
	ReplacedBy *db.DecisionItem
	Edits      []db.Edit
	Stored     *db.Edit // what was just stored
	Undone     *db.Edit // what was just undone
	Added      bool
	Choosing   bool // which decision replaces it
	Sought     string
	Choices    []db.DecisionItem
}

// showDecision shows all that is known of one decision.
func (s *Server) showDecision(w http.ResponseWriter, r *http.Request) error {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	v := decisionView{}
	if v.Item, err = knownDecision(r, d); err != nil {
		return err
	}
	if err := v.read(r.Context(), d); err != nil {
		return err
	}
	if done, err := s.export(w, r, fmt.Sprintf("decision-%d", v.Item.ID), v.json(), v.markdown); done || err != nil {
		return err
	}
	if v.page, err = s.newPage(r, d, "Decisions", capital(kindWord(v.Item.Kind))); err != nil {
		return err
	}
	v.exports = true
	stored, err := queryID(r, "stored")
	if err != nil {
		return err
	}
	undone, err := queryID(r, "undone")
	if err != nil {
		return err
	}
	for i, e := range v.Edits {
		switch {
		case e.ID == stored && e.UndoneAt.IsZero():
			v.Stored = &v.Edits[i]
		case e.ID == undone && !e.UndoneAt.IsZero():
			v.Undone = &v.Edits[i]
		}
	}
	v.Added = r.URL.Query().Has("added")
	if v.Choosing = r.URL.Query().Has("replace"); v.Choosing {
		v.Sought = r.URL.Query().Get("replace")
		if err := s.readChoices(r.Context(), d, &v); err != nil {
			return err
		}
	}
	s.render(w, r, http.StatusOK, decisionPage(v))
	return nil
}

func (v *decisionView) read(ctx context.Context, d *db.DB) (err error) {
	if v.Around, v.First, err = d.Surroundings(ctx, v.Item.SessionID, v.Item.WordID, wordsAround); err != nil {
		return err
	}
	for i, w := range v.Around {
		if w.ID == v.Item.WordID {
			v.Place = v.First + i
		}
	}
	if v.Passages, err = d.Passages(ctx, v.Item.ID); err != nil {
		return err
	}
	if v.Replaces, err = d.ReplacedBy(ctx, v.Item.ID); err != nil {
		return err
	}
	if v.Item.ReplacedBy != 0 {
		by, err := d.DecisionByID(ctx, v.Item.ReplacedBy)
		if err != nil {
			return err
		}
		v.ReplacedBy = &by
	}
	v.Edits, err = d.Edits(ctx, v.Item.ID)
	return err
}

// readChoices offers what could replace the decision: what is live in its session, newest first.
func (s *Server) readChoices(ctx context.Context, d *db.DB, v *decisionView) error {
	if v.Sought != "" {
		if _, err := s.takeIntoSearch(ctx); err != nil {
			return err
		}
	}
	all, err := d.FindDecisions(ctx, db.DecisionQuery{Text: v.Sought, Session: v.Item.SessionID, Status: db.Live, Limit: choicesOffered + 1})
	for _, x := range all {
		if x.ID != v.Item.ID && len(v.Choices) < choicesOffered {
			v.Choices = append(v.Choices, x)
		}
	}
	return err
}

// chain says how the decision came through compactions.
func (v decisionView) chain() string {
	verb := "Stands"
	if v.Item.Status != db.Live {
		verb = "Stood"
	}
	since := fmt.Sprintf("%s since message %s of its session", verb, number(int64(v.Place)))
	if len(v.Passages) == 0 {
		return since + "; no compaction has come since."
	}
	var kept, put, missing, unknown int
	for _, p := range v.Passages {
		switch mark, _, _ := outcomeWords(p.OutcomeRow, p.State); mark {
		case "✓":
			kept++
		case "↩":
			put++
		case "✗":
			missing++
		default:
			unknown++
		}
	}
	var parts []string
	for _, x := range []struct {
		n    int
		what string
	}{{kept, "kept"}, {put, "put back"}, {missing, "missing"}, {unknown, "not known"}} {
		if x.n > 0 {
			parts = append(parts, number(int64(x.n))+" "+x.what)
		}
	}
	return fmt.Sprintf("%s, through %s: %s.", since, count(len(v.Passages), "compaction"), strings.Join(parts, ", "))
}

// lost are the compactions after which it is known to be missing.
func (v decisionView) lost() (all []db.Passage) {
	for _, p := range v.Passages {
		if mark, _, _ := outcomeWords(p.OutcomeRow, p.State); mark == "✗" {
			all = append(all, p)
		}
	}
	return all
}

// editWords says what an edit did.
func editWords(e db.Edit) string {
	switch e.What {
	case db.EditPin:
		return "pinned"
	case db.EditUnpin:
		return "unpinned"
	case db.EditReplace:
		return "marked as replaced"
	case db.EditWithdraw:
		return "withdrawn"
	case db.EditDone:
		return "marked as done"
	case db.EditLive:
		return "made live again"
	case db.EditKind:
		return "given another kind (it was " + kindWord(e.Before.Kind) + ")"
	case db.EditReject:
		return "marked as not a decision"
	case db.EditForget:
		return "to be forgotten"
	case db.EditAnswer:
		return "answered"
	case db.EditAdd:
		return "added by hand"
	}
	return e.What
}

// undoable counts the edits that undoing e takes back with it.
func (v decisionView) undoable(e db.Edit) (n int) {
	for _, x := range v.Edits {
		if x.ID > e.ID && x.UndoneAt.IsZero() {
			n++
		}
	}
	return n
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

type passageJSON struct {
	CompactionID int64      `json:"compaction_id"`
	At           string     `json:"at"`
	Outcome      db.Outcome `json:"outcome,omitempty"`
	Echoed       bool       `json:"echoed"`
	PutBack      bool       `json:"put_back"`
}

type editJSON struct {
	At     string `json:"at"`
	Who    string `json:"who"`
	What   string `json:"what"`
	Undone bool   `json:"undone"`
}

// json is the page as a file.
func (v decisionView) json() any {
	out := struct {
		decisionJSON
		Message     int           `json:"message"`
		Chain       string        `json:"chain"`
		Compactions []passageJSON `json:"compactions"`
		Replaces    []int64       `json:"replaces"`
		Edits       []editJSON    `json:"edits"`
	}{decisionsJSON([]db.DecisionItem{v.Item})[0], v.Place, v.chain(), []passageJSON{}, []int64{}, []editJSON{}}
	const rfc = "2006-01-02T15:04:05.999Z07:00"
	for _, p := range v.Passages {
		out.Compactions = append(out.Compactions, passageJSON{p.ID, p.OpenedAt.UTC().Format(rfc), p.Outcome, p.Echoed, p.Restored})
	}
	for _, x := range v.Replaces {
		out.Replaces = append(out.Replaces, x.ID)
	}
	for _, e := range v.Edits {
		out.Edits = append(out.Edits, editJSON{e.At.UTC().Format(rfc), e.Who, e.What, !e.UndoneAt.IsZero()})
	}
	return out
}

func (v decisionView) markdown(b *strings.Builder) {
	decisionsMarkdown(b, capital(kindWord(v.Item.Kind)), []db.DecisionItem{v.Item})
	b.WriteString("\n" + v.chain() + "\n")
	if len(v.Passages) > 0 {
		b.WriteString("\n## Compactions\n\n")
		for _, p := range v.Passages {
			_, fact, hint := outcomeWords(p.OutcomeRow, p.State)
			if hint != "" {
				fact += " (" + hint + ")"
			}
			fmt.Fprintf(b, "- %s: %s\n", exact(p.OpenedAt), fact)
		}
	}
	if len(v.Edits) > 0 {
		b.WriteString("\n## What you changed\n\n")
		for _, e := range v.Edits {
			undone := ""
			if !e.UndoneAt.IsZero() {
				undone = ", undone " + exact(e.UndoneAt)
			}
			fmt.Fprintf(b, "- %s, %s: %s%s\n", exact(e.At), plainMarkdown(e.Who), editWords(e), undone)
		}
	}
}
