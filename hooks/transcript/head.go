package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Head is what the beginning of a transcript tells of its session.
type Head struct {
	SessionID string
	CWD       string    // the folder the session began in
	Began     string    // the folder its conversation began in: a fork may be another's, made in a folder of its own
	At        time.Time // of the first row that has one
	Known     bool      // a row of a type that the client writes was met
}

// headBytes is how far ReadHead looks: the client may begin a file with copies of files and lists of them.
const headBytes = 4 << 20

// ReadHead reads no further than the client's first answer. What no row has told by then stays zero.
func ReadHead(path string) (h Head, err error) {
	f, err := open(path)
	if err != nil {
		return h, fmt.Errorf("read head of transcript %s: %w", path, err)
	}
	defer f.Close()
	var head []byte
	whole := false
	for size := 16 << 10; !whole && size <= headBytes; size *= 4 {
		buf := make([]byte, size-len(head))
		n, err := io.ReadFull(f, buf)
		head = append(head, buf[:n]...)
		h, whole = headOf(head)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return h, fmt.Errorf("read head of transcript %s: %w", path, err)
		}
	}
	h.Began = or(h.Began, h.CWD)
	return h, nil
}

// environment is the row in which the client tells the model where it is. A fork copies its parent's with the rest, while
// "cwd" of every row then names the fork's own folder (2.1.332).
type environment struct {
	Attachment struct {
		Type     string `json:"type"`
		Snapshot struct {
			WorkingDirectory string `json:"workingDirectory"`
		} `json:"snapshot"`
	} `json:"attachment"`
}

// headOf reads rows; the last of them may be cut off. whole says that the rest tells no more.
func headOf(text []byte) (h Head, whole bool) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(text) {
		w, _, _ := parse(bytes.TrimSpace(line))
		h.Known = h.Known || telling([]byte(w.Type)) || silent(w.Type)
		h.SessionID = or(h.SessionID, w.SessionID)
		if h.At.IsZero() {
			h.At = w.at()
		}
		h.CWD = or(h.CWD, w.CWD)
		var e environment
		if w.Type == "attachment" && json.Unmarshal(line, &e) == nil && e.Attachment.Type == "environment" {
			h.Began = e.Attachment.Snapshot.WorkingDirectory
		}
		if h.CWD != "" && (h.Began != "" || w.Type == "assistant") {
			return h, true
		}
	}
	return h, false
}
