package db

import (
	"context"
	"fmt"
	"slices"
)

// DecisionByID returns one decision.
func (d *DB) DecisionByID(ctx context.Context, id int64) (DecisionItem, error) {
	x, err := scanItem(d.sql.QueryRowContext(ctx, "select "+itemColumns+" from decision d"+itemJoins+"where d.id = ?", id))
	if err != nil {
		return x, fmt.Errorf("find decision %d: %w", id, notFound(err))
	}
	return x, nil
}

// ReplacedBy lists the decisions in whose place the given one stands, and the questions it answers, oldest first.
func (d *DB) ReplacedBy(ctx context.Context, id int64) ([]DecisionItem, error) {
	all, err := collect(ctx, d.sql, scanItem, "select "+itemColumns+" from decision d"+itemJoins+"where d.replaced_by = ? order by d.id", id)
	if err != nil {
		return nil, fmt.Errorf("list what decision %d replaced: %w", id, err)
	}
	return all, nil
}

// Surroundings returns a word of a session with n words before it and n after it, in the order in which they were said,
// and the place of the first of them among all of the session, from 1.
func (d *DB) Surroundings(ctx context.Context, session string, word int64, n int) (all []Word, place int, err error) {
	before, err := collect(ctx, d.sql, scanWord, selectWord+"where session_id = ? and id <= ? order by id desc limit ?", session, word, n+1)
	if err == nil {
		all, err = collect(ctx, d.sql, scanWord, selectWord+"where session_id = ? and id > ? order by id limit ?", session, word, n)
	}
	if err == nil {
		err = d.sql.QueryRowContext(ctx, "select count(*) from word where session_id = ? and id <= ?", session, word).Scan(&place)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list the words around word %d: %w", word, err)
	}
	slices.Reverse(before)
	return append(before, all...), place - len(before) + 1, nil
}

// Passage is a compaction that a decision went through.
type Passage struct {
	Compaction // its row alone, without summary and counts
	OutcomeRow // without the decision
}

// Passages lists the compactions of which a decision was to be kept, newest first. What came to nothing is none.
func (d *DB) Passages(ctx context.Context, decision int64) ([]Passage, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (p Passage, err error) {
		var opened int64
		err = r.Scan(&p.ID, &p.SessionID, &p.Trigger, &p.State, &opened, &p.Outcome, &p.Echoed, &p.Restored)
		p.OpenedAt = fromMillis(opened)
		return p, err
	}, `select c.id, c.session_id, c.trigger, c.state, c.opened_at, o.outcome, o.echoed, o.restored
		from outcome o join compaction c on c.id = o.compaction_id
		where o.decision_id = ? and c.state <> 'nothing' order by c.opened_at desc, c.id desc`, decision)
	if err != nil {
		return nil, fmt.Errorf("list the compactions of decision %d: %w", decision, err)
	}
	return all, nil
}

// LatestSessions lists the n sessions that were used last, of projects that are on, the newest first.
func (d *DB) LatestSessions(ctx context.Context, n int) ([]Session, error) {
	all, err := collect(ctx, d.sql, scanSession, selectSession+`where s.id in (select s.id from session s join project p on p.id = s.project_id
		where p.enabled order by s.last_at desc limit ?) order by s.last_at desc`, n)
	if err != nil {
		return nil, fmt.Errorf("list the sessions used last: %w", err)
	}
	return all, nil
}

// ProjectNames lists all projects by their roots, without their counts.
func (d *DB) ProjectNames(ctx context.Context) ([]Project, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (p Project, err error) { return p, r.Scan(&p.ID, &p.Root, &p.Enabled) },
		"select id, root, enabled from project order by root")
	if err != nil {
		return nil, fmt.Errorf("list the names of projects: %w", err)
	}
	return all, nil
}
