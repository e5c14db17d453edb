package bulk

import (
	"context"
	"fmt"

	"github.com/compact-keeper/compact-keeper/db"
)

// Hostile is what Poison puts into every text. An element or an attribute called hostile in a page came from it.
const Hostile = `<hostile-x hostile="1" onclick="hostile()"></hostile-x></p></pre></main></script><script>hostile()</script>" hostile="' hostile='[x](javascript:hostile())&lt;hostile-x&gt;`

// Poison makes every text of a filled ledger that people, models or the client wrote hold Hostile.
func Poison(ctx context.Context, d *db.DB) error {
	return d.Write(ctx, func(t *db.Tx) error {
		for _, query := range poison {
			if err := t.Fill(query, Hostile); err != nil {
				return fmt.Errorf("poison a ledger: %s: %w", query, err)
			}
		}
		return nil
	})
}

var poison = []string{
	// A decision stays a substring of its word.
	"update decision set quote = quote || ?1, why = why || ?1, cue = cue || ?1",
	"update word set text = text || ?1, question = question || ?1",
	"update word set text = 'About step ' || (id - 1) || '. ' || (select quote from decision where word_id = word.id) || '. Then go on.' where id in (select word_id from decision)",
	"update project set root = root || ?1",
	"update session set transcript = transcript || ?1",
	"insert into task (session_id, id, subject, status) select id, '1', 'task ' || ?1, 'pending' from session",
	"update compaction set summary = summary || char(10) || ?1, note = note || ?1, trigger = trigger || ?1 where id % 2 = 0",
	"update compaction set summary = '1. ' || ?1 where id % 2 = 1",
	"update invented set quote = quote || ?1",
	"update part set text = text || ?1",
	"update hook_run set error = error || ?1, event = event || ?1 where error <> ''",
	"insert into event (at, session_id, what) select last_at, id, ?1 from session",
	"insert into edit (decision_id, at, who, what, before) select id, at, ?1, 'pin', '{}' from decision where id % 5 = 0",
}
