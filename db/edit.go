package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// ErrUndone is returned for an edit that was undone before.
var ErrUndone = errors.New("it was undone before")

// What the owner can do to a decision.
const (
	EditPin      = "pin"
	EditUnpin    = "unpin"
	EditReplace  = "replace" // by another decision
	EditWithdraw = "withdraw"
	EditDone     = "done"
	EditLive     = "live"
	EditKind     = "kind"
	EditReject   = "reject" // it is no decision
	EditForget   = "forget" // rejected at once, deleted later: see DueForgets
	EditAnswer   = "answer" // an open question, by another decision
	EditAdd      = "add"    // written by the owner, not found by rules
)

// Standing is what of a decision an edit changes.
type Standing struct {
	Kind       Kind   `json:"kind"`
	Status     Status `json:"status"`
	Why        string `json:"why"`
	ReplacedBy int64  `json:"replaced_by"` // 0: nothing
	Pinned     bool   `json:"pinned"`
	Edited     bool   `json:"edited"`
}

// Edit is one change of the owner's to a decision.
type Edit struct {
	ID, DecisionID int64
	At             time.Time
	Who            string
	What           string // one of the constants above
	Before         Standing
	UndoneAt       time.Time // zero: it holds
}

func (t *Tx) standing(decision int64) (s Standing, err error) {
	err = t.row("select kind, status, why, coalesce(replaced_by, 0), pinned, edited from decision where id = ?", decision).
		Scan(&s.Kind, &s.Status, &s.Why, &s.ReplacedBy, &s.Pinned, &s.Edited)
	if err != nil {
		return s, fmt.Errorf("find decision %d: %w", decision, notFound(err))
	}
	return s, nil
}

// stand gives a decision a standing. What it was replaced by may be forgotten since.
func (t *Tx) stand(decision int64, s Standing) error {
	_, err := t.exec(`update decision set kind = ?, status = ?, why = ?, replaced_by = (select id from decision where id = ?), pinned = ?, edited = ? where id = ?`,
		s.Kind, s.Status, s.Why, s.ReplacedBy, s.Pinned, s.Edited, decision)
	if err != nil {
		return fmt.Errorf("change decision %d: %w", decision, err)
	}
	return nil
}

// EditDecision changes a decision by what who did, and remembers how it stood. Rules leave it alone from then on.
func (t *Tx) EditDecision(decision int64, who, what string, change func(*Standing)) (edit int64, err error) {
	before, err := t.standing(decision)
	if err != nil {
		return 0, err
	}
	after := before
	after.Edited = true
	change(&after)
	if err := t.stand(decision, after); err != nil {
		return 0, err
	}
	return t.addEdit(decision, who, what, before)
}

func (t *Tx) addEdit(decision int64, who, what string, before Standing) (edit int64, err error) {
	text, err := json.Marshal(before)
	if err == nil {
		err = t.row("insert into edit (decision_id, at, who, what, before) values (?, ?, ?, ?, ?) returning id", decision, millis(t.Now), who, what, string(text)).Scan(&edit)
	}
	if err != nil {
		return 0, fmt.Errorf("record what was done to decision %d: %w", decision, err)
	}
	return edit, nil
}

// UndoEdit gives a decision back as it stood before an edit, which undoes those after it too. An answer that is taken back
// so does not hold any more either.
func (t *Tx) UndoEdit(decision, edit int64) error {
	e, err := scanEdit(t.row(selectEdit+"where id = ? and decision_id = ?", edit, decision))
	if err != nil {
		return fmt.Errorf("find edit %d of decision %d: %w", edit, decision, notFound(err))
	}
	if !e.UndoneAt.IsZero() {
		return fmt.Errorf("undo edit %d of decision %d: %w", edit, decision, ErrUndone)
	}
	now, err := t.standing(decision)
	if err != nil {
		return err
	}
	if err := t.stand(decision, e.Before); err != nil {
		return err
	}
	var answered bool
	err = t.row("select exists (select 1 from edit where decision_id = ? and id >= ? and undone_at = 0 and what = 'answer')", decision, edit).Scan(&answered)
	if err == nil && answered && now.ReplacedBy != 0 && now.ReplacedBy != e.Before.ReplacedBy {
		_, err = t.exec("update decision set status = 'withdrawn', why = ? where id = ? and status = 'live'", WhyUndone, now.ReplacedBy)
	}
	if err == nil {
		_, err = t.exec("update edit set undone_at = ? where decision_id = ? and id >= ? and undone_at = 0", millis(t.Now), decision, edit)
	}
	if err != nil {
		return fmt.Errorf("undo edit %d of decision %d: %w", edit, decision, err)
	}
	return nil
}

// WhyUndone is why a decision that was written in the dashboard does not stand any more.
const WhyUndone = "The owner took it back in the dashboard."

const selectEdit = "select id, decision_id, at, who, what, before, undone_at from edit "

func scanEdit(r scanner) (e Edit, err error) {
	var at, undone int64
	var before string
	if err = r.Scan(&e.ID, &e.DecisionID, &at, &e.Who, &e.What, &before, &undone); err != nil {
		return e, err
	}
	e.At, e.UndoneAt = fromMillis(at), fromMillis(undone)
	if err := json.Unmarshal([]byte(before), &e.Before); err != nil {
		return e, fmt.Errorf("read what edit %d changed: %w", e.ID, err)
	}
	return e, nil
}

// Edits lists what was done to a decision, newest first.
func (d *DB) Edits(ctx context.Context, decision int64) ([]Edit, error) {
	all, err := collect(ctx, d.sql, scanEdit, selectEdit+"where decision_id = ? order by id desc", decision)
	if err != nil {
		return nil, fmt.Errorf("list what was done to decision %d: %w", decision, err)
	}
	return all, nil
}

// Forgets lists the edits that ask to forget a decision and are not undone, the one that is due first first.
func (d *DB) Forgets(ctx context.Context) ([]Edit, error) {
	all, err := collect(ctx, d.sql, scanEdit, selectEdit+"where what = 'forget' and undone_at = 0 order by at")
	if err != nil {
		return nil, fmt.Errorf("list the decisions to be forgotten: %w", err)
	}
	return all, nil
}

// AddByHand stores what the owner wrote in the dashboard for a session: a word, which answers question where that is not
// empty, and the decision that all of it is. Its row has a name of its own, so that forks and forgetting know it. The same
// text is not added again while it is live: the decision that is there is returned.
func (t *Tx) AddByHand(session, who, row, text, question string, kind Kind) (id int64, err error) {
	old, err := t.Decisions(session, Live)
	if err != nil {
		return 0, err
	}
	for _, d := range old {
		if question == "" && d.Quote == text && d.Kind == kind {
			return d.ID, nil
		}
	}
	w := Word{SessionID: session, UUID: row, At: t.Now, Channel: Dashboard, Text: text, Question: question, Answered: true}
	if w.Line, err = t.lastLine(session); err != nil {
		return 0, err
	}
	if _, err := t.AddWord(&w); err != nil {
		return 0, err
	}
	if w.ID == 0 {
		return 0, fmt.Errorf("add to session %s: the same was forgotten at this very moment: %w", session, ErrNotFound)
	}
	d := &Decision{WordID: w.ID, SessionID: session, At: t.Now, Kind: kind, Quote: text, Status: Live, Cue: "by hand"}
	if err := t.SaveDecisions([]*Decision{d}, nil); err != nil {
		return 0, err
	}
	if _, err := t.exec("update decision set edited = 1 where id = ?", d.ID); err != nil {
		return 0, fmt.Errorf("record that decision %d was added by hand: %w", d.ID, err)
	}
	_, err = t.addEdit(d.ID, who, EditAdd, Standing{Kind: kind, Status: Withdrawn, Why: WhyUndone, Edited: true})
	return d.ID, err
}

// lastLine is the last line of a session's transcript that the ledger knows of: what is written there belongs to every
// compaction after it, and to none before.
func (t *Tx) lastLine(session string) (line int, err error) {
	err = t.row(`select max(coalesce((select max(line) from word where session_id = ?1), 0), coalesce((select max(boundary_line) from compaction where session_id = ?1), 0),
		coalesce((select max(line) from boundary where session_id = ?1), 0))`, session).Scan(&line)
	if err != nil {
		return 0, fmt.Errorf("find the last line of session %s: %w", session, err)
	}
	return line, nil
}

// Answer settles an open question: by text, which becomes a decision that answers it, or without words. It returns the
// edit, for its undo.
func (t *Tx) Answer(question int64, who, row, text string) (edit int64, err error) {
	q, err := scanDecision(t.row(selectDecision+"where d.id = ?", question))
	if err != nil {
		return 0, fmt.Errorf("find decision %d: %w", question, notFound(err))
	}
	if text == "" {
		return t.EditDecision(question, who, EditDone, func(s *Standing) { s.Status, s.Why = Done, "The owner settled it in the dashboard." })
	}
	answer, err := t.AddByHand(q.SessionID, who, row, text, q.Quote, KindDecision)
	if err != nil {
		return 0, err
	}
	return t.EditDecision(question, who, EditAnswer, func(s *Standing) {
		s.Status, s.Why, s.ReplacedBy = Done, "The owner answered it in the dashboard.", answer
	})
}
