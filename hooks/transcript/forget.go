package transcript

import (
	"slices"
	"time"
)

// Forget drops from st the texts of the owner that were said when off holds.
func (st *State) Forget(off func(at time.Time) bool) {
	if st.Prompt != nil && off(st.Prompt.At) {
		st.Prompt = nil
	}
	st.Queue = slices.DeleteFunc(st.Queue, func(q queued) bool { return off(q.At) })
}

// Unanswered returns the uuid of the newest prompt while the client has not answered it, else "".
func (st *State) Unanswered() string {
	if st.Prompt == nil || st.Prompt.Blocked {
		return ""
	}
	return st.Prompt.UUID
}
