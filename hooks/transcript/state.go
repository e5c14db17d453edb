package transcript

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// State is what a reader must remember between two readings of a file. It is small whatever the file's size: lists are
// cut at their newest entries.
type State struct {
	Offset  int64   `json:"offset"`
	Line    int     `json:"line"`
	Skipped Skipped `json:"skipped"`
	// Rows counts the rows of a known type: none of them, and the file is no transcript.
	Rows int `json:"rows"`
	// SessionID and ClientVersion are those of the newest row that told something.
	SessionID     string `json:"session_id"`
	ClientVersion string `json:"client_version"`

	Overlong bool   `json:"overlong,omitempty"` // Offset stands inside a line that is left out for its length
	Head     uint64 `json:"head"`               // fingerprint of the first bytes
	Tail     uint64 `json:"tail"`               // and of those before Offset

	Root     string    `json:"root,omitempty"` // folder the session began in
	TurnOpen bool      `json:"turn_open,omitempty"`
	Proposal string    `json:"proposal,omitempty"` // end of what the assistant said last, masked
	SaidAt   time.Time `json:"said_at,omitzero"`   // when it said that

	Prompt     *prompt             `json:"prompt,omitempty"`     // the newest one, while nothing answered it
	Queue      []queued            `json:"queue,omitempty"`      // typed while a turn ran, not delivered yet
	Calls      []call              `json:"calls,omitempty"`      // tool calls whose results are waited for
	Tasks      []db.Task           `json:"tasks,omitempty"`      // the client's list
	Compaction *db.CompactBoundary `json:"compaction,omitempty"` // waits for its summary
	EchoOf     string              `json:"echo_of,omitempty"`    // the manual compaction whose echo may follow
	Recent     []byte              `json:"recent,omitempty"`     // hashes of what was given out last

	// PassOver tells of which time nothing may be taken in. The caller sets it before each reading; it is not stored.
	PassOver func(at time.Time) bool `json:"-"`
}

// Skipped counts the rows that gave nothing because of their form. A row that is known to tell nothing is not looked
// into, so that it counts here only where its beginning shows what is wrong with it.
type Skipped struct {
	Malformed int `json:"malformed"`
	Unknown   int `json:"unknown"`
	Overlong  int `json:"overlong"`
}

// What State keeps at most.
const (
	mostQueued = 32
	mostCalls  = 32
	mostTasks  = 200
	mostRecent = 256
	printBytes = 1024
)

// prompt is a prompt of the owner that may still be taken back.
type prompt struct {
	UUID    string    `json:"uuid"`
	Parent  string    `json:"parent"`
	Line    int       `json:"line"`
	At      time.Time `json:"at"`
	Text    string    `json:"text"`              // masked, its beginning
	Blocked bool      `json:"blocked,omitempty"` // by a hook
}

// newest cuts list at its last n entries.
func newest[T any](list []T, n int) []T {
	if len(list) > n {
		return append(list[:0:0], list[len(list)-n:]...)
	}
	return list
}

// again says whether what parts name was given out shortly before, and remembers it. The client writes rows again, in a
// compaction that a mod changed up to the whole conversation.
func (st *State) again(parts ...string) bool {
	h := fnv.New64a()
	for _, p := range parts {
		io.WriteString(h, p)
		h.Write([]byte{0})
	}
	sum := h.Sum64()
	for i := 0; i+8 <= len(st.Recent); i += 8 {
		if binary.BigEndian.Uint64(st.Recent[i:]) == sum {
			return true
		}
	}
	if len(st.Recent) >= 8*mostRecent {
		st.Recent = st.Recent[:copy(st.Recent, st.Recent[8:])]
	}
	st.Recent = binary.BigEndian.AppendUint64(st.Recent, sum)
	return false
}

// fingerprint takes the prints of f's beginning and of the bytes before st.Offset.
func (st *State) fingerprint(f io.ReaderAt) (head, tail uint64, err error) {
	n := min(st.Offset, printBytes)
	if head, err = sum(f, 0, n); err == nil {
		tail, err = sum(f, st.Offset-n, n)
	}
	return head, tail, err
}

func sum(f io.ReaderAt, off, n int64) (uint64, error) {
	buf := make([]byte, n)
	if _, err := io.ReadFull(io.NewSectionReader(f, off, n), buf); err != nil {
		return 0, err
	}
	h := fnv.New64a()
	h.Write(buf)
	return h.Sum64(), nil
}
