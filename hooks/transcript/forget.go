package transcript

import (
	"slices"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// Forget drops from st what was said when gone holds, and the owner's words for which forgotten holds. Of the newest
// prompt st knows the row and the beginning of its text only.
func (st *State) Forget(gone func(at time.Time) bool, forgotten func(db.Word) bool) {
	if p := st.Prompt; p != nil && (gone(p.At) || forgotten(db.Word{UUID: p.UUID, At: p.At, Text: p.Text})) {
		st.Prompt = nil
	}
	st.Queue = slices.DeleteFunc(st.Queue, func(q queued) bool { return gone(q.At) || forgotten(db.Word{At: q.At, Text: q.Text}) })
}

// ForgetOthers drops from st what others than the owner wrote: what was said up to the time, and every task.
func (st *State) ForgetOthers(upTo time.Time) {
	if !st.SaidAt.After(upTo) {
		st.Proposal = ""
	}
	st.Tasks = nil
	for i := range st.Calls {
		st.Calls[i].Task.Subject = ""
	}
	if st.Compaction != nil {
		st.Compaction.Summary = ""
	}
}

// Unanswered returns the uuid of the newest prompt while the client has not answered it, else "".
func (st *State) Unanswered() string {
	if st.Prompt == nil || st.Prompt.Blocked {
		return ""
	}
	return st.Prompt.UUID
}
