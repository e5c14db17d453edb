package db

import (
	"context"
	"encoding/json"
	"fmt"
)

// OutcomeRow is what became of one decision in one compaction.
type OutcomeRow struct {
	Decision *Decision
	Outcome  Outcome // empty: not checked
	Echoed   bool    // the client left it in the context beside the summary
	Restored bool    // put back by the keeper
}

// Stands tells whether the decision is in the context word for word.
func (o OutcomeRow) Stands() bool { return o.Outcome == Verbatim || o.Echoed || o.Restored }

// Outcomes lists a compaction's outcomes in the order of the decisions.
func (d *DB) Outcomes(ctx context.Context, id int64) ([]OutcomeRow, error) {
	return outcomes(ctx, d.sql, id)
}

// Outcomes is DB.Outcomes inside a write.
func (t *Tx) Outcomes(id int64) ([]OutcomeRow, error) { return outcomes(t.ctx, t.tx, id) }

func outcomes(ctx context.Context, q querier, id int64) ([]OutcomeRow, error) {
	all, err := collect(ctx, q, scanOutcome, selectOutcome+`from outcome o join decision d on d.id = o.decision_id join word w on w.id = d.word_id
		where o.compaction_id = ? order by d.id`, id)
	if err != nil {
		return nil, fmt.Errorf("list outcomes of compaction %d: %w", id, err)
	}
	return all, nil
}

const selectOutcome = "select " + decisionColumns + ", o.outcome, o.echoed, o.restored "

func scanOutcome(r scanner) (o OutcomeRow, err error) {
	o.Decision, err = scanDecision(scanMore{r, []any{&o.Outcome, &o.Echoed, &o.Restored}})
	return o, err
}

// scanMore reads a row that has further columns behind those the scan function knows.
type scanMore struct {
	scanner
	more []any
}

func (s scanMore) Scan(dest ...any) error { return s.scanner.Scan(append(dest, s.more...)...) }

// countOutcomes counts what became of a compaction's decisions.
const countOutcomes = `update compaction set (asked, kept, put_back, unchecked) = (select count(*),
		count(*) filter (where o.outcome = 'verbatim' or o.echoed),
		count(*) filter (where o.restored and not (o.outcome = 'verbatim' or o.echoed)),
		count(*) filter (where o.outcome = '' and not o.echoed and not o.restored)
	from outcome o where o.compaction_id = compaction.id) `

// CountOutcomes counts anew for every compaction what became of its decisions.
func (t *Tx) CountOutcomes() error {
	if _, err := t.exec(countOutcomes); err != nil {
		return fmt.Errorf("count the outcomes of all compactions: %w", err)
	}
	return nil
}

// SaveOutcomes stores what became of decisions in a compaction.
func (t *Tx) SaveOutcomes(id int64, all []OutcomeRow) error {
	rows := make([][4]any, len(all)) // handed over in one statement
	for i, o := range all {
		rows[i] = [4]any{o.Decision.ID, o.Outcome, o.Echoed, o.Restored}
	}
	text, err := json.Marshal(rows)
	if err == nil {
		_, err = t.exec(`insert into outcome (compaction_id, decision_id, outcome, echoed, restored)
			select ?, value->>0, value->>1, value->>2, value->>3 from json_each(?) where true
			on conflict (compaction_id, decision_id) do update set outcome = excluded.outcome, echoed = excluded.echoed, restored = excluded.restored`,
			id, string(text))
	}
	if err == nil {
		_, err = t.exec(countOutcomes+"where id = ?", id)
	}
	if err != nil {
		return fmt.Errorf("record %d outcomes of compaction %d: %w", len(all), id, err)
	}
	return nil
}

// SaveInvented stores the quotes that a summary gives the owner and no word of the owner contains.
func (t *Tx) SaveInvented(id int64, quotes []string) error {
	if _, err := t.exec("delete from invented where compaction_id = ?", id); err != nil {
		return fmt.Errorf("record invented quotes of compaction %d: %w", id, err)
	}
	if only, err := t.compactionOfWordsOnly(id); only || err != nil {
		return err
	}
	for _, q := range quotes {
		if _, err := t.exec("insert into invented (compaction_id, quote) values (?, ?)", id, q); err != nil {
			return fmt.Errorf("record invented quotes of compaction %d: %w", id, err)
		}
	}
	return nil
}

// Invented lists the quotes of a summary that no word of the owner contains.
func (d *DB) Invented(ctx context.Context, id int64) ([]string, error) {
	all, err := collect(ctx, d.sql, func(r scanner) (s string, err error) { return s, r.Scan(&s) },
		"select quote from invented where compaction_id = ?", id)
	if err != nil {
		return nil, fmt.Errorf("list invented quotes of compaction %d: %w", id, err)
	}
	return all, nil
}
