package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// What a session's page shows at once; links lead to the rest.
const (
	wordsShown       = 50
	wordsNewer       = 10   // than the word or compaction that the page was asked for
	endsShown        = 200  // of pieces of work
	courseLength     = 500  // compactions
	wordUnits        = 1500 // bytes of a long message that are shown, and
	aroundDecision   = 200  // bytes around each decision in what is left out
	everythingOfWord = 1 << 20
)

// sessionView is what the page of one session shows.
type sessionView struct {
	page
	db.Session
	Client      Client
	Running     bool      // its client runs now, and
	Told        bool      // anybody knows which do
	WordsOnly   time.Time // since when only the owner's words are kept; zero: everything is
	Began       time.Time // when its first word was said, else when the keeper met it
	Counts      db.SessionCounts
	Tasks       []db.Task
	Compactions []db.CompactionLine // all of them, newest first
	Entries     []timelineEntry     // newest first, as every list: what just happened is what a person looks for, and comes in without moving what they read
	Newer       string              // the address of the page after this one; empty: this is the newest
	Older       string
	Word        int64 // the word that the page was asked for
	Compaction  int64 // the compaction that it was asked for
	Rule        ruleForm
}

// timelineEntry is one thing that happened. Exactly one of its fields but At is set.
type timelineEntry struct {
	At         time.Time
	Word       *timelineWord
	Ends       []db.Boundary // pieces of work that ended one after the other, newest first
	Compaction *db.CompactionLine
}

// timelineWord is a message of the owner.
type timelineWord struct {
	db.Word
	Decisions []*db.Decision
	Pieces    []wordPiece
	Unmarked  []*db.Decision // those that overlap another one
	Cut       bool           // not all of it is shown
}

// showSession shows what happened in one session: its last words, or, with ?before=ID, those before a word, or, with
// ?word=ID or ?compaction=ID, what surrounds it.
func (s *Server) showSession(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return err
	}
	v := sessionView{}
	if v.page, err = s.newPage(r, d, "", "Session "+short(id)); err != nil {
		return err
	}
	v.exports = true
	v.Session, err = d.Session(r.Context(), id)
	if errors.Is(err, db.ErrNotFound) {
		return s.noSession(w, r, d, id)
	}
	if err != nil {
		return err
	}
	v.Client, v.Running, v.Told = s.clientOf(id)
	if v.Rule, err = s.newRuleForm(r.Context(), d, id, 0); err != nil {
		return err
	}
	if err := v.readHead(r, d); err != nil {
		return err
	}
	if err := v.readTimeline(r, d); err != nil {
		return err
	}
	if done, err := s.export(w, r, "session-"+short(id), v.json(), v.markdown); done {
		return err
	}
	s.render(w, r, http.StatusOK, sessionPage(v))
	return nil
}

// noSession says why a session is not there.
func (s *Server) noSession(w http.ResponseWriter, r *http.Request, d *db.DB, id string) error {
	gone, err := d.Forgotten(r.Context(), id, "")
	if err != nil {
		return err
	}
	why := fmt.Sprintf("The ledger holds no session %q. Either its client has not called compact-keeper yet, or its project was off, or this is not its whole id.", visible(clipWord(id, 80)))
	if !gone.Before.IsZero() {
		why = fmt.Sprintf("You had session %q forgotten: what was said in it up to %s is not kept.", visible(clipWord(id, 80)), exact(gone.Before))
	}
	s.render(w, r, http.StatusNotFound, errorPage(s.prefix, "This session is not here", why))
	return nil
}

// readHead reads what is shown above the timeline.
func (v *sessionView) readHead(r *http.Request, d *db.DB) (err error) {
	ctx := r.Context()
	if v.Counts, err = d.CountSession(ctx, v.ID); err != nil {
		return err
	}
	if v.Began, err = d.WordTime(ctx, v.ID, 0); err != nil {
		return err
	}
	if v.Began.IsZero() {
		v.Began = v.StartedAt
	}
	if v.Compactions, err = d.SessionCompactions(ctx, v.ID, courseLength); err != nil {
		return err
	}
	if v.Tasks, err = d.Tasks(ctx, v.ID); err != nil {
		return err
	}
	if v.Forgot {
		gone, err := d.Forgotten(ctx, v.ID, v.Root)
		v.WordsOnly = gone.WordsOnly
		return err
	}
	return nil
}

// readTimeline reads the page's words, and what happened between them.
func (v *sessionView) readTimeline(r *http.Request, d *db.DB) error {
	ctx := r.Context()
	before, err := v.start(r, d)
	if err != nil {
		return err
	}
	words, err := d.WordsBefore(ctx, v.ID, before, wordsShown+1)
	if err != nil {
		return err
	}
	// What else happened belongs to the page of the word before it; the first and the last page have no bound.
	var from, to time.Time
	if len(words) > wordsShown {
		words = words[:wordsShown]
		last := words[wordsShown-1]
		from, v.Older = last.At, v.at(fmt.Sprintf("?before=%d", last.ID))
	}
	if before != 0 {
		if to, err = d.WordTime(ctx, v.ID, before); err != nil {
			return err
		}
		if err := v.findNewer(r, d, before); err != nil {
			return err
		}
	}
	if err := v.addWords(r, d, words); err != nil {
		return err
	}
	ends, err := d.Boundaries(ctx, v.ID, from, to, endsShown)
	if err != nil {
		return err
	}
	for _, b := range ends {
		v.Entries = append(v.Entries, timelineEntry{At: b.At, Ends: []db.Boundary{b}})
	}
	for i, c := range v.Compactions {
		if !c.OpenedAt.Before(from) && (to.IsZero() || c.OpenedAt.Before(to)) {
			v.Entries = append(v.Entries, timelineEntry{At: c.OpenedAt, Compaction: &v.Compactions[i]})
		}
	}
	slices.SortStableFunc(v.Entries, func(a, b timelineEntry) int { return b.At.Compare(a.At) })
	v.Entries = foldEnds(v.Entries)
	return nil
}

// start is the word before which the page begins; 0: with the newest.
func (v *sessionView) start(r *http.Request, d *db.DB) (before int64, err error) {
	if v.Word, err = queryID(r, "word"); err != nil {
		return 0, err
	}
	if v.Compaction, err = queryID(r, "compaction"); err != nil {
		return 0, err
	}
	var newer []int64
	switch {
	case v.Word != 0:
		newer, err = d.WordsAfter(r.Context(), v.ID, v.Word, wordsNewer+1)
	case v.Compaction != 0:
		i := slices.IndexFunc(v.Compactions, func(c db.CompactionLine) bool { return c.ID == v.Compaction })
		if i < 0 {
			return 0, nil
		}
		newer, err = d.WordsSince(r.Context(), v.ID, v.Compactions[i].OpenedAt, wordsNewer+1)
	default:
		return queryID(r, "before")
	}
	if err != nil || len(newer) <= wordsNewer {
		return 0, err
	}
	return newer[wordsNewer], nil
}

// findNewer finds the page after the one that begins before a word.
func (v *sessionView) findNewer(r *http.Request, d *db.DB, before int64) error {
	newer, err := d.WordsAfter(r.Context(), v.ID, before-1, wordsShown+1)
	if err != nil || len(newer) == 0 {
		return err
	}
	v.Newer = v.at("")
	if len(newer) > wordsShown {
		v.Newer = v.at(fmt.Sprintf("?before=%d", newer[wordsShown]))
	}
	return nil
}

// addWords adds words, newest first, with their decisions.
func (v *sessionView) addWords(r *http.Request, d *db.DB, words []db.Word) error {
	ids := make([]int64, len(words))
	for i, w := range words {
		ids[i] = w.ID
	}
	decisions, err := d.WordDecisions(r.Context(), ids)
	if err != nil {
		return err
	}
	at := v.LastAt
	for _, w := range words {
		if !w.At.IsZero() { // else it stands with its neighbour
			at = w.At
		}
		t := timelineWord{Word: w, Decisions: decisions[w.ID]}
		most := wordUnits
		if w.ID == v.Word {
			most = everythingOfWord
		}
		t.Pieces, t.Unmarked, t.Cut = markDecisions(w.Text, t.Decisions, most)
		v.Entries = append(v.Entries, timelineEntry{At: at, Word: &t})
	}
	return nil
}

// at is an address of this session's page.
func (v sessionView) at(query string) string { return v.base + "/sessions/" + v.ID + query }

// foldEnds makes one entry of pieces of work that ended with nothing else between them.
func foldEnds(all []timelineEntry) (folded []timelineEntry) {
	for _, e := range all {
		if n := len(folded) - 1; n >= 0 && e.Ends != nil && folded[n].Ends != nil {
			folded[n].Ends = append(folded[n].Ends, e.Ends...)
		} else {
			folded = append(folded, e)
		}
	}
	return folded
}

// endWords says what ended.
func endWords(ends []db.Boundary) string {
	var order []string
	n := map[string]int{}
	for _, b := range slices.Backward(ends) {
		if n[b.Why]++; n[b.Why] == 1 {
			order = append(order, b.Why)
		}
	}
	for i, why := range order {
		thing := map[string]string{"commit": "commit", "pr_merge": "pull request merged", "task_completed": "task completed"}[why]
		switch {
		case thing == "":
			thing = why
		case n[why] > 1 && why == "commit":
			thing = count(n[why], thing)
		case n[why] > 1:
			first, rest, _ := strings.Cut(strings.Replace(thing, "pull request", "pull-request", 1), " ")
			thing = strings.Replace(count(n[why], first), "pull-request", "pull request", 1) + " " + rest
		}
		order[i] = thing
	}
	text := strings.Join(order, ", ")
	return strings.ToUpper(text[:1]) + text[1:]
}
