package db_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

// counted is what the ledger counts, beside a count of the rows. Each column is an expression on c or t.
var counted = map[string]string{
	"asked":     "select id, asked, (select count(*) from outcome where compaction_id = c.id) from compaction c",
	"kept":      "select id, kept, (select count(*) from outcome where compaction_id = c.id and (outcome = 'verbatim' or echoed)) from compaction c",
	"put back":  "select id, put_back, (select count(*) from outcome where compaction_id = c.id and restored and outcome <> 'verbatim' and not echoed) from compaction c",
	"unchecked": "select id, unchecked, (select count(*) from outcome where compaction_id = c.id and outcome = '' and not restored and not echoed) from compaction c",
	"live":      "select id, (select live from tally where session_id = s.id), (select count(*) from decision where session_id = s.id and status = 'live') from session s",
	"compactions": `select id, (select compactions from tally where session_id = s.id),
		(select count(*) from compaction where session_id = s.id and agent_id = '' and state <> 'nothing') from session s`,
	"sessions that are gone": "select session_id, 1, 0 from tally where session_id not in (select id from session)",
}

// checkCounts compares what is counted in the ledger in dir with its rows, and returns the sum of all counts.
func checkCounts(t *testing.T, dir, after string) (sum int) {
	t.Helper()
	raw, err := sql.Open("sqlite", filepath.Join(dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	for name, query := range counted {
		rows, err := raw.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			var got, want int
			if err := rows.Scan(&id, &got, &want); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("after %s: %s of %s is %d, want %d", after, name, id, got, want)
			}
			sum += got
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return sum
}

func TestCountsEqualTheRows(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	session(t, d, "one")
	session(t, d, "two")
	var all []*db.Decision
	var words []db.Word
	for i := range 6 {
		w, x := says(t, d, db.Word{SessionID: []string{"one", "two"}[i%2], UUID: fmt.Sprint("u", i), Text: fmt.Sprintf("rule number %d of the owner", i), At: d.Now()})
		words, all = append(words, w), append(all, x)
	}
	checkCounts(t, dir, "saying")
	c := db.Compaction{SessionID: "one", Trigger: db.Auto, State: db.StateOpen}
	save := func(rows ...db.OutcomeRow) {
		t.Helper()
		write(t, d, func(t *db.Tx) error { return t.SaveOutcomes(c.ID, rows) })
	}
	write(t, d, func(t *db.Tx) error { return t.AddCompaction(&c) })
	save(db.OutcomeRow{Decision: all[0]}, db.OutcomeRow{Decision: all[2]}, db.OutcomeRow{Decision: all[4]})
	checkCounts(t, dir, "asking")
	checked := []db.OutcomeRow{
		{Decision: all[0], Outcome: db.Verbatim}, {Decision: all[2], Outcome: db.Reworded, Restored: true}, {Decision: all[4], Outcome: db.NotFound, Echoed: true},
	}
	save(checked...)
	save(checked...)
	c.State = db.StateDone
	write(t, d, func(t *db.Tx) error { return t.UpdateCompaction(c) })
	if got, err := d.CompactionByID(ctx, c.ID); err != nil || got.Asked != 3 || got.Kept != 2 || got.PutBack != 1 || got.Unchecked != 0 {
		t.Errorf("got %+v (%v), want 3 asked, 2 kept, 1 put back", got, err)
	}
	before := checkCounts(t, dir, "checking")

	all[0].Status, all[0].Why = db.Withdrawn, "said so"
	write(t, d, func(t *db.Tx) error { return t.SaveDecisions(nil, all[:1]) })
	checkCounts(t, dir, "withdrawing")
	write(t, d, func(tx *db.Tx) error {
		next := db.Compaction{SessionID: "one", State: db.StateOpen}
		if err := tx.AddCompaction(&next); err != nil {
			return err
		}
		agents := db.Compaction{SessionID: "one", AgentID: "a", State: db.StateDone}
		if err := tx.AddCompaction(&agents); err != nil {
			return err
		}
		return tx.NothingFollowed("one")
	})
	checkCounts(t, dir, "a compaction that came to nothing")

	forget(t, d, db.Target{Word: words[2].ID})
	if after := checkCounts(t, dir, "forgetting a word"); after >= before {
		t.Errorf("the counts sum up to %d after forgetting, %d before", after, before)
	}
	projects, err := d.Projects(ctx)
	if err != nil || len(projects) == 0 || projects[0].Live != 4 || projects[0].Compactions != 1 {
		t.Errorf("got %+v (%v), want 4 live decisions and 1 compaction", projects, err)
	}
	forget(t, d, db.Target{Session: "two"})
	checkCounts(t, dir, "forgetting a session")
	forget(t, d, db.Target{Everything: true})
	if left := checkCounts(t, dir, "forgetting everything"); left != 0 {
		t.Errorf("the counts sum up to %d, want 0", left)
	}
}

func TestCountsEqualTheRowsOfAnOlderLedger(t *testing.T) {
	dir := t.TempDir()
	old, err := sql.Open("sqlite", filepath.Join(dir, db.File))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 4; i++ {
		text, err := os.ReadFile(fmt.Sprintf("migrations/%04d.sql", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := old.Exec(string(text)); err != nil {
			t.Fatal(err)
		}
	}
	_, err = old.Exec(`pragma user_version = 4;
		insert into project (id, root, created_at) values (1, '/r', 1);
		insert into session (id, project_id, transcript, started_at, last_at) values ('s', 1, '/t', 1, 1), ('without', 1, '/t', 1, 1);
		insert into word (id, session_id, uuid, ord, line, at, prompt_id, channel, text, question, hash, starts_turn, suggested) values (1, 's', 'u', 0, 0, 1, '', 'typed', 'abc', '', 1, 1, 0);
		insert into decision (id, word_id, session_id, start, at, kind, quote, status, why, one_off, cue) values
			(1, 1, 's', 0, 1, 'rule', 'a', 'live', '', 0, ''), (2, 1, 's', 1, 1, 'rule', 'b', 'live', '', 0, ''), (3, 1, 's', 2, 1, 'rule', 'c', 'done', '', 0, '');
		insert into compaction (id, session_id, trigger, state, opened_at) values (1, 's', 'auto', 'done', 1), (2, 's', 'auto', 'nothing', 2);
		insert into outcome (compaction_id, decision_id, outcome, restored) values (1, 1, 'verbatim', 0), (1, 2, 'reworded', 1), (1, 3, '', 0)`)
	if err != nil {
		t.Fatal(err)
	}
	old.Close()
	d := open(t, dir)
	if got, err := d.CompactionByID(ctx, 1); err != nil || got.Asked != 3 || got.Kept != 1 || got.PutBack != 1 || got.Unchecked != 1 {
		t.Errorf("got %+v (%v), want 3 asked, and one of each", got, err)
	}
	if sum := checkCounts(t, dir, "the migration"); sum != 3+1+1+1+2+1 {
		t.Errorf("the counts sum up to %d", sum)
	}
}
