package db

import (
	"context"
	"fmt"
	"time"
)

// Session is one conversation of the client, and how far its transcript has been taken in.
type Session struct {
	ID         string
	ProjectID  int64
	Root       string // the project's
	Enabled    bool   // the project's switch; while the keeper pauses, Session and what records one answer false
	Paused     bool   // the keeper pauses
	WasOff     bool   // it has been off at some time, or the keeper has paused
	Forgot     bool   // something was forgotten, here or elsewhere: DB.Forgotten says what
	Transcript string
	StartedAt  time.Time
	LastAt     time.Time
	ReadOffset int64
	ReadState  string

	pausedUntil int64
}

const selectSession = `select s.id, s.project_id, p.root, p.enabled, s.transcript, s.started_at, s.last_at, s.read_offset, s.read_state,
	exists (select 1 from off_window o where o.project_id = s.project_id) or exists (select 1 from pause), exists (select 1 from forgotten), ` + selectPausedUntil + `
	from session s join project p on p.id = s.project_id `

func scanSession(r scanner) (s Session, err error) {
	var started, last int64
	err = r.Scan(&s.ID, &s.ProjectID, &s.Root, &s.Enabled, &s.Transcript, &started, &last, &s.ReadOffset, &s.ReadState, &s.WasOff, &s.Forgot, &s.pausedUntil)
	s.StartedAt, s.LastAt = fromMillis(started), fromMillis(last)
	return s, err
}

// at is the session as it is for a hook at that time.
func (s Session) at(now time.Time) Session {
	s.Paused = s.pausedUntil > millis(now)
	s.Enabled = s.Enabled && !s.Paused
	return s
}

// Session returns the session id.
func (d *DB) Session(ctx context.Context, id string) (Session, error) {
	s, err := scanSession(d.sql.QueryRowContext(ctx, selectSession+"where s.id = ?", id))
	if err != nil {
		return s, fmt.Errorf("find session %s: %w", id, notFound(err))
	}
	return s.at(d.Now()), nil
}

// ProjectSessions lists a project's sessions, the one used last first.
func (d *DB) ProjectSessions(ctx context.Context, projectID int64) ([]Session, error) {
	all, err := collect(ctx, d.sql, scanSession, selectSession+"where s.project_id = ? order by s.last_at desc", projectID)
	if err != nil {
		return nil, fmt.Errorf("list sessions of project %d: %w", projectID, err)
	}
	return all, nil
}

// EnsureSession records a session at its first hook, in the project at root. One that is known keeps its project,
// also when the conversation has moved to another folder since.
func (t *Tx) EnsureSession(id, root, transcript string) (s Session, err error) {
	projectID, err := t.ensureProject(root)
	if err != nil {
		return s, err
	}
	if _, err = t.exec(`insert into session (id, project_id, transcript, started_at, last_at) values (?, ?, ?, ?, ?)
		on conflict (id) do nothing`, id, projectID, transcript, millis(t.Now), millis(t.Now)); err != nil {
		return s, fmt.Errorf("record session %s: %w", id, err)
	}
	s, err = scanSession(t.row(selectSession+"where s.id = ?", id))
	if err != nil {
		return s, fmt.Errorf("record session %s: %w", id, err)
	}
	return s.at(t.Now), nil
}

// MoveSession puts a session into another project, with all that was kept of it.
func (t *Tx) MoveSession(id, root string) (s Session, err error) {
	projectID, err := t.ensureProject(root)
	if err == nil {
		_, err = t.exec("update session set project_id = ? where id = ?", projectID, id)
	}
	if err == nil {
		s, err = scanSession(t.row(selectSession+"where s.id = ?", id))
	}
	if err != nil {
		return s, fmt.Errorf("move session %s to project %s: %w", id, root, err)
	}
	return s.at(t.Now), nil
}

// SaveReading moves the mark up to which s has been read. It answers false, and stores nothing, when another process
// moved it since s was read, since what the caller has read is then that process's already; when the session was forgotten
// since, though another row has its place; and when the project was switched off meanwhile, or the keeper paused.
func (t *Tx) SaveReading(s Session, transcript string, offset int64, state string) (bool, error) {
	r, err := t.exec(`update session set transcript = ?, read_offset = ?, read_state = ?, last_at = ?
		where id = ? and started_at = ? and read_offset = ? and read_state = ? and (select enabled from project where id = project_id) and `+selectPausedUntil+` <= ?`,
		transcript, offset, state, millis(t.Now), s.ID, millis(s.StartedAt), s.ReadOffset, s.ReadState, millis(t.Now))
	if err != nil {
		return false, fmt.Errorf("save reading of session %s at byte %d: %w", s.ID, offset, err)
	}
	n, err := r.RowsAffected()
	return n == 1, err
}
