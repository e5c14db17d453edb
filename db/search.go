package db

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// DecisionQuery says which decisions a page shows. A zero field asks for every one; without a status those that are none
// are left out.
type DecisionQuery struct {
	Text      string // words that stand in the quote or in what it answers, each from its beginning
	Session   string
	ProjectID int64
	Kind      Kind
	Status    Status
	From, To  time.Time // said at From or later, and before To
	Before    int64     // older than this decision
	Limit     int
}

// DecisionItem is a decision with where it was said.
type DecisionItem struct {
	*Decision
	ProjectID  int64
	Root       string // the project's
	ReplacedBy int64  // the decision that replaced it, or answers it; 0: none
	// Hits of a search, in Quote and in Question.
	QuoteHits, QuestionHits []Span
}

// Span is a part of a text, in bytes.
type Span struct{ From, To int }

const (
	itemColumns = decisionColumns + ", s.project_id, p.root, coalesce(d.replaced_by, 0)"
	itemJoins   = " join word w on w.id = d.word_id join session s on s.id = d.session_id join project p on p.id = s.project_id "
)

func scanItem(r scanner) (x DecisionItem, err error) {
	x.Decision, err = scanDecision(scanMore{r, []any{&x.ProjectID, &x.Root, &x.ReplacedBy}})
	return x, err
}

// FindDecisions lists what q asks for, newest first. What MakeSearchable has not come to yet is not found by a text.
func (d *DB) FindDecisions(ctx context.Context, q DecisionQuery) (all []DecisionItem, err error) {
	where, args := q.conditions()
	var before time.Time
	if q.Before != 0 {
		if before, err = d.decisionAt(ctx, q.Before); err != nil {
			return nil, err
		}
	}
	if strings.TrimSpace(q.Text) == "" {
		if q.Before != 0 {
			where, args = where+" and (d.at, d.id) < (?, ?)", append(args, millis(before), q.Before)
		}
		// Chosen before they are joined: those of a project have to be sorted.
		all, err = collect(ctx, d.sql, scanItem, "select "+itemColumns+" from decision d"+itemJoins+
			"where d.id in (select d.id from decision d where "+where+" order by d.at desc, d.id desc limit ?) order by d.at desc, d.id desc", append(args, q.Limit)...)
	} else if match := matching(q.Text); match != "" {
		all, err = d.search(ctx, q, match, where, args, before)
	}
	if err != nil {
		return nil, fmt.Errorf("list decisions: %w", err)
	}
	return all, nil
}

// conditions are those that do not depend on the text.
func (q DecisionQuery) conditions() (where string, args []any) {
	where = "d.status <> 'rejected'"
	add := func(condition string, arg any) { where, args = where+" and "+condition, append(args, arg) }
	switch q.Status {
	case "":
	case Rejected: // spelt out, so that the partial index serves
		where = "d.status = 'rejected'"
	default:
		add("d.status = ?", q.Status)
	}
	if q.Session != "" {
		add("d.session_id = ?", q.Session)
	}
	if q.ProjectID != 0 {
		add("d.session_id in (select id from session where project_id = ?)", q.ProjectID)
	}
	if q.Kind != "" {
		add("d.kind = ?", q.Kind)
	}
	if !q.From.IsZero() {
		add("d.at >= ?", millis(q.From))
	}
	if !q.To.IsZero() {
		add("d.at < ?", millis(q.To))
	}
	return where, args
}

func (d *DB) decisionAt(ctx context.Context, id int64) (time.Time, error) {
	var at int64
	if err := d.sql.QueryRowContext(ctx, "select at from decision where id = ?", id).Scan(&at); err != nil {
		return time.Time{}, fmt.Errorf("find decision %d: %w", id, notFound(err))
	}
	return fromMillis(at), nil
}

// searchRow is a decision's row in decision_text.
func searchRow(at time.Time, id int64) int64 { return millis(at)/1000<<31 + id }

// search walks the rows of decision_text from the newest on, within what the filter leaves of time.
func (d *DB) search(ctx context.Context, q DecisionQuery, match, where string, args []any, before time.Time) ([]DecisionItem, error) {
	from, to := searchRow(q.From, 0), int64(math.MaxInt64)
	if !q.To.IsZero() {
		to = searchRow(q.To.Add(time.Second), 0)
	}
	if q.Before != 0 {
		to = min(to, searchRow(before, q.Before))
	}
	if q.Session != "" {
		first, last, err := d.said(ctx, q.Session)
		if err != nil {
			return nil, err
		}
		from, to = max(from, searchRow(first, 0)), min(to, searchRow(last.Add(time.Second), 0))
	}
	args = append([]any{match, from, to}, append(args, q.Limit)...)
	return collect(ctx, d.sql, func(r scanner) (x DecisionItem, err error) {
		var quote, question string
		if x, err = scanItem(scanMore{r, []any{&quote, &question}}); err == nil {
			x.QuoteHits, x.QuestionHits = hits(quote), hits(question)
		}
		return x, err
	}, "select "+itemColumns+", highlight(decision_text, 0, char(2), char(3)), highlight(decision_text, 1, char(2), char(3)) "+
		"from decision_text t cross join decision d on d.id = t.rowid & 2147483647"+itemJoins+
		"where decision_text match ? and t.rowid >= ? and t.rowid < ? and "+where+" order by t.rowid desc limit ?", args...)
}

// said is when the first and the last decision of a session were made.
func (d *DB) said(ctx context.Context, session string) (first, last time.Time, err error) {
	var from, to int64
	err = d.sql.QueryRowContext(ctx, "select coalesce(min(at), 0), coalesce(max(at), 0) from decision where session_id = ?", session).Scan(&from, &to)
	return fromMillis(from), fromMillis(to), err
}

// searchable is the setting that holds the newest decision in decision_text.
const searchable = "coalesce((select cast(value as integer) from setting where name = 'searchable'), 0)"

// Searchable tells whether a text finds every decision.
func (d *DB) Searchable(ctx context.Context) (yes bool, err error) {
	err = d.sql.QueryRowContext(ctx, "select "+searchable+" >= coalesce((select max(id) from decision), 0)").Scan(&yes)
	if err != nil {
		return false, fmt.Errorf("see whether every decision can be searched: %w", err)
	}
	return yes, nil
}

// MakeSearchable takes the next n decisions into the search, and tells whether there are more.
func (t *Tx) MakeSearchable(n int) (more bool, err error) {
	type text struct {
		id, at          int64
		quote, question string
	}
	all, err := collect(t.ctx, t.tx, func(r scanner) (x text, err error) { return x, r.Scan(&x.id, &x.at, &x.quote, &x.question) },
		`select d.id, d.at, d.quote, w.question from decision d join word w on w.id = d.word_id
		where d.id > `+searchable+` order by d.id limit ?`, n)
	for _, x := range all {
		if err == nil {
			_, err = t.exec("insert or replace into decision_text (rowid, quote, question) values (?, ?, ?)",
				searchRow(fromMillis(x.at), x.id), apart(x.quote), apart(x.question))
		}
	}
	if err == nil && len(all) > 0 {
		err = t.SaveSetting("searchable", strconv.FormatInt(all[len(all)-1].id, 10))
	}
	if err != nil {
		return false, fmt.Errorf("make %d decisions searchable: %w", len(all), err)
	}
	return len(all) == n, nil
}

// The marks in what decision_text holds and highlights. A text's own ones are taken for spaces.
const (
	hitBegins = '\x02'
	hitEnds   = '\x03'
	joint     = '\x1f'
)

// apart sets the characters of scripts without spaces apart by joints, so that each is a word and a search for some of them
// finds them anywhere. Nothing else changes its place.
func apart(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == 0, r == hitBegins, r == hitEnds, r == joint:
			b.WriteByte(' ')
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			b.WriteRune(joint)
			b.WriteString(s[i : i+size])
			b.WriteRune(joint)
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// hits reads out of a highlighted text where in the text itself the hits are.
func hits(marked string) (all []Span) {
	at := 0
	for i := range len(marked) {
		switch marked[i] {
		case hitBegins:
			all = append(all, Span{at, at})
		case hitEnds:
			all[len(all)-1].To = at
		case joint:
		default:
			at++
		}
	}
	return all
}

// How much of a query is looked at.
const (
	mostTerms   = 20
	longestTerm = 200 // bytes
)

// matching is the text of a person as a query for decision_text: each word of it from its beginning, whatever signs stand
// in it. Empty where it holds no word.
func matching(text string) string {
	var terms []string
	for _, term := range strings.Fields(strings.ToValidUTF8(text, " ")) {
		if len(term) > longestTerm {
			term = strings.ToValidUTF8(term[:longestTerm], "")
		}
		if strings.IndexFunc(term, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0 && len(terms) < mostTerms {
			terms = append(terms, `"`+strings.ReplaceAll(apart(term), `"`, `""`)+`"*`)
		}
	}
	return strings.Join(terms, " ")
}
