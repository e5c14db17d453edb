package transcript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

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

// ErrNotRegular is returned for a path that is no regular file.
var ErrNotRegular = errors.New("not a regular file")

// open opens a regular file; a link or a pipe is refused, and does not block.
func open(path string) (*os.File, error) {
	named, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !named.Mode().IsRegular() {
		return nil, ErrNotRegular
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(named, opened) {
		err = ErrNotRegular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// read is ReadFile; whole also takes an unfinished last line and what the file left open.
func read(ctx context.Context, path string, r *reader, whole bool) (reset bool, err error) {
	f, err := open(path)
	if err != nil {
		return false, fmt.Errorf("read transcript %s: %w", path, err)
	}
	defer f.Close()
	if r.mask == nil {
		r.mask = func(s string) string { return s }
	}
	if reset, err = r.resume(f); err == nil {
		err = r.rows(ctx, f, whole)
	}
	if err == nil || errors.Is(err, ctx.Err()) {
		r.settle()
		var sumErr error
		if r.st.Head, r.st.Tail, sumErr = r.st.fingerprint(f); sumErr != nil {
			err = sumErr
		}
	}
	if err != nil {
		err = fmt.Errorf("read transcript %s: %w", path, err)
	}
	return reset, err
}

// resume finds out whether f is the file that the state speaks of, and begins anew where it is not.
func (r *reader) resume(f *os.File) (reset bool, err error) {
	if r.st.Offset > 0 {
		head, tail, err := r.st.fingerprint(f)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return false, err
		}
		if reset = err != nil || head != r.st.Head || tail != r.st.Tail; reset {
			*r.st = State{}
		}
	}
	_, err = f.Seek(r.st.Offset, io.SeekStart)
	return reset, err
}

// rows reads lines until the end of the file or of ctx.
func (r *reader) rows(ctx context.Context, f io.Reader, whole bool) error {
	l := lines{r: f, keep: promptHead, overlong: r.st.Overlong}
	from := r.st.Offset
	defer func() { r.st.Offset, r.st.Overlong = from+l.used, l.overlong }()
	for {
		line, more, err := l.next(ctx)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		r.line(line)
		r.st.Line++
		if !whole && len(r.items) >= Batch {
			break
		}
	}
	if whole {
		if rest := l.rest(); len(rest) > 0 {
			r.line(rest)
		}
		r.rest()
	}
	return nil
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
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return
	}
	if line[0] != '{' {
		r.st.Skipped.Malformed++
		return
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
		r.take(line)
	}
}

// take decodes a row and gives it to the part that knows its type.
func (r *reader) take(line []byte) {
	var w row
	if decode(line, &w) != nil {
		r.st.Skipped.Malformed++
		return
	}
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
	switch w.Type {
	case "user":
		r.user(&w)
	case "assistant":
		r.assistant(&w)
	case "system":
		r.system(&w)
	case "attachment":
		r.attachment(&w)
	case "queue-operation":
		r.queue(&w)
	}
}

func (r *reader) give(i Item) { r.items = append(r.items, i) }

// settle reads what was put off: the text of the newest assistant row.
func (r *reader) settle() {
	if len(r.said) > 0 {
		r.says(textOf(r.said))
		r.said = r.said[:0]
	}
}

// says keeps the end of an assistant's text as what the owner's next short message may answer.
func (r *reader) says(text string) {
	if text != "" {
		r.st.Proposal = tail(r.mask(text), proposalBytes)
	}
}

func (r *reader) assistant(w *row) {
	r.st.Prompt = nil
	r.settle()
	r.says(w.Message.Content.text())
	for _, b := range w.Message.Content {
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
		if len(w.HookErrors) == 0 { // a Stop hook that objects makes the turn go on
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
	if w.PromptID == "" {
		w.PromptID = row.PromptID
	}
	r.give(Item{Word: &w})
}
