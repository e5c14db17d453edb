package transcript

import (
	"bytes"
	"context"
	"io"
)

// How much of a line is held. A line longer than longLine is held on, up to longestLine, only where its beginning says
// that the owner speaks in it; else the rest of it is let go.
const (
	bufferSize  = 256 << 10
	longLine    = 8 << 20
	longestLine = 256 << 20
)

// lines reads whole lines, however long they are. Unlike bufio.Scanner it goes on behind a line that is too long.
type lines struct {
	r          io.Reader
	keep       func(head []byte) bool // whether a long line is worth holding
	buf        []byte
	start, end int   // what was read and not given out
	used       int64 // bytes given out
	overlong   bool  // the line that is being read is let go
	held       bool  // it is long, and worth holding
}

// next gives the next line without its end. more is false at the end of the file; an unfinished last line is not given
// out. A line that was let go is given out as nil, at its end. ctx is asked before each read of the file.
func (l *lines) next(ctx context.Context) (line []byte, more bool, err error) {
	seen := l.start
	for {
		if n := bytes.IndexByte(l.buf[seen:l.end], '\n'); n >= 0 {
			line = l.buf[l.start : seen+n]
			l.used += int64(len(line)) + 1
			l.start = seen + n + 1
			l.held = false
			if l.overlong {
				l.overlong = false
				return nil, true, nil
			}
			return line, true, nil
		}
		if l.letGo() {
			l.used += int64(l.end - l.start)
			l.start, l.end = 0, 0
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		seen = l.end - l.start
		if done, err := l.fill(); done || err != nil {
			return nil, false, err
		}
	}
}

// letGo says whether the line that is being read is not worth holding.
func (l *lines) letGo() bool {
	if size := l.end - l.start; !l.overlong && size >= longLine {
		l.held = l.held || l.keep(l.buf[l.start:l.end])
		l.overlong = !l.held || size >= longestLine
	}
	return l.overlong
}

// fill moves what is left to the front of the buffer and reads more behind it. The buffer grows with a long line and
// shrinks after it.
func (l *lines) fill() (done bool, err error) {
	left, size := l.end-l.start, len(l.buf)
	switch {
	case left == size:
		size = max(bufferSize, 2*size)
	case left < bufferSize:
		size = bufferSize
	}
	if size != len(l.buf) {
		buf := make([]byte, size)
		copy(buf, l.buf[l.start:l.end])
		l.buf = buf
	} else {
		copy(l.buf, l.buf[l.start:l.end])
	}
	l.start, l.end = 0, left
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	if err == io.EOF {
		return n == 0, nil
	}
	return false, err
}

// rest is the unfinished last line, once next has come to the end.
func (l *lines) rest() []byte {
	if l.overlong {
		return nil
	}
	return l.buf[l.start:l.end]
}
