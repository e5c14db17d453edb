package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/compact-keeper/compact-keeper/app"
)

// progress shows how far a long piece of work is: on a terminal in one line that changes in place, else in a line now and
// then. (The libraries for this bring a renderer with threads, colours and templates; one line needs none of it.)
type progress struct {
	out         io.Writer
	width       func() int // of the terminal; 0 where there is none
	now         func() time.Time
	total, from int64 // bytes; from were done before
	began, last time.Time
	drawn       int // characters of the line that stands
}

func newProgress(out io.Writer, total int64) *progress {
	p := &progress{out: out, width: func() int { return terminalWidth(out) }, now: time.Now, total: total}
	p.began = p.now()
	p.last = p.began
	return p
}

// terminalWidth is 0 where out is no terminal.
func terminalWidth(out io.Writer) int {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 1 {
		return 80
	}
	return width
}

// at says how many bytes are done.
func (p *progress) at(done int64) {
	width, every := p.width(), 100*time.Millisecond
	if width == 0 {
		every = 10 * time.Second
	}
	if p.now().Sub(p.last) < every {
		return
	}
	p.last = p.now()
	if width == 0 {
		fmt.Fprintln(p.out, p.text(done))
		return
	}
	p.draw(p.line(done, width-1)) // in the last column some terminals begin a new line
}

// end takes the line away.
func (p *progress) end() {
	if p.drawn > 0 {
		p.draw("")
		fmt.Fprint(p.out, "\r")
	}
}

func (p *progress) draw(line string) {
	n := len([]rune(line))
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", max(0, p.drawn-n)))
	p.drawn = n
}

// line is the text with a bar before it, as far as that fits.
func (p *progress) line(done int64, width int) string {
	text := p.text(done)
	room := min(40, width-len([]rune(text))-3)
	if room < 5 {
		return string([]rune(text)[:min(len([]rune(text)), width)])
	}
	full := int(int64(room) * done / max(p.total, 1))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", room-full) + "] " + text
}

func (p *progress) text(done int64) string {
	s := fmt.Sprintf("%3d %% of %s", 100*done/max(p.total, 1), size(p.total))
	took := p.now().Sub(p.began).Seconds()
	if rate := float64(done) / took; took > 0 && rate > 0 {
		left := time.Duration(float64(p.total-done) / rate * float64(time.Second))
		s += fmt.Sprintf("  %s/s  %s left", size(int64(rate)), left.Round(time.Second))
	}
	return s
}

func size(n int64) string { return app.Size(n) }
