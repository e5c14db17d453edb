package db

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// SetLastAt records when a session was used last, where that is not now: when its last word was said, else at.
func (t *Tx) SetLastAt(session string, at time.Time) error {
	_, err := t.exec(`update session set last_at = coalesce(nullif((select at from word where id =
		(select max(id) from word where session_id = session.id)), 0), ?) where id = ?`, millis(at), session)
	if err != nil {
		return fmt.Errorf("record when session %s was used last: %w", session, err)
	}
	return nil
}

// SessionPlaces lists every session without its reading's state, which takes much room.
func (d *DB) SessionPlaces(ctx context.Context) ([]Session, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (s Session, err error) {
		return s, r.Scan(&s.ID, &s.ProjectID, &s.Root, &s.Enabled, &s.Transcript, &s.ReadOffset)
	}, `select s.id, s.project_id, p.root, p.enabled, s.transcript, s.read_offset from session s join project p on p.id = s.project_id`)
	if err != nil {
		return nil, fmt.Errorf("list where the sessions' transcripts lie: %w", err)
	}
	return all, nil
}

// RootsOff lists the projects that are off.
func (d *DB) RootsOff(ctx context.Context) ([]string, error) {
	all, err := collect(ctx, d.sql, scanText, "select root from project where not enabled order by root")
	if err != nil {
		return nil, fmt.Errorf("list projects that are off: %w", err)
	}
	return all, nil
}

// QuotesBefore lists what a summary has to be checked for at the transcript row uuid, before that row is taken in: what is
// live in the session, and what a fork inherits there.
func (d *DB) QuotesBefore(ctx context.Context, session, uuid string) ([]string, error) {
	all, err := collect(ctx, d.sql, scanText, `select quote from decision where session_id = ? and status = 'live'
		union select d.quote from compaction c join outcome o on o.compaction_id = c.id join decision d on d.id = o.decision_id
			where c.boundary_uuid = ? and c.boundary_uuid <> ''`, session, uuid)
	if err != nil {
		return nil, fmt.Errorf("list what session %s had decided before row %s: %w", session, uuid, err)
	}
	return all, nil
}

// WordTexts is Tx.WordTexts outside a write.
func (d *DB) WordTexts(ctx context.Context, session string) ([]string, error) {
	all, err := collect(ctx, d.sql, scanText, "select text from word where session_id = ?", session)
	if err != nil {
		return nil, fmt.Errorf("list words of session %s: %w", session, err)
	}
	return all, nil
}

func scanText(r scanner) (s string, err error) { return s, r.Scan(&s) }

// Loss is what compactions did before the keeper was there: of so many decisions that went through one, so many stood in
// a summary no more, or reworded.
type Loss struct{ Compactions, Decisions, Lost int }

// PastLoss sums up the past compactions of sessions.
func (d *DB) PastLoss(ctx context.Context, sessions []string) (l Loss, err error) {
	ids, err := json.Marshal(sessions)
	if err == nil {
		err = d.sql.QueryRowContext(ctx, `with past as (select id from compaction where state = 'past' and session_id in (select value from json_each(?)))
			select (select count(*) from past), count(distinct decision_id), count(distinct case when outcome in ('reworded', 'not_found') and not echoed then decision_id end)
			from outcome where compaction_id in (select id from past)`, string(ids)).Scan(&l.Compactions, &l.Decisions, &l.Lost)
	}
	if err != nil {
		return l, fmt.Errorf("sum up what was lost in %d sessions: %w", len(sessions), err)
	}
	return l, nil
}

// Missing counts the live decisions that the context of a session lacks since its last compaction, one before the keeper
// met it. The compaction is 0 where there is nothing to put back, or the next prompt will do it.
func (d *DB) Missing(ctx context.Context, session string) (compaction int64, n int, err error) {
	err = d.sql.QueryRowContext(ctx, `with last as (select * from compaction where session_id = ? and agent_id = ''
			order by opened_at desc, id desc limit 1)
		select coalesce(max(c.id), 0), count(*) from last c join decision d on d.session_id = c.session_id and d.status = 'live'
		join word w on w.id = d.word_id left join outcome o on o.compaction_id = c.id and o.decision_id = d.id
		where c.state = 'past' and c.settled and case when o.decision_id is null then w.line < c.boundary_line
			else not (o.outcome = 'verbatim' or o.echoed or o.restored) end`, session).Scan(&compaction, &n)
	if err != nil {
		return 0, 0, fmt.Errorf("count what session %s lacks: %w", session, err)
	}
	return compaction, n, nil
}

// PutBackAtNextPrompt lets the next prompt's hook put back what a past compaction lost.
func (t *Tx) PutBackAtNextPrompt(compaction int64) error {
	if _, err := t.exec("update compaction set settled = 0 where id = ? and state = 'past'", compaction); err != nil {
		return fmt.Errorf("mark compaction %d to be put right at the next prompt: %w", compaction, err)
	}
	return nil
}
