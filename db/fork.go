package db

import (
	"database/sql"
	"errors"
	"fmt"
)

// Inherit gives a session what another one had decided when it was compacted at the transcript row uuid. A fork of a
// compacted conversation begins with that row and has nothing of what stood before it (client 2.1.332); that the row is
// the same says whose fork it is. Lines before the fork's own are negative.
func (t *Tx) Inherit(session, uuid string) error {
	if err := t.taint(session, uuid); err != nil {
		return err
	}
	var from string
	var line int64
	err := t.row(`select session_id, boundary_line from compaction where boundary_uuid = ? and boundary_uuid <> ''
		and session_id <> ? and boundary_line > 0 and agent_id = '' order by id limit 1`, uuid, session).Scan(&from, &line)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find whose fork session %s is: %w", session, err)
	}
	_, err = t.exec(`insert into word (session_id, uuid, ord, line, at, prompt_id, channel, text, question, hash, starts_turn, suggested, withdrawn, answered)
		select ?, uuid, ord, line - ?, at, prompt_id, channel, text, question, hash, starts_turn, suggested, withdrawn, 1
		from word where session_id = ? and line < ? order by id on conflict do nothing`, session, line, from, line)
	if err != nil {
		return fmt.Errorf("copy the words of session %s to its fork %s: %w", from, session, err)
	}
	// What the parent reversed after the fork still binds the fork.
	_, err = t.exec(`insert into decision (word_id, session_id, start, at, kind, quote, status, why, one_off, pinned, cue, edited)
		select mine.id, mine.session_id, d.start, d.at, d.kind, d.quote, case when nw.line > ? then 'live' else d.status end,
			case when nw.line > ? then '' else d.why end, d.one_off, d.pinned, d.cue, d.edited
		from decision d join word w on w.id = d.word_id
		join word mine on mine.session_id = ? and mine.line = w.line - ? and mine.uuid = w.uuid and mine.ord = w.ord
		left join decision n on n.id = d.replaced_by left join word nw on nw.id = n.word_id
		where d.session_id = ? and w.line < ? order by d.id on conflict do nothing`, line, line, session, line, from, line)
	if err != nil {
		return fmt.Errorf("copy the decisions of session %s to its fork %s: %w", from, session, err)
	}
	return nil
}
