package db

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// The scopes of what was forgotten. Each row of the table is one of them with the hash of what it speaks of.
const (
	scopeEverything = "everything"
	scopeProject    = "project" // by its root
	scopeSession    = "session" // by its id
	scopeWord       = "word"    // by its row, and by what else makes AddWord take two rows for one word
	scopeTexts      = "texts"   // a session, or a compaction's row: what others wrote in it may repeat what was forgotten
	scopeUnfinished = "unfinished"
)

// forgottenList is the name of the copy of the table. It lies beside the database so that a damaged one cannot bring back
// what was forgotten.
const forgottenList = "forgotten.json"

// Forgotten is what of a session stays forgotten, and what of it is not kept because of that.
type Forgotten struct {
	Before    time.Time // what was said up to then; zero: nothing
	WordsOnly time.Time // a word of it was forgotten then: no text but the owner's own is kept of it since. Zero: none was
}

// Holds tells whether what happened at the time stays forgotten. What has no time is as old as it gets.
func (f Forgotten) Holds(at time.Time) bool { return !f.Before.IsZero() && !at.After(f.Before) }

// digest is the key of a row: a hash of parts, from which nobody reads them back.
func digest(parts ...string) []byte {
	h := sha256.New()
	for _, p := range parts {
		h.Write(binary.AppendUvarint(nil, uint64(len(p))))
		h.Write([]byte(p))
	}
	return h.Sum(nil)[:16]
}

func sessionKey(id string) []byte      { return digest("session", id) }
func projectKey(root string) []byte    { return digest("project", root) }
func compactionKey(uuid string) []byte { return digest("compaction", uuid) }

// wordKeys are the keys of a word: of its row, and of all else by which AddWord knows it when it is written again. None
// holds the session, so that a fork's copy has the same.
func wordKeys(w Word) [][]byte {
	keys := [][]byte{timeKey(w)}
	if w.UUID != "" {
		keys = append(keys, rowKey(w))
	}
	if w.PromptID != "" {
		keys = append(keys, digest("prompt", w.Text, strconv.Itoa(w.Ord), w.PromptID))
	}
	return keys
}

func rowKey(w Word) []byte { return digest("row", w.UUID, strconv.Itoa(w.Ord)) }

func timeKey(w Word) []byte {
	return digest("time", w.Text, strconv.Itoa(w.Ord), strconv.FormatInt(millis(w.At), 10))
}

// Forgotten says what of a session stays forgotten.
func (d *DB) Forgotten(ctx context.Context, session, root string) (Forgotten, error) {
	return forgotten(ctx, d.sql, session, root)
}

func forgotten(ctx context.Context, q querier, session, root string) (f Forgotten, err error) {
	var before, texts int64
	// One look at the primary key each; a session, though its texts are not kept, may go on.
	err = q.QueryRowContext(ctx, `select max(
			coalesce((select before_at from forgotten where scope = 'everything' and key = x''), 0),
			coalesce((select before_at from forgotten where scope = 'project' and key = ?), 0),
			coalesce((select before_at from forgotten where scope = 'session' and key = ?), 0)),
		coalesce((select before_at from forgotten where scope = 'texts' and key = ?), 0)`,
		projectKey(root), sessionKey(session), sessionKey(session)).Scan(&before, &texts)
	if err != nil {
		return f, fmt.Errorf("look up what of session %s was forgotten: %w", session, err)
	}
	return Forgotten{fromMillis(before), fromMillis(texts)}, nil
}

// Guarded tells whether the project at root is off, or was forgotten.
func (d *DB) Guarded(ctx context.Context, root string) (guarded bool, err error) {
	err = d.sql.QueryRowContext(ctx, `select exists (select 1 from project where root = ? and not enabled)
		or exists (select 1 from forgotten where scope = 'project' and key = ?)`, root, projectKey(root)).Scan(&guarded)
	if err != nil {
		return false, fmt.Errorf("look up whether project %s is off: %w", root, err)
	}
	return guarded, nil
}

// WordForgotten tells whether w is a word that was forgotten, in whatever session it stands.
func (d *DB) WordForgotten(ctx context.Context, w Word) (bool, error) {
	return wordForgotten(ctx, d.sql, w)
}

func wordForgotten(ctx context.Context, q querier, w Word) (found bool, err error) {
	for _, key := range wordKeys(w) {
		err := q.QueryRowContext(ctx, "select exists (select 1 from forgotten where scope = 'word' and key = ?)", key).Scan(&found)
		if err != nil {
			return false, fmt.Errorf("look up whether word %s was forgotten: %w", w.UUID, err)
		}
		if found {
			return true, nil
		}
	}
	return false, nil
}

// pastMemory is what a write has looked up of the table. While it is empty, as in most ledgers, one look shows it.
type pastMemory struct {
	looked, any bool
	sessions    map[string]Forgotten
}

// forgot tells whether anything was ever forgotten.
func (t *Tx) forgot() (bool, error) {
	if !t.past.looked {
		if err := t.row("select exists (select 1 from forgotten)").Scan(&t.past.any); err != nil {
			return false, fmt.Errorf("look up what was forgotten: %w", err)
		}
		t.past.looked = true
	}
	return t.past.any, nil
}

// forgotten is DB.Forgotten inside a write.
func (t *Tx) forgotten(session string) (f Forgotten, err error) {
	if any, err := t.forgot(); !any || err != nil {
		return f, err
	}
	if f, ok := t.past.sessions[session]; ok {
		return f, nil
	}
	var root string
	err = t.row("select root from project where id = (select project_id from session where id = ?)", session).Scan(&root)
	if err != nil {
		return f, fmt.Errorf("find the project of session %s: %w", session, notFound(err))
	}
	if f, err = forgotten(t.ctx, t.tx, session, root); err != nil {
		return f, err
	}
	if t.past.sessions == nil {
		t.past.sessions = map[string]Forgotten{}
	}
	t.past.sessions[session] = f
	return f, nil
}

// wordsOnly tells whether no text but the owner's own is kept of a session.
func (t *Tx) wordsOnly(session string) (bool, error) {
	f, err := t.forgotten(session)
	return !f.WordsOnly.IsZero(), err
}

// compactionOfWordsOnly is wordsOnly for the session of a compaction.
func (t *Tx) compactionOfWordsOnly(id int64) (bool, error) {
	if any, err := t.forgot(); !any || err != nil {
		return false, err
	}
	var session string
	if err := t.row("select session_id from compaction where id = ?", id).Scan(&session); err != nil {
		return false, fmt.Errorf("find the session of compaction %d: %w", id, notFound(err))
	}
	return t.wordsOnly(session)
}

// refuses tells whether w was forgotten. A session in which a forgotten word comes up is a copy of the one it was said in:
// from then on no text but the owner's own is kept of it either.
func (t *Tx) refuses(w Word) (bool, error) {
	f, err := t.forgotten(w.SessionID)
	if err != nil || f.Holds(w.At) || !t.past.any {
		return f.Holds(w.At), err
	}
	found, err := wordForgotten(t.ctx, t.tx, w)
	if err != nil || !found {
		return false, err
	}
	return true, t.keepWordsOnly(w.SessionID)
}

// keepWordsOnly makes the session one of which no text but the owner's own is kept.
func (t *Tx) keepWordsOnly(session string) error {
	if only, err := t.wordsOnly(session); only || err != nil {
		return err
	}
	if err := t.remember(scopeTexts, sessionKey(session), t.Now); err != nil {
		return err
	}
	return t.writeForgotten()
}

// taint carries a session's mark over to the forks of its compaction at the transcript row uuid, and takes it over from
// there: a fork of a compacted conversation begins with that row and its summary.
func (t *Tx) taint(session, uuid string) error {
	if any, err := t.forgot(); !any || err != nil || uuid == "" {
		return err
	}
	var marked bool
	if err := t.row("select exists (select 1 from forgotten where scope = 'texts' and key = ?)", compactionKey(uuid)).Scan(&marked); err != nil {
		return fmt.Errorf("look up whether the summary of row %s may be kept: %w", uuid, err)
	}
	only, err := t.wordsOnly(session)
	switch {
	case err != nil || only == marked:
		return err
	case marked:
		return t.keepWordsOnly(session)
	}
	if err := t.remember(scopeTexts, compactionKey(uuid), t.Now); err != nil {
		return err
	}
	return t.writeForgotten()
}

// remember adds a row; an earlier one of the same key counts up to the later time. What was looked up is looked up again.
func (t *Tx) remember(scope string, key []byte, before time.Time) error {
	_, err := t.exec(`insert into forgotten (scope, key, before_at) values (?, ?, ?)
		on conflict (scope, key) do update set before_at = max(before_at, excluded.before_at)`, scope, key, millis(before))
	if err != nil {
		return fmt.Errorf("remember what is forgotten (%s): %w", scope, err)
	}
	t.past = pastMemory{}
	return nil
}

// forgottenRow is a row of the table as its copy holds it.
type forgottenRow struct {
	Scope  string `json:"scope"`
	Key    []byte `json:"key"`
	Before int64  `json:"before_at"`
}

// writeForgotten runs inside the transaction: when the copy cannot be written nothing is forgotten either.
func (t *Tx) writeForgotten() error {
	rows, err := collect(t.ctx, t.tx, func(r scanner) (f forgottenRow, err error) {
		return f, r.Scan(&f.Scope, &f.Key, &f.Before)
	}, "select scope, key, before_at from forgotten where scope <> 'unfinished' order by scope, key")
	if err != nil {
		return fmt.Errorf("list what was forgotten: %w", err)
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(t.dir, forgottenList), text)
}

// takeForgotten takes into a new database what the one before remembered.
func (t *Tx) takeForgotten() error {
	text, err := os.ReadFile(filepath.Join(t.dir, forgottenList))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var rows []forgottenRow
	if err == nil {
		err = json.Unmarshal(text, &rows)
	}
	if err != nil {
		return fmt.Errorf("read what was forgotten from %s: %w", filepath.Join(t.dir, forgottenList), err)
	}
	for _, f := range rows {
		if f.Key == nil {
			f.Key = []byte{}
		}
		if err := t.remember(f.Scope, f.Key, fromMillis(f.Before)); err != nil {
			return err
		}
	}
	return nil
}
