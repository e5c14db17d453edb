package transcript

import (
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// queued is a message that was typed while a turn ran. Old clients record no more of it than this.
type queued struct {
	Text  string    `json:"text"` // masked
	ID    string    `json:"id,omitempty"`
	Line  int       `json:"line"`
	At    time.Time `json:"at"`
	Where place     `json:"where"`
	Owner bool      `json:"owner"` // else a machine's, kept to hold its place in the queue
}

// place says where a queued message went.
type place string

const (
	waiting place = "waiting"
	removed place = "removed" // handed to the running turn
	takenUp place = "taken"   // to be run as a turn of its own: a user row follows
	inBox   place = "box"     // back in the input box
)

// queue follows the client's queue. What leaves it comes back as an attachment or a user row, in some clients not at
// all: then the queue line is the only record of the owner's words.
func (r *reader) queue(w *row) {
	switch w.Operation {
	case "enqueue":
		r.enqueue(w)
	case "dequeue":
		if q := r.first(w, waiting); q != nil {
			q.Where = takenUp
		}
	case "remove":
		r.remove(w)
	case "popAll":
		for i := range r.st.Queue {
			if q := &r.st.Queue[i]; q.Where == waiting && q.Owner {
				q.Where = inBox
			}
		}
	}
}

func (r *reader) enqueue(w *row) {
	text := r.mask(w.Content)
	trimmed := strings.TrimSpace(text)
	if r.st.again("queue", w.Timestamp, text) {
		return
	}
	owner := trimmed != "" && !machineWritten(trimmed) && tagName(trimmed) != "system-reminder" && !slashCommand(trimmed)
	if owner {
		r.retaken(text, false)
	}
	r.st.Queue = newest(append(r.st.Queue, queued{Text: text, Line: r.st.Line, At: w.at(), Where: waiting, Owner: owner}), mostQueued)
}

// slashCommand tells a command from a text that begins with a path.
func slashCommand(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	word, _, _ = strings.Cut(word, "\n")
	return bareCommand(word)
}

// remove follows a message into the running turn. Up to 2.1.42 nothing else is written of it; later an attachment
// follows within a few rows. A removal for another reason means that the owner took it back.
func (r *reader) remove(w *row) {
	q := r.first(w, waiting)
	switch {
	case q == nil:
	case w.Reason != "" && w.Reason != "absorbed_mid_turn":
		r.drop(q)
	default:
		q.Where, q.ID = removed, w.CommandUUID
		if v := r.st.ClientVersion; v != "" && !since(v, 2, 1, 43) {
			r.deliver(q)
		}
	}
}

// first finds the message that a queue row speaks of: the one with its text, where it names one.
func (r *reader) first(w *row, where place) *queued {
	text := r.mask(w.Content)
	for i := range r.st.Queue {
		q := &r.st.Queue[i]
		if q.Where == where && (text == "" || q.Text == text) {
			return q
		}
	}
	return nil
}

// drop takes q out of the queue.
func (r *reader) drop(q *queued) {
	for i := range r.st.Queue {
		if &r.st.Queue[i] == q {
			r.st.Queue = append(r.st.Queue[:i], r.st.Queue[i+1:]...)
			return
		}
	}
}

// deliver gives q out as words of the owner, which nothing else records.
func (r *reader) deliver(q *queued) Ref {
	ref := Ref{Line: q.Line}
	if q.Owner {
		r.give(Item{Word: &db.Word{SessionID: r.st.SessionID, Line: q.Line, At: q.At, Channel: db.Queued, Text: q.Text}})
	}
	r.drop(q)
	return ref
}

// delivered takes out of the queue the message that came back as text, or under id.
func (r *reader) delivered(text, id string) {
	for i := range r.st.Queue {
		q := &r.st.Queue[i]
		if id != "" && q.ID == id || q.Where != inBox && same(q.Text, text) {
			if q.Where == waiting { // another one was taken for it
				if other := r.first(&row{}, takenUp); other != nil {
					other.Where = waiting
				}
			}
			r.drop(q)
			return
		}
	}
}

// retaken settles what was put back into the input box, now that the owner sent text: the same words, an edited form of
// them, which withdraws the first, or something else. Only a prompt shows that the box was emptied.
func (r *reader) retaken(text string, prompt bool) {
	for i := 0; i < len(r.st.Queue); {
		q := &r.st.Queue[i]
		switch {
		case q.Where == removed && prompt: // nothing else came of it
			r.deliver(q)
		case q.Where == takenUp && prompt:
			r.drop(q)
		case q.Where == inBox && same(q.Text, text):
			r.drop(q)
		case q.Where == inBox && edited(q.Text, text):
			ref := r.deliver(q)
			r.give(Item{Withdraw: &ref})
		case q.Where == inBox && prompt:
			r.deliver(q)
		default:
			i++
		}
	}
}

// restOfQueue gives out what no other row records when the file ends.
func (r *reader) restOfQueue() {
	for len(r.st.Queue) > 0 {
		if q := &r.st.Queue[0]; q.Where == takenUp {
			r.drop(q)
		} else {
			r.deliver(q)
		}
	}
}

// attachment takes a message that was handed to the running turn.
func (r *reader) attachment(w *row) {
	a := w.attached()
	text := r.mask(ownWords(a.Prompt.text()))
	trimmed := strings.TrimSpace(text)
	if a.Type != "queued_command" || trimmed == "" || r.st.again("attachment", or(a.Timestamp, w.Timestamp), text) {
		return
	}
	r.delivered(text, a.SourceUUID)
	switch {
	case a.CommandMode != "" && a.CommandMode != "prompt", a.Origin.other():
	case a.Meta, w.Meta, w.RowSource == "hook", a.RowSource == "hook":
	case sdkEntrypoint(w.Entrypoint) && (w.Entrypoint != "sdk-cli" || a.RowSource == ""): // as for prompts
	case machineWritten(trimmed), bareCommand(trimmed):
	default:
		r.retaken(text, false)
		r.word(w, db.Word{Channel: db.Queued, At: clock(a.Timestamp), Text: text})
	}
}

func same(a, b string) bool {
	return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

// edited says whether b looks like a, edited: more than half of the words of the shorter one stand in the other.
func edited(a, b string) bool {
	words, other := strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	if len(words) > len(other) {
		words, other = other, words
	}
	in := make(map[string]bool, len(other))
	for _, w := range other {
		in[w] = true
	}
	n := 0
	for _, w := range words {
		if in[w] {
			n++
		}
	}
	return 2*n > len(words)
}
