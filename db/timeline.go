package db

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// SessionCounts says how much the ledger holds of a session.
type SessionCounts struct{ Words, Decisions, Live, Compactions int }

// CountSession counts what belongs to a session.
func (d *DB) CountSession(ctx context.Context, session string) (n SessionCounts, err error) {
	err = d.sql.QueryRowContext(ctx, `select (select count(*) from word where session_id = ?1), (select count(*) from decision where session_id = ?1),
		(select count(*) from decision where session_id = ?1 and status = 'live'),
		(select count(*) from compaction where session_id = ?1 and agent_id = '')`, session).Scan(&n.Words, &n.Decisions, &n.Live, &n.Compactions)
	if err != nil {
		return n, fmt.Errorf("count what session %s holds: %w", session, err)
	}
	return n, nil
}

// WordsBefore lists the last n words of a session before the one with the given id, newest first; the last of all for 0.
func (d *DB) WordsBefore(ctx context.Context, session string, before int64, n int) ([]Word, error) {
	// The plus keeps SQLite from walking through the words of all sessions in the order of their ids: the session's own
	// stand together in word_again, which holds ids and nothing that is long.
	all, err := collect(ctx, d.sql, scanWord, selectWord+`where id in (select id from word where session_id = ?1 and (?2 = 0 or +id < ?2)
		order by +id desc limit ?3) order by id desc`, session, before, n)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s before %d: %w", session, before, err)
	}
	return all, nil
}

// WordsAfter lists the ids of the first n words of a session after the one with the given id, oldest first.
func (d *DB) WordsAfter(ctx context.Context, session string, after int64, n int) ([]int64, error) {
	all, err := collect(ctx, d.sql, scanID, "select id from word where session_id = ? and +id > ? order by +id limit ?", session, after, n)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s after %d: %w", session, after, err)
	}
	return all, nil
}

// WordsSince does the same for the words said since a time.
func (d *DB) WordsSince(ctx context.Context, session string, since time.Time, n int) ([]int64, error) {
	all, err := collect(ctx, d.sql, scanID, "select id from word where session_id = ? and at >= ? order by +id limit ?", session, millis(since), n)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s since %s: %w", session, since, err)
	}
	return all, nil
}

func scanID(r scanner) (id int64, err error) { return id, r.Scan(&id) }

// WordTime returns when the first word of the session with this id or a later one was said; zero where there is none.
func (d *DB) WordTime(ctx context.Context, session string, id int64) (time.Time, error) {
	var at int64
	err := d.sql.QueryRowContext(ctx, `select coalesce((select at from word where id =
		(select min(+id) from word where session_id = ? and +id >= ?)), 0)`, session, id).Scan(&at)
	if err != nil {
		return time.Time{}, fmt.Errorf("find when word %d of session %s was said: %w", id, session, err)
	}
	return fromMillis(at), nil
}

// WordDecisions lists the decisions of words, by word, in the order in which they stand there.
func (d *DB) WordDecisions(ctx context.Context, words []int64) (map[int64][]*Decision, error) {
	ids, err := json.Marshal(words)
	var all []*Decision
	if err == nil {
		all, err = collect(ctx, d.sql, scanDecision, selectDecision+"where d.word_id in (select value from json_each(?)) order by d.word_id, d.start", string(ids))
	}
	if err != nil {
		return nil, fmt.Errorf("list decisions of %d words: %w", len(words), err)
	}
	of := map[int64][]*Decision{}
	for _, x := range all {
		of[x.WordID] = append(of[x.WordID], x)
	}
	return of, nil
}

// Boundaries lists the last n ends of pieces of work in a session from one time up to another, newest first. A zero time
// bounds nothing.
func (d *DB) Boundaries(ctx context.Context, session string, from, to time.Time, n int) ([]Boundary, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (b Boundary, err error) {
		var at int64
		err = r.Scan(&b.UUID, &b.Line, &at, &b.Why)
		b.At = fromMillis(at)
		return b, err
	}, `select uuid, line, at, why from boundary where session_id = ?1 and at >= ?2 and (?3 = 0 or at < ?3)
		order by at desc, line desc limit ?4`, session, millis(from), millis(to), n)
	if err != nil {
		return nil, fmt.Errorf("list ends of work in session %s: %w", session, err)
	}
	return all, nil
}

// Tasks lists a session's tasks as the client last told of them.
func (d *DB) Tasks(ctx context.Context, session string) ([]Task, error) {
	// The client counts its tasks, so that "10" comes after "9".
	all, err := collect(ctx, d.sql, func(r scanner) (k Task, err error) { return k, r.Scan(&k.ID, &k.Subject, &k.Status) },
		"select id, subject, status from task where session_id = ? order by length(id), id", session)
	if err != nil {
		return nil, fmt.Errorf("list tasks of session %s: %w", session, err)
	}
	return all, nil
}

// CompactionLine is a compaction without its texts.
type CompactionLine struct {
	ID                                int64
	Trigger                           Trigger
	State                             State
	OpenedAt                          time.Time
	PreTokens, PostTokens, DurationMS int64
	Asked, Kept, PutBack, Unchecked   int
	Note                              string
}

// Missing counts the decisions that are known not to stand any more.
func (c CompactionLine) Missing() int { return c.Asked - c.Kept - c.PutBack - c.Unchecked }

// SessionCompactions lists the last n compactions of a session's main conversation, newest first.
func (d *DB) SessionCompactions(ctx context.Context, session string, n int) ([]CompactionLine, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (c CompactionLine, err error) {
		var opened int64
		err = r.Scan(&c.ID, &c.Trigger, &c.State, &opened, &c.PreTokens, &c.PostTokens, &c.DurationMS, &c.Asked, &c.Kept, &c.PutBack, &c.Unchecked, &c.Note)
		c.OpenedAt = fromMillis(opened)
		return c, err
	}, `select id, trigger, state, opened_at, pre_tokens, post_tokens, duration_ms, asked, kept, put_back, unchecked, note
		from compaction where session_id = ? and agent_id = '' order by opened_at desc, id desc limit ?`, session, n)
	if err != nil {
		return nil, fmt.Errorf("list compactions of session %s: %w", session, err)
	}
	return all, nil
}

// Stood is what became of a decision in a later compaction.
type Stood struct {
	Compaction int64
	OpenedAt   time.Time
}

// StoodAgain finds, of decisions that a compaction lost, the first later compaction of the same session after which each
// stood word for word, by decision.
func (d *DB) StoodAgain(ctx context.Context, c Compaction, decisions []int64) (map[int64]Stood, error) {
	found := map[int64]Stood{}
	ids, err := json.Marshal(decisions)
	if err == nil {
		_, err = collect(ctx, d.sql, func(r scanner) (x struct{}, err error) {
			var id, opened int64
			var s Stood
			if err = r.Scan(&id, &s.Compaction, &opened); err != nil {
				return x, err
			}
			if _, earlier := found[id]; !earlier {
				s.OpenedAt = fromMillis(opened)
				found[id] = s
			}
			return x, nil
		}, `select o.decision_id, c.id, c.opened_at from json_each(?) j join outcome o on o.decision_id = j.value join compaction c on c.id = o.compaction_id
			where c.session_id = ? and (c.opened_at, c.id) > (?, ?) and (o.outcome = 'verbatim' or o.echoed or o.restored) order by c.opened_at, c.id`,
			string(ids), c.SessionID, millis(c.OpenedAt), c.ID)
	}
	if err != nil {
		return nil, fmt.Errorf("find when %d decisions of compaction %d stood again: %w", len(decisions), c.ID, err)
	}
	return found, nil
}
