package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// While the keeper pauses, every project counts as off. Until when it does stands in a setting; the table pause holds the
// times in which it did, since what was said then is passed over for good. The two are apart because a clock may be set
// back: the pause goes on then, and what was said in it lies in two such times.
const pausedUntil = "paused_until"

// pauseList is the name of the copy of both, for a fresh ledger in place of a damaged one.
const pauseList = "pause.json"

// selectPausedUntil is a query for until when, 0 where it was never said.
const selectPausedUntil = "(select coalesce(max(cast(value as integer)), 0) from setting where name = 'paused_until')"

// pauseSlack is how much earlier than a hook a word may have been written that belongs to it.
const pauseSlack = 2 * time.Second

// PausedUntil tells until when all projects count as off, the zero time where they do not at now.
func (d *DB) PausedUntil(ctx context.Context, now time.Time) (time.Time, error) {
	var until int64
	if err := d.sql.QueryRowContext(ctx, "select "+selectPausedUntil).Scan(&until); err != nil {
		return time.Time{}, fmt.Errorf("look up whether the keeper pauses: %w", err)
	}
	if until <= millis(now) {
		return time.Time{}, nil
	}
	return fromMillis(until), nil
}

// Pause makes all projects count as off until then. One that goes on longer is not shortened.
func (t *Tx) Pause(from, until time.Time) error {
	var longest int64
	err := t.row("select max(?, "+selectPausedUntil+")", millis(until)).Scan(&longest)
	if err == nil {
		_, err = t.exec("insert into pause (from_at, to_at) values (?, ?)", millis(from), longest)
	}
	if err == nil {
		err = t.SaveSetting(pausedUntil, strconv.FormatInt(longest, 10))
	}
	if err == nil {
		err = t.AddEvent("", 0, "paused until "+fromMillis(longest).UTC().Format(time.RFC3339))
	}
	if err != nil {
		return fmt.Errorf("pause until %s: %w", until.Format(time.RFC3339), err)
	}
	return t.writePauseList()
}

// Resume ends the pause. A time of it that is yet to come, since the clock was set back, ends a minute behind the last hook
// that ran in it: what the client wrote after that one was said in the pause too.
func (t *Tx) Resume() error {
	now := millis(t.Now)
	_, err := t.exec(`update pause set to_at = case when from_at <= ?1 then ?1
		else min(to_at, 60000 + coalesce((select max(at) from hook_run where outcome = 'paused' and at between from_at and to_at), from_at)) end
		where to_at > ?1`, now)
	if err == nil {
		err = t.SaveSetting(pausedUntil, "")
	}
	if err == nil {
		err = t.AddEvent("", 0, "the pause was ended")
	}
	if err != nil {
		return fmt.Errorf("end the pause: %w", err)
	}
	return t.writePauseList()
}

// CoverPause has a hook that runs in a pause see to it that the time it runs at counts as paused: it does not where the
// clock was set back to before the pause began.
func (t *Tx) CoverPause() error {
	var until int64
	err := t.row("select "+selectPausedUntil+" where not exists (select 1 from pause where from_at <= ?1 and to_at > ?1)", millis(t.Now)).Scan(&until)
	if errors.Is(err, sql.ErrNoRows) || err == nil && until <= millis(t.Now) {
		return nil
	}
	if err == nil {
		_, err = t.exec("insert into pause (from_at, to_at) values (?, ?)", millis(t.Now.Add(-pauseSlack)), until)
	}
	if err != nil {
		return fmt.Errorf("go on pausing though the clock was set back: %w", err)
	}
	return t.writePauseList()
}

// pauses is what the copy holds, in Unix milliseconds.
type pauses struct {
	Until int64      `json:"until"`
	Times [][2]int64 `json:"times"`
}

// writePauseList runs inside the transaction: when the file cannot be written the pause is not stored either.
func (t *Tx) writePauseList() error {
	var p pauses
	err := t.row("select " + selectPausedUntil).Scan(&p.Until)
	if err == nil {
		p.Times, err = collect(t.ctx, t.tx, func(r scanner) (x [2]int64, err error) { return x, r.Scan(&x[0], &x[1]) }, "select from_at, to_at from pause order by id")
	}
	if err != nil {
		return fmt.Errorf("list when the keeper paused: %w", err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(t.dir, pauseList), text)
}

// takePauseList goes on in a new database with the pauses of the one before.
func (t *Tx) takePauseList() error {
	path := filepath.Join(t.dir, pauseList)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var p pauses
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	for _, x := range p.Times {
		if err == nil {
			_, err = t.exec("insert into pause (from_at, to_at) values (?, ?)", x[0], x[1])
		}
	}
	if err == nil && p.Until > 0 {
		err = t.SaveSetting(pausedUntil, strconv.FormatInt(p.Until, 10))
	}
	if err != nil {
		return fmt.Errorf("read when the keeper paused from %s: %w", path, err)
	}
	return nil
}
