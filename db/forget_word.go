package db

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// leastAlike is how many characters a word has whose text is looked for in others: every session has a "yes".
const leastAlike = 8

// mostAlike is how many of those are named.
const mostAlike = 20

// doomedWord tells what goes with a word: its copies in forks, their decisions, and the texts that may repeat it.
func doomedWord(ctx context.Context, q querier, id int64) (all Doomed, err error) {
	w, err := scanWord(q.QueryRowContext(ctx, selectWord+"where id = ?", id))
	if err != nil {
		return all, fmt.Errorf("find word %d: %w", id, notFound(err))
	}
	all.Word = &w
	all.Quotes, err = collect(ctx, q, scanText, "select quote from decision where word_id = ? order by start", id)
	if err != nil {
		return all, fmt.Errorf("list the decisions of word %d: %w", id, err)
	}
	copies, err := copiesOf(ctx, q, w)
	if err != nil {
		return all, err
	}
	all.Words = len(copies)
	ids := make([]int64, len(copies))
	for i, c := range copies {
		ids[i] = c.ID
		sessions, err := doomedSessions(ctx, q, "s.id = ?", c.SessionID)
		if err != nil {
			return all, err
		}
		all.Sessions = append(all.Sessions, sessions...)
		var decisions, compactions int
		err = q.QueryRowContext(ctx, `select (select count(*) from decision where word_id = ?),
			(select count(*) from compaction where session_id = ? and (closed_at = 0 or closed_at >= ?))`, c.ID, c.SessionID, millis(w.At)).Scan(&decisions, &compactions)
		if err != nil {
			return all, fmt.Errorf("count what goes with word %d: %w", c.ID, err)
		}
		all.Decisions, all.Compactions = all.Decisions+decisions, all.Compactions+compactions
	}
	if text := strings.TrimSpace(w.Text); utf8.RuneCountInString(text) >= leastAlike {
		not, err := json.Marshal(ids)
		if err != nil {
			return all, err
		}
		all.Alike, err = collect(ctx, q, func(r scanner) (n int64, err error) { return n, r.Scan(&n) },
			"select id from word where instr(text, ?) and id not in (select value from json_each(?)) order by id limit ?", text, string(not), mostAlike)
		if err != nil {
			return all, fmt.Errorf("find words like word %d: %w", id, err)
		}
	}
	return all, err
}

// copiesOf lists the word and what else is the same word in other sessions, by the rule of AddWord.
func copiesOf(ctx context.Context, q querier, w Word) ([]Word, error) {
	all, err := collect(ctx, q, scanWord, selectWord+`where id = ?1 or ord = ?2 and (uuid = ?3 and ?3 <> ''
		or hash = ?4 and text = ?5 and (at = ?6 or prompt_id = ?7 and ?7 <> '')) order by id`,
		w.ID, w.Ord, w.UUID, hash(w.Text), w.Text, millis(w.At), w.PromptID)
	if err != nil {
		return nil, fmt.Errorf("find the copies of word %d: %w", w.ID, err)
	}
	return all, nil
}

// forgetWord deletes a word with its copies, and every text that others wrote since in their sessions: a summary that
// does not quote the word may still tell what it says.
func (t *Tx) forgetWord(w Word, all Doomed) error {
	copies, err := copiesOf(t.ctx, t.tx, w)
	if err != nil {
		return err
	}
	r := newRepeats(w.Text, all.Quotes)
	for _, c := range copies {
		for _, key := range wordKeys(c) {
			if err := t.remember(scopeWord, key, t.Now); err != nil {
				return err
			}
		}
		if err := t.remember(scopeTexts, sessionKey(c.SessionID), t.Now); err != nil {
			return err
		}
		if err := t.rememberSummaries(c.SessionID, "[]"); err != nil {
			return err
		}
		if err := t.forgetTexts(c, r); err != nil {
			return fmt.Errorf("forget what repeats word %d of session %s: %w", c.ID, c.SessionID, err)
		}
		if _, err := t.exec("delete from word where id = ?", c.ID); err != nil {
			return fmt.Errorf("delete word %d: %w", c.ID, err)
		}
	}
	return nil
}

// forgetTexts takes out of a word's session what may repeat it.
func (t *Tx) forgetTexts(w Word, r *repeats) (err error) {
	run := func(query string, args ...any) {
		if err == nil {
			_, err = t.exec(query, args...)
		}
	}
	const since = "compaction_id in (select id from compaction where session_id = ? and (closed_at = 0 or closed_at >= ?))"
	at := millis(w.At)
	// A process that is making the text of one that is open holds the word in its memory: without its row it stores nothing.
	run("delete from compaction where session_id = ? and state = 'open'", w.SessionID)
	run("delete from invented where "+since, w.SessionID, at)
	run("update part set text = '' where "+since, w.SessionID, at)
	run(`update compaction set summary = '', note = case when instr(note, ?1) then note else trim(note || ' ' || ?1) end
		where session_id = ?2 and (closed_at = 0 or closed_at >= ?3)`, NoteForgotten, w.SessionID, at)
	// An ID is given again once its row and all later ones are gone.
	run(`update compaction set last_word = coalesce((select max(id) from word where session_id = ?1 and id < ?2), 0)
		where session_id = ?1 and last_word = ?2`, w.SessionID, w.ID)
	run("update decision set why = ? where replaced_by in (select id from decision where word_id = ?) and why <> ''", WhyForgotten, w.ID)
	run("delete from task where session_id = ?", w.SessionID)
	clean := func(change func(string) string, query, update string, args ...any) {
		if err == nil {
			err = t.clean(change, query, update, args...)
		}
	}
	clean(r.instead(""), "select id, question from word where session_id = ? and question <> ''", "update word set question = ? where id = ?", w.SessionID)
	run(`update decision_text set question = '' where question <> '' and rowid in (select (d.at / 1000 << 31) + d.id
		from decision d join word w on w.id = d.word_id where d.session_id = ? and w.question = '')`, w.SessionID)
	clean(r.instead(WhyForgotten), "select id, why from decision where session_id = ? and why <> ''", "update decision set why = ? where id = ?", w.SessionID)
	clean(r.instead(forgottenMark), "select id, what from event where session_id in (?, '')", "update event set what = ? where id = ?", w.SessionID)
	clean(r.instead(forgottenMark), "select id, error from hook_run where error <> ''", "update hook_run set error = ? where id = ?")
	clean(r.inJSON, "select id, read_state from session where id = ? and read_state <> ''", "update session set read_state = ? where id = ?", w.SessionID)
	return err
}

// forgottenMark stands where a text repeated what was forgotten.
const forgottenMark = "[forgotten]"
