package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Project is a repository, or a folder outside any, and the keeper's switch for it.
type Project struct {
	ID      int64
	Root    string
	Enabled bool
	// What the lists show.
	Sessions, Compactions, Live int
	LastAt                      time.Time
}

// offList is the name of the copy of the switches that are off. It lies beside the database so that a damaged one
// cannot turn a project on again.
const offList = "off.json"

// Projects lists every project, the one used last first.
func (d *DB) Projects(ctx context.Context) ([]Project, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (p Project, err error) {
		var last int64
		err = r.Scan(&p.ID, &p.Root, &p.Enabled, &p.Sessions, &p.Compactions, &p.Live, &last)
		p.LastAt = fromMillis(last)
		return p, err
	}, `select p.id, p.root, p.enabled, count(s.id), coalesce(sum(t.compactions), 0), coalesce(sum(t.live), 0), coalesce(max(s.last_at), p.created_at) as last
		from project p left join session s on s.project_id = p.id left join tally t on t.session_id = s.id
		group by p.id order by last desc, p.id desc`)
	if err != nil {
		return nil, fmt.Errorf("list projects: %w", err)
	}
	return all, nil
}

// ProjectByID returns one project without its counts.
func (d *DB) ProjectByID(ctx context.Context, id int64) (p Project, err error) {
	err = d.sql.QueryRowContext(ctx, "select id, root, enabled from project where id = ?", id).Scan(&p.ID, &p.Root, &p.Enabled)
	if err != nil {
		return p, fmt.Errorf("find project %d: %w", id, notFound(err))
	}
	return p, nil
}

// SwitchProject turns the keeper on or off for the project at root, making the project where it is new.
func (d *DB) SwitchProject(ctx context.Context, root string, on bool) error {
	return d.Write(ctx, func(t *Tx) error {
		id, err := t.ensureProject(root)
		if err != nil {
			return err
		}
		if err := t.switchProject(id, on, millis(t.Now)); err != nil {
			return fmt.Errorf("switch project %s: %w", root, err)
		}
		what := "switched off: " + root
		if on {
			what = "switched on: " + root
		}
		if err := t.AddEvent("", 0, what); err != nil {
			return err
		}
		return t.writeOffList(d.dir)
	})
}

// switchProject stores the switch, and since when it is off or until when it was.
func (t *Tx) switchProject(id int64, on bool, at int64) error {
	r, err := t.exec("update project set enabled = ? where id = ? and enabled <> ?", on, id, on)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); n == 0 || err != nil {
		return err
	}
	if on {
		_, err = t.exec("update off_window set to_at = ? where project_id = ? and to_at = 0", at, id)
	} else {
		_, err = t.exec("insert into off_window (project_id, from_at) values (?, ?)", id, at)
	}
	return err
}

// OffWindow is a time in which a project's switch was off, or in which the keeper paused. To is zero while the switch is off.
type OffWindow struct{ From, To time.Time }

// Holds tells whether at lies in the window.
func (o OffWindow) Holds(at time.Time) bool {
	return !at.Before(o.From) && (o.To.IsZero() || at.Before(o.To))
}

// OffWindows lists when the project's switch was off, and when the keeper paused.
func (d *DB) OffWindows(ctx context.Context, project int64) ([]OffWindow, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (o OffWindow, err error) {
		var from, to int64
		err = r.Scan(&from, &to)
		o.From, o.To = fromMillis(from), fromMillis(to)
		return o, err
	}, "select from_at, to_at from off_window where project_id = ? union all select from_at, to_at from pause", project)
	if err != nil {
		return nil, fmt.Errorf("list when project %d was off: %w", project, err)
	}
	return all, nil
}

func (t *Tx) ensureProject(root string) (id int64, err error) {
	err = t.row(`insert into project (root, created_at) values (?, ?)
		on conflict (root) do update set root = excluded.root returning id`, root, millis(t.Now)).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("record project %s: %w", root, err)
	}
	return id, nil
}

// writeOffList runs inside the transaction: when the file cannot be written the switch is not stored either.
func (t *Tx) writeOffList(dir string) error {
	roots, err := collect(t.ctx, t.tx, func(r scanner) (s string, err error) { return s, r.Scan(&s) },
		"select root from project where not enabled order by root")
	if err != nil {
		return fmt.Errorf("list projects that are off: %w", err)
	}
	text, err := json.Marshal(roots)
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, offList), text)
}

// takeOffList switches off in a new database what was off in the one before.
func (t *Tx) takeOffList(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, offList))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var roots []string
	if err == nil {
		err = json.Unmarshal(text, &roots)
	}
	if err != nil {
		return fmt.Errorf("read the projects that are off from %s: %w", filepath.Join(dir, offList), err)
	}
	for _, root := range roots {
		id, err := t.ensureProject(root)
		if err == nil {
			err = t.switchProject(id, false, 1) // since when is not known any more
		}
		if err != nil {
			return fmt.Errorf("switch project %s: %w", root, err)
		}
	}
	return nil
}
