package web

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// compactionFlag is something about a compaction that its owner should know first.
type compactionFlag struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Means string `json:"means"` // one sentence
	Do    string `json:"do"`    // what to do, one sentence
	Bad   bool   `json:"-"`
	// Health tells that the page of that name says more.
	Health bool `json:"-"`
}

// flags lists what was unusual, the worst first.
func (v *compactionView) flags() (all []compactionFlag) {
	add := func(f compactionFlag) { all = append(all, f) }
	if n := len(v.Invented); n > 0 {
		add(compactionFlag{ID: "invented", Bad: true, Title: "The summary quotes you with what you never said: " + count(n, "quote"),
			Means: "No message of yours contains it, and the model may act on it as if you had said it.",
			Do:    "Tell the model in the session what of it does not hold; what you really decided stands below."})
	}
	if strings.Contains(v.Note, db.NoteInPlace) {
		add(compactionFlag{ID: "in-place", Bad: true, Title: "Another plugin compacted in the client's place",
			Means: "It left no summary that could be checked, so everything live was put back beside what it left.",
			Do:    "If you did not want that, look with /plugin in the client for what compacts there, and switch it off."})
	}
	if strings.Contains(v.Note, db.NoteRewritten) {
		add(compactionFlag{ID: "rewritten", Bad: true, Title: "Another plugin rewrote what the compaction left",
			Means: "What the model reads may differ from the summary that was checked.",
			Do:    "If you did not want that, look with /plugin in the client for what changes compactions, and switch it off."})
	}
	switch unknown := v.groupOf("unknown").Total; {
	case v.State == db.StateNothing:
		add(compactionFlag{ID: "nothing", Title: "Nothing was compacted",
			Means: "The client asked what to keep and then did not compact: it was stopped, it failed, or another hook turned it down; nothing was lost.",
			Do:    "If you wanted it, type /compact in the session."})
	case v.State == db.StateMissed:
		add(compactionFlag{ID: "missed", Bad: true, Title: "No hook of compact-keeper ran",
			Means: "The client compacted without asking, so the summary was not told what to keep, and nothing was put back right after it.",
			Do:    "Look at Health: it says whether the client calls the hooks.", Health: true})
	case v.State == db.StateOpen && v.Left:
		add(compactionFlag{ID: "left", Title: "The client of this session does not run any more",
			Means: "It ended while it compacted, and whether it came to an end is not known yet.",
			Do:    "Go on with the session: its next message settles what this row becomes."})
	case v.State == db.StateDone && v.unread() || unknown > 0 && v.State != db.StateOpen:
		f := compactionFlag{ID: "unchecked", Title: "The summary was not checked",
			Means: "It did not reach the keeper, or the check ran out of time, so what it kept is not known.",
			Do:    "What was put back stands in any case; for the rest, ask the model in the session."}
		if unknown > 0 {
			f.Title += ": " + count(unknown, "decision") + " not known"
		}
		add(f)
	}
	if strings.Contains(v.Note, db.NoteNoPreCompact) {
		add(compactionFlag{ID: "unasked", Title: "The summary was not asked to keep anything",
			Means: "The client ran no PreCompact hook, so that all that could be done was to put back what is missing.",
			Do:    "Look at Health: it says whether the client calls the hooks.", Health: true})
	}
	if strings.Contains(v.Note, db.NoteRewind) {
		add(compactionFlag{ID: "rewind", Title: "Summarized by /rewind",
			Means: "Only a part of the conversation was summarized, and what you asked to be kept was asked of that part.",
			Do:    "There is nothing to do."})
	}
	return all
}

// unread tells that the keeper has no summary, and nothing else says why.
func (v *compactionView) unread() bool {
	return v.Summary == "" && !strings.Contains(v.Note, db.NoteInPlace) && !v.forgotten()
}

// forgotten tells that texts of the compaction were deleted since.
func (v *compactionView) forgotten() bool { return strings.Contains(v.Note, db.NoteForgotten) }
