package hooks

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// partWait is how long a part waits for the process that makes the text. After it, printing nothing is better than
// printing something else.
const partWait = time.Second

// preCompact prints this run's part of the brief. A subagent's compaction is noted and left alone.
func (r *run) preCompact(ctx context.Context) (string, error) {
	c := db.Compaction{SessionID: r.session.ID, AgentID: r.in.AgentID, Trigger: db.Trigger(r.in.Trigger), PromptID: r.in.PromptID, State: db.StateOpen}
	maker := false
	err := r.db.Write(ctx, func(t *db.Tx) (err error) {
		if c.AgentID != "" {
			return t.AddCompaction(&c)
		}
		if maker, err = t.TakeBrief(&c, r.call.Part); err == nil && maker {
			err = errors.Join(t.AddEvent(c.SessionID, c.ID, "compaction asked for: "+r.in.Trigger), r.markUnattended(t, c.ID))
		}
		return err
	})
	if err != nil || c.AgentID != "" {
		return "", err
	}
	if !maker {
		return r.part(ctx, c.ID, db.Brief)
	}
	// What the transcript gained is a bonus here: without it the brief still holds the ledger.
	readErr := r.read(ctx)
	if c.Trigger == db.Manual { // no turn runs then, whatever became of its Stop
		if err := r.db.Write(ctx, r.endTurn); err != nil {
			return "", err
		}
	}
	parts, err := r.makeBrief(ctx, c)
	return r.mine(parts), errors.Join(readErr, err)
}

// markUnattended notes that nobody sat before the client when it compacted.
func (r *run) markUnattended(t *db.Tx, id int64) error {
	if !r.call.Unattended {
		return nil
	}
	return t.MarkUnattended(id)
}

// makeBrief makes the compaction's brief, once, for all of its parts.
func (r *run) makeBrief(ctx context.Context, c db.Compaction) (parts []string, err error) {
	s, err := load(ctx, r.db)
	if err != nil {
		return nil, err
	}
	m, err := material(ctx, r.db, r.session.ID, s.limits.Messages)
	if err != nil {
		return nil, err
	}
	var printed []*db.Decision
	switch {
	case c.Trigger != db.Manual:
		parts = keep.Brief(m, s.limits)
	case s.fullManual:
		l := s.limits
		l.Parts = 1 // one hook stands for manual, so that the client shows one text
		parts = keep.Brief(m, l)
	default:
		var text string
		text, printed = keep.ShortBrief(m, s.limits)
		parts = []string{text}
	}
	fresh := r.freshPrompt(c, m.Words)
	err = r.db.Write(ctx, func(t *db.Tx) error {
		for _, w := range m.Words {
			if w.ID != fresh {
				c.LastWord = max(c.LastWord, w.ID)
			}
		}
		if err := t.BriefMade(c.ID, units(parts), c.LastWord); err != nil {
			return err
		}
		if err := t.StoreParts(c.ID, db.Brief, parts); err != nil {
			return err
		}
		echoed := make(map[int64]bool, len(printed))
		for _, d := range printed {
			echoed[d.ID] = true
		}
		var rows []db.OutcomeRow
		for _, d := range m.Decisions {
			if d.WordID == fresh {
				continue
			}
			rows = append(rows, db.OutcomeRow{Decision: d, Echoed: echoed[d.ID]})
		}
		if err := t.SaveOutcomes(c.ID, rows); err != nil {
			return err
		}
		return r.record(t)
	})
	if err != nil {
		return nil, err
	}
	return parts, nil
}

// freshPrompt returns the ID of the prompt that an automatic compaction at the start of its turn keeps beside the summary:
// nothing has answered it yet. Mostly its row is not written when PreCompact runs; now and then it is.
func (r *run) freshPrompt(c db.Compaction, words []db.Word) int64 {
	var st transcript.State
	if c.Trigger != db.Auto || json.Unmarshal([]byte(r.session.ReadState), &st) != nil {
		return 0
	}
	if last := len(words) - 1; last >= 0 && words[last].StartsTurn && words[last].UUID != "" && words[last].UUID == st.Unanswered() {
		return words[last].ID
	}
	return 0
}

// BriefNow is the text the summarizer would be given if the session were compacted by itself now.
func BriefNow(ctx context.Context, d *db.DB, session string) ([]string, error) {
	s, err := load(ctx, d)
	if err != nil {
		return nil, err
	}
	m, err := material(ctx, d, session, s.limits.Messages)
	if err != nil {
		return nil, err
	}
	return keep.Brief(m, s.limits), nil
}

// material reads what a text is made of.
func material(ctx context.Context, d *db.DB, session string, messages int) (m keep.Material, err error) {
	m.Session = session
	if m.Decisions, err = d.Decisions(ctx, session, db.Live); err != nil {
		return m, err
	}
	if m.Words, err = d.LastWords(ctx, session, messages); err != nil {
		return m, err
	}
	m.Past, err = d.PastWords(ctx, session)
	return m, err
}

// part waits for the text to be made and returns this run's part of it.
func (r *run) part(ctx context.Context, id int64, purpose db.Purpose) (string, error) {
	end := time.Now().Add(partWait)
	for pause := time.Millisecond; ; pause *= 2 {
		text, made, err := r.db.Part(ctx, id, purpose, r.call.Part)
		if err != nil || made || time.Now().After(end) {
			return text, err
		}
		time.Sleep(min(pause, 16*time.Millisecond))
	}
}

// mine is this run's part of a text that it has made itself.
func (r *run) mine(parts []string) string {
	if r.call.Part > len(parts) {
		return ""
	}
	return parts[r.call.Part-1]
}

func units(parts []string) (n int) {
	for _, p := range parts {
		n += keep.Units(p)
	}
	return n
}
