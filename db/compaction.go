package db

import (
	"context"
	"fmt"
	"time"
)

// State says how far a compaction came, as far as the keeper saw it.
type State string

// The states of a compaction.
const (
	StateOpen    State = "open"    // PreCompact ran, or SessionStart without it
	StateDone    State = "done"    // compacted
	StateNothing State = "nothing" // PreCompact ran and no compaction followed
	StateMissed  State = "missed"  // compacted, and no hook of ours ran
	StatePast    State = "past"    // compacted before the keeper met the session
)

const (
	joinTime = 5 * time.Second
	// A subagent's compaction that never ended stops counting as open after this.
	subagentTime = 10 * time.Minute
)

// Compaction is one row of the ledger: what was asked, what came back, what was put back.
type Compaction struct {
	ID                     int64
	SessionID              string
	AgentID                string // of the subagent whose conversation it was; empty for the main one
	Trigger                Trigger
	State                  State
	OpenedAt, ClosedAt     time.Time
	PromptID               string
	LastWord               int64 // the newest word known when it was opened
	BriefMade, RestoreMade bool
	EchoSeen               bool // what the client left beside the summary stands in the transcript
	Settled                bool // the prompt after it has put back what was still missing
	AskedUnits, PutUnits   int
	PutWords               int
	Summary                string
	BoundaryUUID           string
	BoundaryLine           int
	PreTokens, PostTokens  int64
	DurationMS             int64
	Note                   string
	// Counts of its outcomes, which the database keeps: Asked decisions, Kept word for word by the summary (or left beside
	// it by the client), PutBack by the keeper, Unchecked neither, and nobody knows; the others are missing.
	Asked, Kept, PutBack, Unchecked int
}

const selectCompaction = "select " + compactionColumns + " from compaction c "

const compactionColumns = `c.id, c.session_id, c.agent_id, c.trigger, c.state, c.opened_at, c.closed_at, c.prompt_id, c.last_word,
	c.brief_made, c.restore_made, c.echo_seen, c.settled, c.asked_units, c.put_units, c.put_words, c.summary, c.boundary_uuid, c.boundary_line,
	c.pre_tokens, c.post_tokens, c.duration_ms, c.note, c.asked, c.kept, c.put_back, c.unchecked`

func scanCompaction(r scanner) (c Compaction, err error) {
	var opened, closed int64
	err = r.Scan(&c.ID, &c.SessionID, &c.AgentID, &c.Trigger, &c.State, &opened, &closed, &c.PromptID, &c.LastWord,
		&c.BriefMade, &c.RestoreMade, &c.EchoSeen, &c.Settled, &c.AskedUnits, &c.PutUnits, &c.PutWords, &c.Summary, &c.BoundaryUUID, &c.BoundaryLine,
		&c.PreTokens, &c.PostTokens, &c.DurationMS, &c.Note, &c.Asked, &c.Kept, &c.PutBack, &c.Unchecked)
	c.OpenedAt, c.ClosedAt = fromMillis(opened), fromMillis(closed)
	return c, err
}

// Compactions lists the last n compactions of the main conversations, newest first; of one session, or of all for "".
func (d *DB) Compactions(ctx context.Context, session string, n int) ([]Compaction, error) {
	where, args := "where c.agent_id = '' order by c.opened_at desc, c.id desc limit ?", []any{n}
	if session != "" {
		where, args = "where c.session_id = ? and c.agent_id = '' order by c.opened_at desc, c.id desc limit ?", []any{session, n}
	}
	all, err := collect(ctx, d.sql, scanCompaction, selectCompaction+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list compactions of session %q: %w", session, err)
	}
	return all, nil
}

// Missing counts the decisions that are known not to stand any more.
func (c Compaction) Missing() int { return c.Asked - c.Kept - c.PutBack - c.Unchecked }

// CompactionByID returns one compaction.
func (d *DB) CompactionByID(ctx context.Context, id int64) (Compaction, error) {
	return compactionByID(ctx, d.sql, id)
}

// CompactionByID is DB.CompactionByID inside a write.
func (t *Tx) CompactionByID(id int64) (Compaction, error) { return compactionByID(t.ctx, t.tx, id) }

func compactionByID(ctx context.Context, q querier, id int64) (Compaction, error) {
	c, err := scanCompaction(q.QueryRowContext(ctx, selectCompaction+"where c.id = ?", id))
	if err != nil {
		return c, fmt.Errorf("find compaction %d: %w", id, notFound(err))
	}
	return c, nil
}

// LastCompaction returns the newest compaction of the session's main conversation, or ErrNotFound.
func (t *Tx) LastCompaction(session string) (Compaction, error) {
	c, err := scanCompaction(t.row(selectCompaction+"where c.session_id = ? and c.agent_id = '' order by c.opened_at desc, c.id desc limit 1", session))
	if err != nil {
		return c, fmt.Errorf("find last compaction of session %s: %w", session, notFound(err))
	}
	return c, nil
}

// OpenCompactions lists what is being compacted in a session right now, subagents included.
func (t *Tx) OpenCompactions(session string) ([]Compaction, error) {
	all, err := collect(t.ctx, t.tx, scanCompaction, selectCompaction+`where c.session_id = ? and c.state = 'open'
		and (c.agent_id = '' or c.opened_at between ? and ?) order by c.id`, session, millis(t.Now.Add(-subagentTime)), millis(t.Now.Add(subagentTime)))
	if err != nil {
		return nil, fmt.Errorf("list open compactions of session %s: %w", session, err)
	}
	return all, nil
}

// AddCompaction stores a new row and sets c.ID. What else was open in the same conversation came to nothing: a
// conversation compacts once at a time.
func (t *Tx) AddCompaction(c *Compaction) error {
	if c.OpenedAt.IsZero() {
		c.OpenedAt = t.Now
	}
	if c.State == StateOpen {
		if err := t.nothingFollowed(c.SessionID, c.AgentID); err != nil {
			return err
		}
	}
	summary, err := t.summaryOf(*c)
	if err != nil {
		return err
	}
	err = t.row(`insert into compaction (session_id, agent_id, trigger, state, opened_at, closed_at, prompt_id,
			last_word, settled, summary, boundary_uuid, boundary_line, pre_tokens, post_tokens, duration_ms, note)
		values (?, ?, ?, ?, ?, ?, ?, coalesce((select max(id) from word where session_id = ?), 0), ?, ?, ?, ?, ?, ?, ?, ?)
		returning id, last_word`,
		c.SessionID, c.AgentID, c.Trigger, c.State, millis(c.OpenedAt), millis(c.ClosedAt), c.PromptID,
		c.SessionID, c.Settled, summary, c.BoundaryUUID, c.BoundaryLine, c.PreTokens, c.PostTokens, c.DurationMS, c.Note).Scan(&c.ID, &c.LastWord)
	if err != nil {
		return fmt.Errorf("record compaction of session %s: %w", c.SessionID, err)
	}
	return nil
}

// summaryOf is the summary as it is stored: not at all, where it may repeat what was forgotten.
func (t *Tx) summaryOf(c Compaction) (string, error) {
	if only, err := t.wordsOnly(c.SessionID); only || err != nil {
		return "", err
	}
	return c.Summary, nil
}

func (t *Tx) nothingFollowed(session, agent string) error {
	_, err := t.exec("update compaction set state = 'nothing', closed_at = ? where session_id = ? and agent_id = ? and state = 'open'",
		millis(t.Now), session, agent)
	if err != nil {
		return fmt.Errorf("close compaction of session %s that came to nothing: %w", session, err)
	}
	return nil
}

// NothingFollowed closes what is open in the session's main conversation: its turn went on without a compaction.
func (t *Tx) NothingFollowed(session string) error { return t.nothingFollowed(session, "") }

// UpdateCompaction stores everything of c that can change.
func (t *Tx) UpdateCompaction(c Compaction) error {
	summary, err := t.summaryOf(c)
	if err == nil {
		err = t.taint(c.SessionID, c.BoundaryUUID)
	}
	if err != nil {
		return err
	}
	_, err = t.exec(`update compaction set trigger = ?, state = ?, closed_at = ?, last_word = ?, brief_made = ?, restore_made = ?, echo_seen = ?, settled = ?,
			asked_units = ?, put_units = ?, put_words = ?, summary = ?, boundary_uuid = ?, boundary_line = ?,
			pre_tokens = ?, post_tokens = ?, duration_ms = ?, note = ? where id = ?`,
		c.Trigger, c.State, millis(c.ClosedAt), c.LastWord, c.BriefMade, c.RestoreMade, c.EchoSeen, c.Settled,
		c.AskedUnits, c.PutUnits, c.PutWords, summary, c.BoundaryUUID, c.BoundaryLine,
		c.PreTokens, c.PostTokens, c.DurationMS, c.Note, c.ID)
	if err != nil {
		return fmt.Errorf("change compaction %d: %w", c.ID, err)
	}
	return nil
}

// Unmatched lists the session's compactions that no row of the transcript has confirmed yet, newest first.
func (t *Tx) Unmatched(session string) ([]Compaction, error) {
	all, err := collect(t.ctx, t.tx, scanCompaction, selectCompaction+`where c.session_id = ? and c.agent_id = '' and c.boundary_uuid = ''
		order by c.id desc limit 20`, session)
	if err != nil {
		return nil, fmt.Errorf("list unconfirmed compactions of session %s: %w", session, err)
	}
	return all, nil
}

// CompactionByBoundary returns the compaction that stands for the transcript row uuid, or ErrNotFound.
func (t *Tx) CompactionByBoundary(session, uuid string) (Compaction, error) {
	c, err := scanCompaction(t.row(selectCompaction+"where c.session_id = ? and c.boundary_uuid = ? and c.boundary_uuid <> ''", session, uuid))
	if err != nil {
		return c, fmt.Errorf("find compaction of row %s: %w", uuid, notFound(err))
	}
	return c, nil
}
