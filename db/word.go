package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
)

// hash is FNV-64a, kept small enough for SQLite's signed integers.
func hash(s string) int64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return int64(h.Sum64() >> 1)
}

// AddWord stores w and sets its ID. It answers false for a word that is there already: the same row, or the same text
// written again with another uuid (same prompt, or same time); w then has that word's ID. Two answers of one row are two
// words, however alike. A word that was forgotten is not stored: false, and no ID.
func (t *Tx) AddWord(w *Word) (bool, error) {
	if gone, err := t.refuses(*w); gone || err != nil {
		return false, err
	}
	question := w.Question
	if only, err := t.wordsOnly(w.SessionID); err != nil {
		return false, err
	} else if only {
		question = ""
	}
	h := hash(w.Text)
	err := t.row(`select id from word where session_id = ? and hash = ? and text = ?
		and ord = ? and ((uuid <> '' and uuid = ?) or at = ? or (prompt_id <> '' and prompt_id = ?)) limit 1`,
		w.SessionID, h, w.Text, w.Ord, w.UUID, millis(w.At), w.PromptID).Scan(&w.ID)
	if err == nil {
		return false, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("find word %s of session %s: %w", w.UUID, w.SessionID, err)
	}
	err = t.row(`insert into word (session_id, uuid, ord, line, at, prompt_id, channel, text, question, hash, starts_turn, suggested, answered)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`,
		w.SessionID, w.UUID, w.Ord, w.Line, millis(w.At), w.PromptID, w.Channel, w.Text, question, h, w.StartsTurn, w.Suggested, w.Answered).Scan(&w.ID)
	if errors.Is(err, sql.ErrNoRows) { // the row came before with another text: the first one stays
		err = t.row("select id from word where session_id = ? and uuid = ? and ord = ?", w.SessionID, w.UUID, w.Ord).Scan(&w.ID)
		if err == nil {
			return false, nil
		}
	}
	if err != nil {
		return false, fmt.Errorf("record word %s of session %s: %w", w.UUID, w.SessionID, err)
	}
	return true, nil
}

// WithdrawWord marks the words of a row as taken back. A row without uuid is known by its line.
func (t *Tx) WithdrawWord(session, uuid string, line int) error {
	q, key := "uuid = ?", any(uuid)
	if uuid == "" {
		q, key = "uuid = '' and line = ?", line
	}
	if _, err := t.exec("update word set withdrawn = 1 where session_id = ? and "+q, session, key); err != nil {
		return fmt.Errorf("withdraw word %s (line %d) of session %s: %w", uuid, line, session, err)
	}
	return nil
}

// Unreplace makes live again what the decisions of a word replaced: the owner took the word back.
func (t *Tx) Unreplace(session, uuid string, line int) error {
	_, err := t.exec(`update decision set status = 'live', why = '', replaced_by = null where session_id = ? and status = 'replaced' and edited = 0
		and replaced_by in (select d.id from decision d join word w on w.id = d.word_id where w.session_id = ? and w.uuid = ? and (w.uuid <> '' or w.line = ?))`,
		session, session, uuid, line)
	if err != nil {
		return fmt.Errorf("make live again what word %s (line %d) of session %s replaced: %w", uuid, line, session, err)
	}
	return nil
}

// AnswerWords marks what the owner said so far as answered: the turn that took it in has ended.
func (t *Tx) AnswerWords(session string) error {
	if _, err := t.exec("update word set answered = 1 where session_id = ? and answered = 0", session); err != nil {
		return fmt.Errorf("mark words of session %s answered: %w", session, err)
	}
	return nil
}

const selectWord = `select id, session_id, uuid, ord, line, at, prompt_id, channel, text, question, starts_turn, suggested, withdrawn, answered from word `

func scanWord(r scanner) (w Word, err error) {
	var at int64
	err = r.Scan(&w.ID, &w.SessionID, &w.UUID, &w.Ord, &w.Line, &at, &w.PromptID, &w.Channel, &w.Text, &w.Question, &w.StartsTurn, &w.Suggested, &w.Withdrawn, &w.Answered)
	w.At = fromMillis(at)
	return w, err
}

// LastWords returns the session's last n words that stand, oldest first.
func (d *DB) LastWords(ctx context.Context, session string, n int) ([]Word, error) {
	all, err := collect(ctx, d.sql, scanWord, selectWord+"where session_id = ? and not withdrawn order by id desc limit ?", session, n)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s: %w", session, err)
	}
	slices.Reverse(all)
	return all, nil
}

// Words lists all words of the session, oldest first.
func (d *DB) Words(ctx context.Context, session string) ([]Word, error) {
	all, err := collect(ctx, d.sql, scanWord, selectWord+"where session_id = ? order by id", session)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s: %w", session, err)
	}
	return all, nil
}

// FreshPrompt returns the ID of the prompt at whose start c compacted, 0 where there is none that is known: the client
// writes its row only after PreCompact and keeps it whole beside the summary (2.1.332).
func (t *Tx) FreshPrompt(session string, c Compaction) (id int64, err error) {
	if !c.BriefMade || c.Trigger != Auto || c.BoundaryLine > 0 { // once the boundary is known it tells what was kept
		return 0, nil
	}
	err = t.row(`select id from word where session_id = ? and starts_turn and answered = 0 and not withdrawn and id > ?
		order by id desc limit 1`, session, c.LastWord).Scan(&id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("find the newest prompt of session %s: %w", session, err)
	}
	return id, nil
}

// WordsBefore returns the last n words that c summarized: those before its row of the transcript, or, while that row is
// not known, all but the prompt that is kept beside the summary. Oldest first.
func (t *Tx) WordsBefore(session string, c Compaction, n int) ([]Word, error) {
	fresh, err := t.FreshPrompt(session, c)
	if err != nil {
		return nil, err
	}
	bound, value := "and id <> ?", []any{session, fresh}
	if c.BoundaryLine > 0 {
		bound, value = "and line < ?", []any{session, c.BoundaryLine}
	}
	all, err := collect(t.ctx, t.tx, scanWord, selectWord+"where session_id = ? and not withdrawn "+bound+" order by id desc limit ?", append(value, n)...)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s before compaction %d: %w", session, c.ID, err)
	}
	slices.Reverse(all)
	return all, nil
}

// WordTexts returns the text of every word of the session.
func (t *Tx) WordTexts(session string) ([]string, error) {
	all, err := collect(t.ctx, t.tx, func(r scanner) (s string, err error) { return s, r.Scan(&s) },
		"select text from word where session_id = ?", session)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s: %w", session, err)
	}
	return all, nil
}

// PastWords returns the words of a session that do not bind any more, with what became of them: those that hold a
// decision which was replaced or withdrawn, and those that were nothing but a go-ahead which is used up.
func (d *DB) PastWords(ctx context.Context, session string) (map[int64]Status, error) {
	return pastWords(ctx, d.sql, session)
}

// PastWords is DB.PastWords inside a write.
func (t *Tx) PastWords(session string) (map[int64]Status, error) {
	return pastWords(t.ctx, t.tx, session)
}

func pastWords(ctx context.Context, q querier, session string) (map[int64]Status, error) {
	past := map[int64]Status{}
	_, err := collect(ctx, q, func(r scanner) (x struct{}, err error) {
		var id int64
		var status Status
		if err = r.Scan(&id, &status); err == nil {
			past[id] = status
		}
		return x, err
	}, `select d.word_id, d.status from decision d where d.session_id = ? and (d.status in ('replaced', 'withdrawn')
		or d.status = 'done' and d.one_off and d.quote = (select trim(w.text) from word w where w.id = d.word_id))`, session)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s that do not bind any more: %w", session, err)
	}
	return past, nil
}
