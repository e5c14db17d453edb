package db

import (
	"context"
	"fmt"
	"strings"
)

// DecisionFilter says which decisions to list. A zero field asks for every one.
type DecisionFilter struct {
	Session   string
	ProjectID int64
	Status    Status
}

// ListDecisions lists what f asks for over all sessions, oldest first.
func (d *DB) ListDecisions(ctx context.Context, f DecisionFilter) ([]*Decision, error) {
	where, args := []string{"true"}, []any{}
	add := func(condition string, arg any) { where, args = append(where, condition), append(args, arg) }
	if f.Session != "" {
		add("d.session_id = ?", f.Session)
	}
	if f.ProjectID != 0 {
		add("d.session_id in (select id from session where project_id = ?)", f.ProjectID)
	}
	if f.Status != "" {
		add("d.status = ?", f.Status)
	}
	all, err := collect(ctx, d.sql, scanDecision, selectDecision+"where "+strings.Join(where, " and ")+" order by d.id", args...)
	if err != nil {
		return nil, fmt.Errorf("list decisions: %w", err)
	}
	return all, nil
}

// SessionByPrefix returns the one session whose id begins with prefix: ErrNotFound for none, an AmbiguousError for more.
func (d *DB) SessionByPrefix(ctx context.Context, prefix string) (s Session, err error) {
	const shown = 5
	// A range instead of "like" serves the primary key, and takes no character of the prefix for a wildcard.
	all, err := collect(ctx, d.sql, scanSession, selectSession+"where s.id >= ? and s.id < ? order by s.id limit ?",
		prefix, prefix+"\U0010FFFF", shown)
	switch {
	case err != nil:
		return s, fmt.Errorf("find session %s: %w", prefix, err)
	case prefix == "" || len(all) == 0:
		return s, fmt.Errorf("find session %s: %w", prefix, ErrNotFound)
	case len(all) > 1 && all[0].ID != prefix:
		e := AmbiguousError{Prefix: prefix}
		for _, s := range all {
			e.Sessions = append(e.Sessions, s.ID)
		}
		return s, e
	}
	return all[0], nil
}

// AmbiguousError is a prefix that more than one session has.
type AmbiguousError struct {
	Prefix   string
	Sessions []string // the first of them
}

func (e AmbiguousError) Error() string {
	return fmt.Sprintf("more than one session begins with %q: %s", e.Prefix, strings.Join(e.Sessions, ", "))
}

// ProjectByRoot returns the project at root without its counts.
func (d *DB) ProjectByRoot(ctx context.Context, root string) (p Project, err error) {
	err = d.sql.QueryRowContext(ctx, "select id, root, enabled from project where root = ?", root).Scan(&p.ID, &p.Root, &p.Enabled)
	if err != nil {
		return p, fmt.Errorf("find project %s: %w", root, notFound(err))
	}
	return p, nil
}

// CompactionsBefore lists the n compactions of main conversations that came before the one with the given id, newest
// first; the newest of all for 0. Their time tells the order: what was imported has a late id and an early time.
func (d *DB) CompactionsBefore(ctx context.Context, before int64, n int) ([]Compaction, error) {
	where, args := "where c.agent_id = '' ", []any{n}
	if before != 0 {
		where, args = `where c.agent_id = '' and (c.opened_at, c.id) < (select opened_at, id from compaction where id = ?) `, []any{before, n}
	}
	all, err := collect(ctx, d.sql, scanCompaction, selectCompaction+where+"order by c.opened_at desc, c.id desc limit ?", args...)
	if err != nil {
		return nil, fmt.Errorf("list compactions before %d: %w", before, err)
	}
	return all, nil
}

// PressingOutcomes lists a compaction's first n outcomes, what is missing before what was put back before what was kept.
func (d *DB) PressingOutcomes(ctx context.Context, id int64, n int) ([]OutcomeRow, error) {
	// The inner query sorts keys only: texts are read for the n rows that come out of it.
	all, err := collect(ctx, d.sql, scanOutcome, selectOutcome+`
		from (select *, `+pressing+` as pressing from outcome where compaction_id = ? order by pressing, decision_id limit ?) o
		join decision d on d.id = o.decision_id join word w on w.id = d.word_id
		order by o.pressing, d.id`, id, n)
	if err != nil {
		return nil, fmt.Errorf("list outcomes of compaction %d: %w", id, err)
	}
	return all, nil
}

const pressing = "case when outcome = 'verbatim' or echoed then 3 when restored then 2 when outcome = '' then 1 else 0 end"
