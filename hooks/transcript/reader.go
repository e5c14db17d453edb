package transcript

import (
	"bytes"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// reader turns rows into items, with st as its memory.
type reader struct {
	st      *State
	mask    func(string) string
	items   []Item
	decoded bool   // decode every row; tests compare the two ways
	said    []byte // the newest assistant row with a text, not decoded yet
}

// line takes one line. A nil line was too long to be held.
func (r *reader) line(line []byte) {
	if line == nil {
		r.st.Skipped.Overlong++
		return
	}
	if r.st.Line == 0 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	for n := 0; n < rowsOfLine; n++ {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			return
		}
		line = r.row(line)
	}
}

// rowsOfLine is how many rows are looked for in one line. There is one, but for a write that a full disk cut off: the
// client goes on behind it.
const rowsOfLine = 8

// row takes the row that line begins with and returns what may be another one.
func (r *reader) row(line []byte) (rest []byte) {
	if line[0] != '{' {
		r.st.Skipped.Malformed++
		return nil
	}
	v := take
	if !r.decoded {
		v = peek(line, r.st.waits)
	}
	switch v {
	case skip:
		r.st.Rows++
	case unknown:
		r.st.Skipped.Unknown++
	case reply, replyText:
		r.st.Rows++
		r.st.Prompt = nil
		if v == replyText {
			r.said = append(r.said[:0], line...)
		}
	default:
		w, rest, ok := parse(line)
		if !ok {
			r.st.Skipped.Malformed++
			return nextRow(line)
		}
		r.take(&w)
		return rest
	}
	return nil
}

// nextRow finds the row behind one that was cut off. What looks like a row inside a text has its quotes escaped.
func nextRow(line []byte) []byte {
	if i := bytes.Index(line[1:], []byte(`{"parentUuid":`)); i >= 0 {
		return line[1+i:]
	}
	return nil
}

// take gives a row to the part that knows its type.
func (r *reader) take(w *row) {
	if !telling([]byte(w.Type)) {
		if silent(w.Type) {
			r.st.Rows++
		} else {
			r.st.Skipped.Unknown++
		}
		return
	}
	r.st.Rows++
	if w.Sidechain || w.AgentID != "" {
		return
	}
	r.st.SessionID = or(w.SessionID, r.st.SessionID)
	r.st.ClientVersion = or(w.Version, r.st.ClientVersion)
	r.st.Root = or(r.st.Root, w.CWD)
	if r.passes(w.at()) {
		r.st.Prompt = nil
		r.endTurn() // whose end may be one of the rows that are passed over
		return
	}
	switch w.Type {
	case "user":
		r.user(w)
	case "assistant":
		r.assistant(w)
	case "system":
		r.system(w)
	case "attachment":
		r.attachment(w)
	case "queue-operation":
		r.queue(w)
	}
}

// passes tells whether nothing is taken of what was written at the time.
func (r *reader) passes(at time.Time) bool { return r.st.PassOver != nil && r.st.PassOver(at) }

func (r *reader) give(i Item) { r.items = append(r.items, i) }

// settle reads what was put off: the text of the newest assistant row.
func (r *reader) settle() {
	if len(r.said) > 0 {
		var w row
		c := cursor{b: r.said}
		c.object(func(key []byte) bool {
			switch string(key) {
			case "message":
				w.Message = c.raw()
			case "timestamp":
				w.Timestamp = c.text()
			default:
				c.skip()
			}
			return w.Message == nil || w.Timestamp == ""
		})
		if !r.passes(w.at()) {
			r.says(w.blocks().text(), w.at())
		}
		r.said = r.said[:0]
	}
}

// says keeps the end of an assistant's text as what the owner's next short message may answer.
func (r *reader) says(text string, at time.Time) {
	if text != "" {
		r.st.Proposal, r.st.SaidAt = tail(r.mask(text), proposalBytes), at
	}
}

func (r *reader) assistant(w *row) {
	r.st.Prompt = nil
	r.settle()
	blocks := w.blocks()
	r.says(blocks.text(), w.at())
	for _, b := range blocks {
		if b.Type == "tool_use" {
			r.toolUse(w, b)
		}
	}
}

// system takes the rows by which the client notes the end of a turn and a compaction.
func (r *reader) system(w *row) {
	switch w.Subtype {
	case "turn_duration":
		r.endTurn()
	case "stop_hook_summary":
		switch string(w.HookErrors) {
		case "", "[]", "null": // a Stop hook that objects makes the turn go on
			r.endTurn()
		}
	case "compact_boundary":
		r.boundary(w)
	case "local_command":
		r.local(w, w.Content)
	}
}

func (r *reader) endTurn() {
	r.closeCompaction()
	if r.st.TurnOpen {
		r.st.TurnOpen = false
		r.give(Item{TurnEnd: true})
	}
}

// rest tells what the file leaves open.
func (r *reader) rest() {
	r.restOfQueue()
	r.closeCompaction()
}

// or returns the first string that is not empty.
func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// word completes w from the row that held it and gives it out.
func (r *reader) word(row *row, w db.Word) {
	w.SessionID, w.UUID, w.Line = or(row.SessionID, r.st.SessionID), row.UUID, r.st.Line
	if w.At.IsZero() {
		w.At = row.at()
	}
	r.give(Item{Word: &w})
}
