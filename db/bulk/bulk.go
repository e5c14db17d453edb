// Package bulk fills a ledger with as much as years of work leave behind, for benchmarks and for looking at very full
// pages. Nothing of the product uses it.
//
// Contract: the same Size gives the same rows, the clock of the ledger aside. What stands in them is made up, but shaped as
// hooks store it: every decision is a substring of its word, every outcome belongs to a decision that was there.
package bulk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// Size says how much to make.
type Size struct{ Projects, Sessions, Words, Decisions, Compactions, Outcomes, Runs int }

// Full is the size that the bars of the dashboard name.
var Full = Size{Projects: 40, Sessions: 2000, Words: 1_000_000, Decisions: 100_000, Compactions: 10_000, Outcomes: 20, Runs: 200_000}

// Small shows every kind of row and takes no time.
var Small = Size{Projects: 4, Sessions: 20, Words: 2000, Decisions: 600, Compactions: 60, Outcomes: 8, Runs: 500}

// Fill makes rows in an empty ledger, the newest of them just before its clock's now. Outcomes is how many a compaction
// has.
func Fill(ctx context.Context, d *db.DB, n Size) error {
	return d.Write(ctx, func(t *db.Tx) error {
		for _, s := range steps {
			if err := t.Fill(s.query, s.args(n, t.Now.UnixMilli())...); err != nil {
				return fmt.Errorf("fill a ledger: %s: %w", strings.Fields(s.query)[2], err)
			}
		}
		if err := t.CountOutcomes(); err != nil {
			return err
		}
		_, err := t.MakeSearchable(n.Decisions)
		return err
	})
}

type step struct {
	query string
	args  func(n Size, now int64) []any
}

// span is how far back the oldest row lies.
const span = 400 * 24 * time.Hour

// kept is how far back the keeper was installed: what is older was imported.
const kept = span / 5 * 4

// numbers yields i from 0 to below its argument.
const numbers = "with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ?1) "

// pick is one of several texts, by i.
func pick(by string, texts ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "case (%s) %% %d ", by, len(texts))
	for i, t := range texts {
		fmt.Fprintf(&b, "when %d then '%s' ", i, strings.ReplaceAll(t, "'", "''"))
	}
	return b.String() + "end"
}

var (
	subject = pick("i / 7", "the cache", "the importer", "the release branch", "our API", "the migration", "the German texts", "the build", "every test", "the login page", "the export", "the queue", "staging", "the price table")
	verb    = pick("i / 3", "Use pnpm, not yarn, for", "Never push without review to", "Always run the tests before you touch", "Let us keep SQLite for", "Please name the author in", "Do not log customer data in", "Go on with", "Write dates in UTC in", "No new dependency for", "Nimm immer zwei Leerzeichen in")
	reason  = pick("i / 11", "", " because the last release broke there", ", and say so in the commit message", " until I say otherwise", ", as we did in ticket 4711", " – see README.md", "，用两个空格缩进")
	// sentence is the text of decision i; its number makes each one another.
	sentence = verb + " || ' ' || " + subject + " || ' (' || i || ')' || " + reason
	kind     = pick("i", "rule", "decision", "choice", "permission", "approval", "correction", "rule", "decision", "open_question", "decision")
	status   = pick("i / 2", "live", "live", "live", "replaced", "live", "withdrawn", "done", "live")
)

// at spreads row i of ?1 evenly over the time up to ?2, with ?3 the span.
const at = "?2 - ?3 + (?3 * (i + 1)) / (?1 + 1)"

var steps = []step{
	{`insert into project (root, enabled, created_at)
		` + numbers + `select '/home/anna/work/' || ` + pick("i", "shop", "ledger", "compiler", "website", "firmware") + ` || '-' || i, i % 9 <> 8, ?2 - ?3 from n`,
		func(n Size, now int64) []any { return []any{n.Projects, now, kept.Milliseconds()} }},
	{`insert into session (id, project_id, transcript, started_at, last_at)
		` + numbers + `select printf('%08x-0000-4000-8000-%012x', i * 2654435761 % 4294967296, i), 1 + (i * i + i / 3) % ?4, '/home/anna/.claude/projects/x/' || i || '.jsonl',
			` + at + `, ` + at + ` + ?3 / (?1 + 1) from n`,
		func(n Size, now int64) []any { return []any{n.Sessions, now, span.Milliseconds(), n.Projects} }},
	{`insert into word (session_id, uuid, ord, line, at, prompt_id, channel, text, question, hash, starts_turn, suggested, answered)
		` + numbers + `select (select id from session where rowid = 1 + i * ?4 / ?1), 'word-' || i, 0, (i % (?1 / ?4)) * 12, ` + at + `, 'prompt-' || i, 'typed',
			case when i % (?1 / ?5) = 0 then 'About step ' || i || '. ' || (select ` + sentence + ` from (select i / (?1 / ?5) as i)) || '. Then go on.'
				else ` + pick("i", "go on", "looks good", "what does this log say?", "and the other one?", "I see, thanks") + ` || ' ' || i end,
			case when i % (?1 / ?5) = 0 and i % 3 = 0 then 'Shall I change it everywhere, or only here?' else '' end, i, 1, 0, 1 from n`,
		func(n Size, now int64) []any {
			return []any{n.Words, now, span.Milliseconds(), n.Sessions, n.Decisions}
		}},
	{`insert into decision (word_id, session_id, start, at, kind, quote, status, why, one_off, cue)
		` + numbers + `select w.id, w.session_id, length('About step ' || (w.id - 1) || '. '), w.at, ` + kind + `, ` + sentence + `, ` + status + `, '', 0, 'made up'
		from n join word w on w.id = 1 + i * (?2 / ?1)`,
		func(n Size, now int64) []any { return []any{n.Decisions, n.Words} }},
	{`insert into compaction (session_id, agent_id, trigger, state, opened_at, closed_at, brief_made, restore_made, settled, asked_units, put_units, summary,
			boundary_uuid, boundary_line, pre_tokens, post_tokens, duration_ms)
		` + numbers + `select s.id, '', ` + pick("i", "auto", "auto", "manual") + `, case when i < ?1 / 5 then 'past' else 'done' end, ` + at + `, ` + at + ` + 30000, 1, 1, 1, 4000 + i % 3000, 300 + i % 900,
			'1. Primary request: the work goes on at step ' || i || char(10) || '2. Owner decisions: see above.', 'boundary-' || i, 12 * (i % 400), 150000 + i % 20000, 4000 + i % 2000, 20000 + i % 30000
		from n join session s on s.rowid = 1 + i * ?4 / ?1`,
		func(n Size, now int64) []any {
			return []any{n.Compactions, now, span.Milliseconds(), n.Sessions}
		}},
	// The decisions of a compaction are those of its session, and of no other.
	{`insert or ignore into outcome (compaction_id, decision_id, outcome, echoed, restored)
		select c.id, d.id, ` + pick("c.id * 31 + d.id * 7", "verbatim", "verbatim", "verbatim", "reworded", "verbatim", "not_found", "verbatim") + `, 0,
			(c.id * 31 + d.id * 7) % 7 in (3, 5) and c.state = 'done' and (c.id + d.id) % 50 <> 0
		from compaction c join (select id, session_id, row_number() over (partition by session_id order by id) as k from decision) d
			on d.session_id = c.session_id and d.k <= ?1`,
		func(n Size, now int64) []any { return []any{n.Outcomes} }},
	{`insert into invented (compaction_id, quote) select id, 'please deploy it right now' from compaction where id % 97 = 0`,
		func(Size, int64) []any { return nil }},
	{`insert into part (compaction_id, purpose, n, text, taken_at)
		select id, 'brief', 1, 'Quote each of these decisions word for word.', opened_at from compaction where state = 'done'`,
		func(Size, int64) []any { return nil }},
	{`insert into hook_run (at, event, session_id, part, us, outcome, error)
		` + numbers + `select ` + at + `, ` + pick("i", "UserPromptSubmit", "Stop", "UserPromptSubmit", "Stop", "PreCompact", "SubagentStop", "SessionStart", "PostCompact") + `,
			(select id from session where rowid = 1 + i * ?4 / ?1), 1, 6000 + (i * 7919) % 9000, 'ok', case when i % 5000 = 4999 then 'open ledger: database is locked' else '' end from n`,
		func(n Size, now int64) []any { return []any{n.Runs, now, kept.Milliseconds(), n.Sessions} }},
}
