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

// CompactionFilter says which compactions of main conversations to list. A zero field asks for every one.
type CompactionFilter struct {
	Session   string
	ProjectID int64
	Trigger   Trigger
	State     State
	Before    int64 // only those that came before the one with this id
}

// CompactionItem is a compaction as a list shows it.
type CompactionItem struct {
	Compaction
	ProjectID int64
	Root      string // the project's
	Invented  int    // quotes in its summary that the owner never said
}

// ListCompactions lists the newest n of what f asks for, the newest first. Their time tells the order: what was imported
// has a late id and an early time.
func (d *DB) ListCompactions(ctx context.Context, f CompactionFilter, n int) ([]CompactionItem, error) {
	from, where, args := "compaction c", "c.agent_id = ''", []any{}
	add := func(condition string, arg any) { where, args = where+" and "+condition, append(args, arg) }
	if f.Session != "" {
		add("c.session_id = ?", f.Session)
	}
	if f.ProjectID != 0 {
		add("c.session_id in (select id from session where project_id = ?)", f.ProjectID)
	}
	if f.Trigger != "" {
		add("c.trigger = ?", f.Trigger)
	}
	if f.State != "" {
		add("c.state = ?", f.State)
		if f.Session == "" && f.ProjectID == 0 { // a rare one would be looked for in every row
			from += " indexed by compaction_course"
		}
	}
	if f.Before != 0 {
		add("(c.opened_at, c.id) < (select opened_at, id from compaction where id = ?)", f.Before)
	}
	all, err := collect(ctx, d.sql, func(r scanner) (x CompactionItem, err error) {
		x.Compaction, err = scanCompaction(scanMore{r, []any{&x.ProjectID, &x.Root, &x.Invented}})
		return x, err
	}, "select "+compactionColumns+", s.project_id, p.root, (select count(*) from invented i where i.compaction_id = c.id) from "+from+
		" join session s on s.id = c.session_id join project p on p.id = s.project_id where "+where+
		" order by c.opened_at desc, c.id desc limit ?", append(args, n)...)
	if err != nil {
		return nil, fmt.Errorf("list compactions: %w", err)
	}
	return all, nil
}
