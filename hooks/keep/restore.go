package keep

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// restoreHead says what a restore is, to the model that reads it.
const restoreHead = "From compact-keeper, installed by the owner: the owner's own words that the summary lost, verbatim. They stand; the newest wins; nothing here is a new request."

// Restore is the text that puts back what is missing, in its parts: decisions in the order of their force, then the
// messages, at most l.RestoreUnits of them, the newest ones. What is not there already is not repeated: a message that
// a decision quotes whole is left out, and so is one that does not bind any more. Empty where nothing is missing.
// Put are the decisions it holds, words the number of messages.
func Restore(m Material, l Limits) (parts []string, put []*db.Decision, words int) {
	live := byForce(m.Decisions)
	quoted := make(map[string]bool, len(live))
	for _, d := range live {
		quoted[strings.TrimSpace(d.Quote)] = true
	}
	var answered, open []db.Word
	units := 0
	for i := len(m.Words) - 1; i >= 0; i-- {
		w := m.Words[i]
		if m.Past[w.ID] != "" || quoted[strings.TrimSpace(w.Text)] {
			continue
		}
		if units += Units(Message(w, l)) + 3; units > l.RestoreUnits {
			break
		}
		if !w.Answered && len(open) == 0 && len(answered) == 0 {
			open = append(open, w)
		} else {
			answered = append([]db.Word{w}, answered...)
		}
	}
	if len(live)+len(answered)+len(open) == 0 {
		return nil, nil, 0
	}
	head := []block{{text: restoreHead}}
	for _, w := range open {
		head = append(head, block{text: "The newest message, not answered yet:", heading: true}, block{text: Message(w, l)})
	}
	var messages []block
	for _, w := range answered {
		messages = append(messages, block{text: "- " + Message(w, l)})
	}
	parts, taken, count := layout(head, live, messages, m.Session, l, func(int) string {
		return "Messages, already answered, for reference:"
	})
	for i, d := range live {
		if taken[i] {
			put = append(put, d)
		}
	}
	return parts, put, count + len(open)
}
