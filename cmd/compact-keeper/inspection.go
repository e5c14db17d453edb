package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// inspection is what a transcript holds, in the form that inspect --json prints.
type inspection struct {
	SessionID     string                `json:"session_id"`
	ClientVersion string                `json:"client_version"`
	Words         []inspectedWord       `json:"words"`
	Decisions     []inspectedDecision   `json:"decisions"`
	Tasks         []inspectedTask       `json:"tasks"`
	Boundaries    []inspectedBoundary   `json:"boundaries"`
	Compactions   []inspectedCompaction `json:"compactions"`
	Skipped       transcript.Skipped    `json:"skipped"`

	ledger keep.Ledger
	seen   map[string]bool // a file may hold a row many times
}

// place is where something stands: the row's uuid where it has one, and its line, from 0.
type place struct {
	UUID *string `json:"uuid"`
	Line int     `json:"line"`
}

type inspectedWord struct {
	place
	At        *time.Time `json:"at"`
	Channel   db.Channel `json:"channel"`
	Text      string     `json:"text"`
	Question  string     `json:"question,omitempty"`
	Suggested bool       `json:"suggested,omitempty"`
	Withdrawn bool       `json:"withdrawn,omitempty"`
}

type inspectedDecision struct {
	place
	Kind     db.Kind   `json:"kind"`
	Quote    string    `json:"quote"`
	Status   db.Status `json:"status"`
	Replaces *place    `json:"replaces,omitempty"`

	at time.Time
}

type inspectedTask struct {
	ID      string `json:"id"`
	Subject string `json:"subject"`
	Status  string `json:"status"`
}

type inspectedBoundary struct {
	place
	Why string `json:"why"`
}

type inspectedCompaction struct {
	place
	Trigger    db.Trigger         `json:"trigger"`
	PreTokens  *int64             `json:"pre_tokens"`
	PostTokens *int64             `json:"post_tokens"`
	Rewind     bool               `json:"rewind,omitempty"`
	Rewritten  bool               `json:"rewritten,omitempty"`
	Outcomes   []inspectedOutcome `json:"outcomes"`

	at time.Time
}

type inspectedOutcome struct {
	place
	Quote   string `json:"quote"`
	Outcome string `json:"outcome"`
}

// newInspection takes the items in their order, as the hooks would.
func newInspection(items []transcript.Item, st *transcript.State) *inspection {
	in := &inspection{SessionID: st.SessionID, ClientVersion: st.ClientVersion, Skipped: st.Skipped, seen: map[string]bool{},
		Words: []inspectedWord{}, Decisions: []inspectedDecision{}, Tasks: []inspectedTask{}, Boundaries: []inspectedBoundary{}, Compactions: []inspectedCompaction{}}
	for _, i := range items {
		in.take(i)
	}
	for _, d := range in.ledger.Decisions {
		x := inspectedDecision{place: placeOf(d.UUID, d.Line), Kind: d.Kind, Quote: d.Quote, Status: d.Status, at: d.At}
		if len(d.Replaces) > 0 {
			old := placeOf(d.Replaces[0].UUID, d.Replaces[0].Line)
			x.Replaces = &old
		}
		in.Decisions = append(in.Decisions, x)
	}
	return in
}

func (in *inspection) take(i transcript.Item) {
	switch {
	case i.Word != nil:
		in.word(*i.Word)
	case i.Withdraw != nil:
		in.withdraw(i.Withdraw)
	case i.TurnEnd:
		in.ledger.EndTurn()
	case i.TaskReset:
		in.Tasks = []inspectedTask{}
	case i.Task != nil:
		in.task(inspectedTask(*i.Task))
	case i.Boundary != nil:
		if b := i.Boundary; in.once("boundary", b.UUID, b.Line, b.Why) {
			in.Boundaries = append(in.Boundaries, inspectedBoundary{placeOf(b.UUID, b.Line), b.Why})
		}
	case i.Compaction != nil:
		if c := i.Compaction; c.UUID == "" || in.once("compaction", c.UUID) {
			in.compaction(c)
		}
	}
}

// once says whether what the parts name comes for the first time.
func (in *inspection) once(parts ...any) bool {
	key := fmt.Sprintf("%q", parts)
	again := in.seen[key]
	in.seen[key] = true
	return !again
}

// word adds a word, unless its row, or the same words of the same moment, were there before.
func (in *inspection) word(w db.Word) {
	row := w.UUID == "" || in.once("row", w.UUID, w.Ord, w.Text)
	moment := w.At.IsZero() || in.once("moment", w.SessionID, w.At.UnixMilli(), w.Ord, w.Text)
	if !row || !moment {
		return
	}
	in.Words = append(in.Words, inspectedWord{placeOf(w.UUID, w.Line), knownTime(w.At), w.Channel, w.Text, w.Question, w.Suggested, w.Withdrawn})
	in.ledger.Add(w)
}

// withdraw marks a word as taken back. What it decided was never decided.
func (in *inspection) withdraw(r *transcript.Ref) {
	for i := range in.Words {
		w := &in.Words[i]
		if w.UUID == nil && r.UUID == "" && w.Line == r.Line || w.UUID != nil && *w.UUID == r.UUID {
			w.Withdrawn = true
		}
	}
	in.ledger.Withdraw(r.UUID, r.Line)
	in.ledger.Decisions = slices.DeleteFunc(in.ledger.Decisions, func(d *db.Decision) bool {
		return d.UUID == r.UUID && (r.UUID != "" || d.Line == r.Line)
	})
}

func (in *inspection) task(t inspectedTask) {
	i := slices.IndexFunc(in.Tasks, func(old inspectedTask) bool { return old.ID == t.ID })
	switch {
	case i < 0:
		in.Tasks = append(in.Tasks, t)
	case t.Status == "deleted":
		in.Tasks = slices.Delete(in.Tasks, i, i+1)
	default:
		in.Tasks[i] = t
	}
}

// compaction says what became of every decision found before it, whatever its status.
func (in *inspection) compaction(c *db.CompactBoundary) {
	x := inspectedCompaction{place: placeOf(c.UUID, c.Line), Trigger: c.Trigger, PreTokens: known(c.PreTokens), PostTokens: known(c.PostTokens),
		Rewind: c.Rewind, Rewritten: c.Rewritten, Outcomes: []inspectedOutcome{}, at: c.At}
	summary := keep.ReadSummary(c.Summary)
	for _, d := range in.ledger.Decisions {
		x.Outcomes = append(x.Outcomes, inspectedOutcome{placeOf(d.UUID, d.Line), d.Quote, outcomeName(summary.Check(keep.Mask(d.Quote)))})
	}
	in.Compactions = append(in.Compactions, x)
}

// outcomeName is the name of an outcome in this form.
func outcomeName(o db.Outcome) string {
	switch o {
	case db.Reworded:
		return "paraphrased"
	case db.NotFound:
		return "lost"
	}
	return string(o)
}

func placeOf(uuid string, line int) place {
	if uuid == "" {
		return place{Line: line}
	}
	return place{&uuid, line}
}
