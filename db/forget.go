package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Target says what is to be forgotten. Exactly one field is set.
type Target struct {
	Word       int64     // a word, with its copies in forks
	Decision   int64     // the word that holds the decision: its text would give the decision away
	Session    string    // a session, with all that was said in it so far
	Project    int64     // all sessions of a project
	OlderThan  time.Time // the sessions in which nothing was said since
	Everything bool
}

// Doomed is what a target holds.
type Doomed struct {
	Word     *Word // of a word: itself. Its quotes are its decisions
	Quotes   []string
	Sessions []DoomedSession // of all else: the sessions that go. Of a word: those that hold a copy
	Project  Project         // of a project
	// Words, Decisions and Compactions are how many go; of a word: the compactions whose texts go, as they may repeat it.
	Words, Decisions, Compactions int
	Alike                         []int64  // of a word: others with the same text, which stay
	Forks                         []string // of sessions: others that hold copies of their words, and keep them
	Off                           []string // of everything: the projects that are off, which stay
}

// DoomedSession is a session that goes, or of which a word goes.
type DoomedSession struct {
	Session
	First, Last time.Time // of what was said in it
	Words       int
}

// WhyForgotten is why a decision does not stand, where the message that says it was forgotten.
const WhyForgotten = "A message of the owner that was forgotten since replaced it."

// Doomed tells what target holds, and changes nothing. ErrNotFound: there is no such word, decision, session or project.
func (d *DB) Doomed(ctx context.Context, target Target) (all Doomed, err error) {
	err = d.look(ctx, func(q querier) error {
		all, err = doomed(ctx, q, target)
		return err
	})
	return all, err
}

// look runs f on one state of the ledger.
func (d *DB) look(ctx context.Context, f func(querier) error) error {
	tx, err := d.sql.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin read: %w", err)
	}
	defer tx.Rollback()
	return f(tx)
}

// lastSaid is when something was last said in a session s. When a transcript was read tells nothing about that.
const lastSaid = `coalesce(nullif(max(coalesce((select max(w.at) from word w where w.session_id = s.id), 0),
	coalesce((select max(c.opened_at) from compaction c where c.session_id = s.id), 0)), 0), s.last_at)`

func doomed(ctx context.Context, q querier, target Target) (all Doomed, err error) {
	if target.Decision != 0 {
		err := q.QueryRowContext(ctx, "select word_id from decision where id = ?", target.Decision).Scan(&target.Word)
		if err != nil {
			return all, fmt.Errorf("find decision %d: %w", target.Decision, notFound(err))
		}
	}
	if target.Word != 0 {
		return doomedWord(ctx, q, target.Word)
	}
	where, arg := "true or s.id = ?", any("")
	switch {
	case target.Session != "":
		where, arg = "s.id = ?", target.Session
	case target.Project != 0:
		where, arg = "s.project_id = ?", target.Project
		err = q.QueryRowContext(ctx, "select id, root, enabled from project where id = ?", target.Project).
			Scan(&all.Project.ID, &all.Project.Root, &all.Project.Enabled)
		if err != nil {
			return all, fmt.Errorf("find project %d: %w", target.Project, notFound(err))
		}
	case !target.OlderThan.IsZero():
		where, arg = lastSaid+" < ?", millis(target.OlderThan)
	case !target.Everything:
		return all, errors.New("nothing is named that could be forgotten")
	}
	if all.Sessions, err = doomedSessions(ctx, q, where, arg); err != nil {
		return all, err
	}
	if target.Session != "" && len(all.Sessions) == 0 {
		return all, fmt.Errorf("find session %s: %w", target.Session, ErrNotFound)
	}
	for i := range all.Sessions {
		if err := all.count(ctx, q, &all.Sessions[i]); err != nil {
			return all, err
		}
	}
	if target.forks() {
		if all.Forks, err = forksOf(ctx, q, all.Sessions); err != nil {
			return all, err
		}
	}
	if target.Everything {
		all.Off, err = collect(ctx, q, scanText, "select root from project where not enabled order by root")
	}
	return all, err
}

func doomedSessions(ctx context.Context, q querier, where string, arg any) ([]DoomedSession, error) {
	sessions, err := collect(ctx, q, scanSession, selectSession+"where "+where+" order by s.started_at, s.id", arg)
	if err != nil {
		return nil, fmt.Errorf("list the sessions to forget: %w", err)
	}
	all := make([]DoomedSession, len(sessions))
	for i, s := range sessions {
		all[i].Session = s
	}
	return all, nil
}

// count adds what a session holds.
func (all *Doomed) count(ctx context.Context, q querier, s *DoomedSession) error {
	var first, last int64
	var decisions, compactions int
	err := q.QueryRowContext(ctx, `select count(*), coalesce(min(nullif(at, 0)), 0), coalesce(max(at), 0),
			(select count(*) from decision where session_id = ?1), (select count(*) from compaction where session_id = ?1 and agent_id = '' and state <> 'nothing')
		from word where session_id = ?1`, s.ID).Scan(&s.Words, &first, &last, &decisions, &compactions)
	if err != nil {
		return fmt.Errorf("count what session %s holds: %w", s.ID, err)
	}
	s.First, s.Last = fromMillis(first), fromMillis(last)
	all.Words, all.Decisions, all.Compactions = all.Words+s.Words, all.Decisions+decisions, all.Compactions+compactions
	return nil
}

// forks tells whether a fork may lie outside of what is forgotten: that of a session lies in its project.
func (t Target) forks() bool { return t.Session != "" || !t.OlderThan.IsZero() }

// forksOf lists the other sessions that hold copies of the sessions' words.
func forksOf(ctx context.Context, q querier, sessions []DoomedSession) ([]string, error) {
	ids := make([]string, len(sessions))
	for i, s := range sessions {
		ids[i] = s.ID
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	all, err := collect(ctx, q, scanText, `select distinct session_id from word where uuid <> '' and session_id not in (select value from json_each(?1))
		and uuid in (select uuid from word where uuid <> '' and session_id in (select value from json_each(?1))) order by session_id`, string(text))
	if err != nil {
		return nil, fmt.Errorf("find the forks of %d sessions: %w", len(ids), err)
	}
	return all, nil
}

// Forget deletes what target holds, and remembers by hashes that it stays forgotten. It returns what went. Until Wipe has
// run, traces are left in what the database file does not use any more.
func (d *DB) Forget(ctx context.Context, target Target) (all Doomed, err error) {
	// What is deleted is written over with zeros.
	if _, err := d.sql.ExecContext(ctx, "pragma secure_delete = on"); err != nil {
		return all, fmt.Errorf("ask for secure deletion: %w", err)
	}
	err = d.Write(ctx, func(t *Tx) error {
		if all, err = doomed(ctx, t.tx, target); err != nil {
			return err
		}
		switch {
		case all.Word != nil:
			err = t.forgetWord(*all.Word, all)
		case len(all.Sessions) > 0 || target.OlderThan.IsZero():
			err = t.forgetSessions(target, all)
		default:
			return nil
		}
		if err == nil {
			err = t.remember(scopeUnfinished, []byte{}, t.Now)
		}
		if err != nil {
			return err
		}
		return t.writeForgotten()
	})
	return all, err
}

// forgetSessions deletes whole sessions. What the target names is remembered with the time: what is said later is kept.
func (t *Tx) forgetSessions(target Target, all Doomed) error {
	var err error
	switch {
	case target.Everything:
		err = t.remember(scopeEverything, []byte{}, t.Now)
	case target.Project != 0:
		err = t.remember(scopeProject, projectKey(all.Project.Root), t.Now)
	}
	if err != nil {
		return err
	}
	forks, err := json.Marshal(all.Forks)
	if err != nil {
		return err
	}
	for _, s := range all.Sessions {
		if err := t.rememberSession(s.ID, target.forks(), string(forks)); err != nil {
			return err
		}
		for _, query := range []string{"delete from session where id = ?", "delete from event where session_id = ?", "delete from hook_run where session_id = ?"} {
			if _, err := t.exec(query, s.ID); err != nil {
				return fmt.Errorf("delete session %s: %w", s.ID, err)
			}
		}
	}
	return t.forgetProjects(target, all)
}

// rememberSession remembers that a session stays forgotten up to now. Forked says that its words must not come back
// either in a fork that is made of it later, under another id. What stays in one of forks is not forgotten there.
func (t *Tx) rememberSession(session string, forked bool, forks string) error {
	if err := t.remember(scopeSession, sessionKey(session), t.Now); err != nil {
		return err
	}
	after := t.Now // what a clock that was set back since dates later than now
	if forked {
		after = time.Time{}
	}
	words, err := collect(t.ctx, t.tx, scanWord, selectWord+`w where session_id = ? and at >= ? and not exists (select 1 from word o
		where o.session_id in (select value from json_each(?)) and o.uuid = w.uuid and o.ord = w.ord and o.uuid <> '')`, session, millis(after), forks)
	if err != nil {
		return fmt.Errorf("list the words of session %s: %w", session, err)
	}
	for _, w := range words {
		key := rowKey(w)
		if w.UUID == "" {
			key = timeKey(w)
		}
		if err := t.remember(scopeWord, key, t.Now); err != nil {
			return err
		}
	}
	if !forked {
		return nil
	}
	return t.rememberSummaries(session, forks)
}

// rememberSummaries remembers the session's compactions, so that no fork that begins with one brings its summary back.
func (t *Tx) rememberSummaries(session, but string) error {
	uuids, err := collect(t.ctx, t.tx, scanText, `select boundary_uuid from compaction c
		where session_id = ? and boundary_uuid <> '' and not exists (select 1 from compaction o
		where o.session_id in (select value from json_each(?)) and o.boundary_uuid = c.boundary_uuid)`, session, but)
	if err != nil {
		return fmt.Errorf("list the compactions of session %s: %w", session, err)
	}
	for _, uuid := range uuids {
		if err := t.remember(scopeTexts, compactionKey(uuid), t.Now); err != nil {
			return err
		}
	}
	return nil
}

// forgetProjects deletes the projects that go with their sessions. One that is off stays: its switch must. So does one
// that was off at some time, unless all that was ever said in it is forgotten: what was said then is still passed over.
func (t *Tx) forgetProjects(target Target, all Doomed) (err error) {
	run := func(query string, args ...any) {
		if err == nil {
			_, err = t.exec(query, args...)
		}
	}
	switch {
	case target.Everything:
		run("delete from event")
		run("delete from hook_run")
		run("delete from project where enabled")
	case target.Project != 0 && all.Project.Enabled:
		run("delete from event where what in ('switched off: ' || ?1, 'switched on: ' || ?1)", all.Project.Root)
		run("delete from project where id = ?", target.Project)
	default:
		for _, s := range all.Sessions {
			run(`delete from project where id = ? and enabled and not exists (select 1 from session where project_id = project.id)
				and not exists (select 1 from off_window where project_id = project.id)`, s.ProjectID)
		}
	}
	if err != nil {
		return fmt.Errorf("delete the projects of what is forgotten: %w", err)
	}
	return nil
}
