package web

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/compact-keeper/compact-keeper/db"
)

// What the page of a compaction shows at once; links lead to the rest.
const (
	linesShown = 100 // of each group of decisions
	diffsShown = 50
	foldedFrom = 12 // decisions that need nobody's eye
	plainBytes = 1 << 20
)

// compactionView is what the page of one compaction shows.
type compactionView struct {
	page
	db.Compaction
	Session               db.Session
	Left                  bool // the client of its session is known not to run any more
	Flags                 []compactionFlag
	Invented              []string
	Groups                []outcomeGroup
	Undiffed              int // decisions that wait for ?diff=all
	All                   bool
	Brief, Restored, Rest []string
	Markdown              templ.Component // nil: the summary is shown as it is
	Plain                 bool            // because the person asked for it
}

// outcomeGroup are the decisions of one outcome.
type outcomeGroup struct {
	ID, Title string
	Note      string // what holds for each of them
	Bad, Open bool
	Lines     []outcomeLine // the first of them
	Total     int
}

// outcomeLine is what became of one decision.
type outcomeLine struct {
	db.OutcomeRow
	Hint     string
	By       string   // what put it back
	Why      string   // why nothing did
	Stood    db.Stood // when it stood again, if it did
	Compared bool
	Near     []wordChange // how the nearest passage of the summary differs; none: nothing comes near
}

// showCompaction shows everything about one compaction.
func (s *Server) showCompaction(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	c, err := d.CompactionByID(r.Context(), id)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	v := compactionView{Compaction: c, All: q.Get("diff") == "all" || q.Has("format"), Plain: q.Get("summary") == "plain"}
	if v.page, err = s.newPage(r, d, "Compactions", "Compaction"); err != nil {
		return err
	}
	v.exports = true
	if err := v.read(r, d); err != nil {
		return err
	}
	if c.State == db.StateOpen {
		_, running, told := s.clientOf(c.SessionID)
		v.Left = told && !running
	}
	v.Flags = v.flags()
	name := "compaction-" + strconv.FormatInt(id, 10)
	if done, err := s.export(w, r, name, v.json(), v.markdown); done {
		return err
	}
	if !v.Plain && v.Summary != "" {
		if page, ok := markdown(v.Summary); ok {
			v.Markdown = page
		}
	}
	s.render(w, r, http.StatusOK, compactionPage(v))
	return nil
}

// read reads what belongs to the compaction.
func (v *compactionView) read(r *http.Request, d *db.DB) (err error) {
	ctx := r.Context()
	if v.Session, err = d.Session(ctx, v.SessionID); err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	for purpose, to := range map[db.Purpose]*[]string{db.Brief: &v.Brief, db.Restore: &v.Restored, db.Rest: &v.Rest} {
		if *to, err = d.Parts(ctx, v.ID, purpose); err != nil {
			return err
		}
	}
	if v.Invented, err = d.Invented(ctx, v.ID); err != nil {
		return err
	}
	rows, err := d.Outcomes(ctx, v.ID)
	if err != nil {
		return err
	}
	v.group(rows)
	var lost []int64
	for _, l := range v.groupOf("missing").Lines {
		lost = append(lost, l.Decision.ID)
	}
	if len(lost) == 0 {
		return nil
	}
	stood, err := d.StoodAgain(ctx, v.Compaction, lost)
	for i, l := range v.groupOf("missing").Lines {
		v.groupOf("missing").Lines[i].Stood = stood[l.Decision.ID]
	}
	return err
}

// group sorts outcomes by what a person has to know first.
func (v *compactionView) group(rows []db.OutcomeRow) {
	v.Groups = []outcomeGroup{
		{ID: "missing", Title: "Missing", Bad: true}, {ID: "unknown", Title: "Not known"}, {ID: "asked-for", Title: "Asked for"},
		{ID: "restored", Title: "Put back"}, {ID: "kept", Title: "Kept word for word"},
	}
	var near *passages
	by := newCarriers(v.Restored, v.Rest)
	diffs := 0
	for _, o := range rows {
		mark, _, hint := outcomeWords(o, v.State)
		g := v.groupOf(map[string]string{"✗": "missing", "?": "unknown", "…": "asked-for", "↩": "restored", "✓": "kept"}[mark])
		if g.Total++; len(g.Lines) >= linesShown && !v.All {
			v.Undiffed++
			continue
		}
		l := outcomeLine{OutcomeRow: o, Hint: hint}
		switch g.ID {
		case "missing", "unknown":
			l.Why = v.whyNot(o)
		case "restored":
			l.By = by.of(o.Decision.Quote)
		}
		g.Lines = append(g.Lines, l)
	}
	for i := range v.Groups {
		g := &v.Groups[i]
		g.Open = g.Bad || g.Total <= foldedFrom
		g.note()
		for k := range g.Lines {
			l := &g.Lines[k]
			if l.Outcome != db.Reworded && l.Outcome != db.NotFound || v.Summary == "" {
				continue
			}
			if diffs >= diffsShown && !v.All {
				v.Undiffed++
				continue
			}
			diffs++
			if near == nil {
				near = newPassages(visible(v.Summary))
			}
			quote := splitWords(visible(l.Decision.Quote))
			share := nearEnough
			if l.Outcome == db.Reworded { // the check has found most of its words
				share = nearReworded
			}
			if passage := near.nearest(quote, share); passage != nil {
				l.Near = wordDiff(quote, passage)
			}
			l.Compared = true
		}
	}
}

// note says once why nothing put the decisions of a group back, where that is the same for all.
func (g *outcomeGroup) note() {
	for i, l := range g.Lines {
		if i == 0 {
			g.Note = l.Why
		} else if l.Why != g.Note {
			g.Note = ""
			return
		}
	}
}

// groupOf is the group with the given id.
func (v *compactionView) groupOf(id string) *outcomeGroup {
	for i := range v.Groups {
		if v.Groups[i].ID == id {
			return &v.Groups[i]
		}
	}
	return new(outcomeGroup)
}

// whyNot says why nothing put a decision back, empty where nobody knows.
func (v *compactionView) whyNot(o db.OutcomeRow) string {
	switch {
	case o.Decision.Status != db.Live:
		return "Not put back: it is " + string(o.Decision.Status) + " now."
	case v.State == db.StatePast && v.Settled:
		return "Not put back: this was before compact-keeper met the session."
	case !v.Settled && (v.State == db.StateDone || v.State == db.StateMissed || v.State == db.StatePast):
		return "It is put back with your next message in this session."
	}
	return "It was not among what was put back."
}

// judged tells whether there is anything to say about what became of the decisions.
func (v compactionView) judged() bool {
	return v.State != db.StateNothing && len(v.Groups) > 0 && v.Asked > 0
}

// carriers find the text that put a decision back.
type carriers []struct{ name, text string }

func newCarriers(restored, rest []string) (all carriers) {
	add := func(name, text string) {
		all = append(all, struct{ name, text string }{name, strings.Join(strings.Fields(text), " ")})
	}
	for i, text := range restored {
		name := "right after the compaction"
		if len(restored) > 1 {
			name += ", in part " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(restored))
		}
		add(name, text)
	}
	for _, text := range rest {
		add("with the next message", text)
	}
	return all
}

func (c carriers) of(quote string) string {
	quote = strings.Join(strings.Fields(quote), " ")
	for _, x := range c {
		if strings.Contains(x.text, quote) {
			return x.name
		}
	}
	return ""
}

// clientOf finds the client that runs a session. told is false where it cannot be found out, which the first page says.
func (s *Server) clientOf(session string) (c Client, running, told bool) {
	if s.Clients == nil {
		return c, false, false
	}
	all, err := s.Clients()
	for _, c := range all {
		if c.Session == session {
			return c, true, true
		}
	}
	return c, false, err == nil
}

// with is the page's address with another choice; none for "".
func (v compactionView) with(name, value string) string {
	u, err := url.Parse(v.address)
	if err != nil {
		return v.address
	}
	q := u.Query()
	q.Set(name, value)
	if value == "" {
		q.Del(name)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// noDecisions says why there are none.
func (v compactionView) noDecisions() string {
	switch v.State {
	case db.StateMissed, db.StatePast:
		return "No decision of yours was known before this compaction."
	case db.StateOpen:
		return "Nothing is asked for: no decision of yours stands in this session."
	}
	return "None was live at that time."
}

// noSummary says why there is none.
func (v compactionView) noSummary() string {
	switch {
	case v.forgotten():
		return "It is not kept: it may repeat what you had forgotten."
	case v.State == db.StateOpen:
		return "The client is writing it."
	case v.State == db.StateNothing:
		return "There is none: nothing was compacted."
	case strings.Contains(v.Note, db.NoteInPlace):
		return "It is empty: another plugin compacted in the client's place."
	}
	return "It is not known: it did not reach the keeper."
}

// otherNote is the note, where no flag tells of it.
func (v compactionView) otherNote() string {
	note := v.Note
	for _, told := range []string{db.NoteInPlace, db.NoteRewritten, db.NoteRewind, db.NoteNoPreCompact} {
		note = strings.ReplaceAll(note, told, "")
	}
	return visible(strings.TrimSpace(note))
}
