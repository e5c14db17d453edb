package db_test

import (
	"errors"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

func standing(t *testing.T, d *db.DB, id int64) db.DecisionItem {
	t.Helper()
	x, err := d.DecisionByID(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestAnEditIsUndoneWithThoseAfterIt(t *testing.T) {
	d := open(t, t.TempDir())
	session(t, d, "s")
	_, x := says(t, d, db.Word{SessionID: "s", UUID: "u", At: noon, Text: "use pnpm"})
	_, y := says(t, d, db.Word{SessionID: "s", UUID: "v", At: noon, Text: "use npm"})
	var edits []int64
	edit := func(what string, change func(*db.Standing)) {
		write(t, d, func(tx *db.Tx) error {
			id, err := tx.EditDecision(x.ID, "anna", what, change)
			edits = append(edits, id)
			return err
		})
	}
	undo := func(edit int64) (err error) {
		return d.Write(ctx, func(tx *db.Tx) error { return tx.UndoEdit(x.ID, edit) })
	}
	edit(db.EditPin, func(s *db.Standing) { s.Pinned = true })
	edit(db.EditReplace, func(s *db.Standing) { s.Status, s.Why, s.ReplacedBy = db.Replaced, "why", y.ID })
	edit(db.EditReject, func(s *db.Standing) { s.Status = db.Rejected })
	if got := standing(t, d, x.ID); got.Status != db.Rejected || !got.Pinned || !got.Edited || got.ReplacedBy != y.ID {
		t.Fatalf("after three edits: %+v", got.Decision)
	}
	if err := undo(edits[2]); err != nil {
		t.Fatal(err)
	}
	if got := standing(t, d, x.ID); got.Status != db.Replaced || got.Why != "why" || got.ReplacedBy != y.ID || !got.Edited {
		t.Errorf("the last one undone: %+v", got.Decision)
	}
	if err := undo(edits[0]); err != nil {
		t.Fatal(err)
	}
	if got := standing(t, d, x.ID); got.Status != db.Live || got.Why != "" || got.Pinned || got.Edited || got.ReplacedBy != 0 {
		t.Errorf("the first one undone: %+v", got.Decision)
	}
	for _, e := range edits {
		if err := undo(e); !errors.Is(err, db.ErrUndone) {
			t.Errorf("undo edit %d again: %v", e, err)
		}
	}
	all, err := d.Edits(ctx, x.ID)
	if err != nil || len(all) != 3 || all[0].What != db.EditReject || all[0].Who != "anna" || all[2].UndoneAt.IsZero() {
		t.Errorf("the history: %+v, %v", all, err)
	}
	if err := d.Write(ctx, func(tx *db.Tx) error { return tx.UndoEdit(y.ID, edits[0]) }); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("undo another decision's edit: %v", err)
	}
}

func TestWhatReplacedADecisionMayBeForgottenBeforeAnUndo(t *testing.T) {
	d := open(t, t.TempDir())
	session(t, d, "s")
	_, x := says(t, d, db.Word{SessionID: "s", UUID: "u", At: noon, Text: "use pnpm"})
	w, y := says(t, d, db.Word{SessionID: "s", UUID: "v", At: noon, Text: "use npm, not the other one"})
	var second int64
	write(t, d, func(tx *db.Tx) (err error) {
		if _, err = tx.EditDecision(x.ID, "anna", db.EditReplace, func(s *db.Standing) { s.Status, s.ReplacedBy = db.Replaced, y.ID }); err != nil {
			return err
		}
		second, err = tx.EditDecision(x.ID, "anna", db.EditReject, func(s *db.Standing) { s.Status = db.Rejected })
		return err
	})
	forget(t, d, db.Target{Word: w.ID})
	write(t, d, func(tx *db.Tx) error { return tx.UndoEdit(x.ID, second) })
	if got := standing(t, d, x.ID); got.Status != db.Replaced || got.ReplacedBy != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestAnOpenQuestionIsSettledWithWordsAndWithout(t *testing.T) {
	d := open(t, t.TempDir())
	session(t, d, "s")
	_, q := says(t, d, db.Word{SessionID: "s", UUID: "u", At: noon, Text: "which database should we use?"})
	answer := func(row, text string) (edit int64) {
		write(t, d, func(tx *db.Tx) (err error) { edit, err = tx.Answer(q.ID, "anna", row, text); return err })
		return edit
	}
	undo := func(edit int64) { write(t, d, func(tx *db.Tx) error { return tx.UndoEdit(q.ID, edit) }) }
	e := answer("", "")
	if got := standing(t, d, q.ID); got.Status != db.Done || got.ReplacedBy != 0 {
		t.Fatalf("without words: %+v", got)
	}
	undo(e)
	e = answer("row", "SQLite, one file")
	got := standing(t, d, q.ID)
	a := standing(t, d, got.ReplacedBy)
	if got.Status != db.Done || a.Quote != "SQLite, one file" || a.Question != "which database should we use?" || a.Status != db.Live || !a.Edited {
		t.Fatalf("with words: %+v, %+v", got.Decision, a.Decision)
	}
	undo(e)
	if got, a := standing(t, d, q.ID), standing(t, d, a.ID); got.Status != db.Live || a.Status != db.Withdrawn {
		t.Errorf("undone: the question is %s, the answer %s", got.Status, a.Status)
	}
}
