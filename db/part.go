package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Purpose says which of a compaction's texts a part belongs to.
type Purpose string

// The texts of a compaction, each made once and printed in parts.
const (
	Brief   Purpose = "brief"   // for the summarizer, by PreCompact
	Restore Purpose = "restore" // for the model, by SessionStart
	Rest    Purpose = "rest"    // what was still missing at the next prompt, by UserPromptSubmit
)

// TakeBrief gives part n of a brief to the process that asks. It joins the newest compaction of the conversation with
// the same trigger that was opened within 5 s and has not given out this part, else it opens one from c. The process
// that opens it makes the brief (maker); the others wait for it.
func (t *Tx) TakeBrief(c *Compaction, n int) (maker bool, err error) {
	err = t.row(`select id, last_word from compaction c where session_id = ? and agent_id = '' and state = 'open' and trigger = ? and opened_at between ? and ?
		and not exists (select 1 from part p where p.compaction_id = c.id and p.purpose = 'brief' and p.n = ? and p.taken_at between 1 and ?)
		order by id desc limit 1`, c.SessionID, c.Trigger, millis(t.Now.Add(-joinTime)), millis(t.Now.Add(joinTime)), n, millis(t.Now.Add(-time.Second))).Scan(&c.ID, &c.LastWord)
	if errors.Is(err, sql.ErrNoRows) {
		maker = true
		err = t.AddCompaction(c)
	}
	if err == nil {
		err = t.take(c.ID, Brief, n)
	}
	if err != nil {
		return false, fmt.Errorf("take part %d of a brief for session %s: %w", n, c.SessionID, err)
	}
	return maker, nil
}

// TakeRestore gives part n of what is put back after the session's last compaction to the process that asks; the first
// one makes the text (maker). Printed is true when this part was given out just before: a hook that is registered twice
// must not say it twice. Where PreCompact did not run, a row is opened here.
func (t *Tx) TakeRestore(session string, n int) (c Compaction, maker, printed bool, err error) {
	c, err = t.LastCompaction(session)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return c, false, false, err
	}
	var started, mine int64 // when the restore, and this part of it, were given out
	if err == nil {
		err = t.row(`select coalesce(max(taken_at), 0), coalesce(max(case when n = ? then taken_at end), 0)
			from part where compaction_id = ? and purpose = 'restore'`, n, c.ID).Scan(&started, &mine)
		if err != nil {
			return c, false, false, fmt.Errorf("find restore of compaction %d: %w", c.ID, err)
		}
	}
	young := func(at time.Time) bool { return t.Now.Sub(at).Abs() < joinTime } // not of the future either: clocks are set back
	waiting := started == 0 && (c.State == StateOpen || c.State == StateDone && young(c.ClosedAt))
	switch {
	case young(fromMillis(mine)):
		return c, false, true, nil
	case young(fromMillis(started)):
	case waiting:
		maker = true
	default: // also where turns have passed since PreCompact: what it asked for is behind (a summary made ahead of time)
		maker = true
		c = Compaction{SessionID: session, State: StateOpen, Note: NoteNoPreCompact}
		err = t.AddCompaction(&c)
	}
	if err == nil {
		err = t.take(c.ID, Restore, n)
	}
	if err != nil {
		return c, false, false, fmt.Errorf("take part %d of what is put back for session %s: %w", n, session, err)
	}
	return c, maker, false, nil
}

func (t *Tx) take(id int64, purpose Purpose, n int) error {
	_, err := t.exec(`insert into part (compaction_id, purpose, n, taken_at) values (?, ?, ?, ?)
		on conflict (compaction_id, purpose, n) do update set taken_at = excluded.taken_at`, id, purpose, n, millis(t.Now))
	return err
}

// BriefMade marks a compaction's brief as made: its size, and the newest word known then. It leaves the row's state alone,
// which another hook may have changed meanwhile.
func (t *Tx) BriefMade(id int64, units int, lastWord int64) error {
	if _, err := t.exec("update compaction set brief_made = 1, asked_units = ?, last_word = ? where id = ?", units, lastWord, id); err != nil {
		return fmt.Errorf("mark the brief of compaction %d as made: %w", id, err)
	}
	return nil
}

// StoreParts stores a text in its parts, for every process that prints one.
func (t *Tx) StoreParts(id int64, purpose Purpose, parts []string) error {
	for i, text := range parts {
		_, err := t.exec(`insert into part (compaction_id, purpose, n, text) values (?, ?, ?, ?)
			on conflict (compaction_id, purpose, n) do update set text = excluded.text`, id, purpose, i+1, text)
		if err != nil {
			return fmt.Errorf("store part %d of %s of compaction %d: %w", i+1, purpose, id, err)
		}
	}
	return nil
}

// Part returns part n of a text, empty where the text has fewer, and whether the text has been made at all.
func (d *DB) Part(ctx context.Context, id int64, purpose Purpose, n int) (text string, made bool, err error) {
	column := map[Purpose]string{Brief: "brief_made", Restore: "restore_made", Rest: "settled"}[purpose]
	err = d.sql.QueryRowContext(ctx, "select coalesce(p.text, ''), c."+column+` from compaction c
		left join part p on p.compaction_id = c.id and p.purpose = ? and p.n = ? where c.id = ?`, purpose, n, id).Scan(&text, &made)
	if err != nil {
		return "", false, fmt.Errorf("read part %d of %s of compaction %d: %w", n, purpose, id, notFound(err))
	}
	return text, made, nil
}

// Parts returns a whole text of a compaction.
func (d *DB) Parts(ctx context.Context, id int64, purpose Purpose) ([]string, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (s string, err error) { return s, r.Scan(&s) },
		"select text from part where compaction_id = ? and purpose = ? and text <> '' order by n", id, purpose)
	if err != nil {
		return nil, fmt.Errorf("read %s of compaction %d: %w", purpose, id, err)
	}
	return all, nil
}
