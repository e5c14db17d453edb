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
