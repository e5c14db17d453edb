package transcript

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

// Head is what the beginning of a transcript tells of its session.
type Head struct {
	SessionID string
	CWD       string    // the folder the session began in
	At        time.Time // of the first row that has one
	Known     bool      // a row of a type that the client writes was met
}

// headBytes is how far ReadHead looks: the client may begin a file with copies of files and lists of them.
const headBytes = 4 << 20

// ReadHead reads no further than the first row that names a folder. What no row has told by then stays zero.
func ReadHead(path string) (h Head, err error) {
	f, err := open(path)
	if err != nil {
		return h, fmt.Errorf("read head of transcript %s: %w", path, err)
	}
	defer f.Close()
	var head []byte
	for size := 16 << 10; h.CWD == "" && size <= headBytes; size *= 4 {
		buf := make([]byte, size-len(head))
		n, err := io.ReadFull(f, buf)
		head = append(head, buf[:n]...)
		h = headOf(head)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return h, nil
		}
		if err != nil {
			return h, fmt.Errorf("read head of transcript %s: %w", path, err)
		}
	}
	return h, nil
}

// headOf reads rows; the last of them may be cut off.
func headOf(text []byte) (h Head) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(text) {
		w, _, _ := parse(bytes.TrimSpace(line))
		h.Known = h.Known || telling([]byte(w.Type)) || silent(w.Type)
		h.SessionID = or(h.SessionID, w.SessionID)
		if h.At.IsZero() {
			h.At = w.at()
		}
		if h.CWD = w.CWD; h.CWD != "" {
			break
		}
	}
	return h
}
