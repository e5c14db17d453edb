package db

import (
	"context"
	"fmt"
	"strconv"
)

// MarkUnattended notes of a compaction that nobody sat before the client.
func (t *Tx) MarkUnattended(id int64) error {
	if _, err := t.exec("update compaction set unattended = 1 where id = ?", id); err != nil {
		return fmt.Errorf("note that nobody watched compaction %d: %w", id, err)
	}
	return nil
}

// Ended is a compaction of a main conversation that has ended, as a notice tells of it.
type Ended struct {
	ID                   int64
	Root                 string // the project's
	Brief                bool   // the summary was asked
	Unattended           bool   // nobody sat before the client
	Asked, Kept, PutBack int    // decisions, as in Compaction
}

// noticed is the setting that holds up to which event notices went.
const noticed = "noticed_up_to"

// Unnoticed lists the compactions that have ended since the owner was given notice last, in the order in which they did.
// Where fresh is true, Noticed is to be told the mark once that is done. The first time of all there are none: what ended
// before the program ran is no news. Events are counted, not times, which a clock that is set back would bring again.
func (d *DB) Unnoticed(ctx context.Context) (all []Ended, mark int64, fresh bool, err error) {
	var since int64
	err = d.sql.QueryRowContext(ctx, `select (select coalesce(max(id), 0) from event), coalesce((select cast(value as integer) from setting where name = ?), -1)`, noticed).Scan(&mark, &since)
	if err != nil {
		return nil, 0, false, fmt.Errorf("look up what the owner was given notice of: %w", err)
	}
	if since < 0 || since >= mark { // also where events were forgotten, and their numbers are given anew
		return nil, mark, since != mark, nil
	}
	all, err = collect(ctx, d.sql, func(r scanner) (e Ended, err error) {
		return e, r.Scan(&e.ID, &e.Root, &e.Brief, &e.Unattended, &e.Asked, &e.Kept, &e.PutBack)
	}, `select c.id, p.root, c.brief_made, c.unattended, c.asked, c.kept, c.put_back
		from (select compaction_id, max(id) as last from event where id > ? and id <= ? and what like 'compacted: %' group by compaction_id) e
		join compaction c on c.id = e.compaction_id join session s on s.id = c.session_id join project p on p.id = s.project_id
		where c.state = 'done' and c.agent_id = '' order by e.last`, since, mark)
	if err != nil {
		return nil, 0, false, fmt.Errorf("list the compactions that ended since event %d: %w", since, err)
	}
	return all, mark, len(all) > 0, nil
}

// Noticed remembers that the owner was given notice of all up to mark.
func (t *Tx) Noticed(mark int64) error { return t.SaveSetting(noticed, strconv.FormatInt(mark, 10)) }
