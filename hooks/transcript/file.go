package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

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

// portion is how much of a file is taken in one reading.
type portion struct {
	items int   // at most, but for those of the last row; 0: no limit
	bytes int64 // about; 0: no limit
	apart bool  // what precedes a compaction comes without it
	whole bool  // nobody writes to the file: an unfinished last line counts, and what the file left open is told
}

// read is ReadFile for any portion. more says that the portion ended before the file did.
func read(ctx context.Context, path string, r *reader, p portion) (more, reset bool, err error) {
	f, err := open(path)
	if err != nil {
		return false, false, fmt.Errorf("read transcript %s: %w", path, err)
	}
	defer f.Close()
	if r.mask == nil {
		r.mask = func(s string) string { return s }
	}
	if reset, err = r.resume(f); err == nil {
		more, err = r.rows(ctx, f, p)
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
	return more, reset, err
}

// resume finds out whether f is the file that the state speaks of, and begins anew where it is not.
func (r *reader) resume(f *os.File) (reset bool, err error) {
	if r.st.Offset > 0 {
		head, tail, err := r.st.fingerprint(f)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return false, err
		}
		if reset = err != nil || head != r.st.Head || tail != r.st.Tail; reset {
			*r.st = State{PassOver: r.st.PassOver}
		}
	}
	_, err = f.Seek(r.st.Offset, io.SeekStart)
	return reset, err
}

// rows reads lines until the end of the file, of the portion or of ctx.
func (r *reader) rows(ctx context.Context, f io.Reader, p portion) (more bool, err error) {
	l := lines{r: f, keep: promptHead, overlong: r.st.Overlong}
	from := r.st.Offset
	defer func() { r.st.Offset, r.st.Overlong = from+l.used, l.overlong }()
	for {
		line, some, err := l.next(ctx)
		if err != nil {
			return false, err
		}
		if !some {
			break
		}
		r.line(line)
		r.st.Line++
		if n := len(r.items); p.items > 0 && n >= p.items || p.bytes > 0 && l.used >= p.bytes || p.apart && n > 0 && r.st.Compaction != nil {
			return true, nil
		}
	}
	if p.whole {
		if rest := l.rest(); len(rest) > 0 {
			r.line(rest)
			r.st.Line++
			l.used += int64(len(rest))
		}
		r.rest()
	}
	return false, nil
}
