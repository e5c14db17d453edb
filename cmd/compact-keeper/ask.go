package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// person is who sits before the terminal, if somebody does. Nothing is asked where nobody can answer.
type person struct {
	out   io.Writer
	in    *bufio.Reader
	there bool
}

// stdin is read by one reader, so that no line is lost between two questions.
var stdin = bufio.NewReader(os.Stdin)

func newPerson(out io.Writer) person {
	return person{out, stdin, term.IsTerminal(int(os.Stdin.Fd())) && terminalWidth(out) > 0}
}

// ask puts a question and returns the line that answers it, with usual for an empty one. ok is false where nobody answers:
// the input has ended, or ctx has.
func (p person) ask(ctx context.Context, question, usual string) (answer string, ok bool) {
	if !p.there {
		return "", false
	}
	fmt.Fprint(p.out, question+" ")
	line := make(chan string, 1)
	go func() {
		text, err := p.in.ReadString('\n')
		if err == nil {
			line <- strings.TrimSpace(text)
		}
		close(line)
	}()
	select {
	case answer, ok = <-line:
	case <-ctx.Done():
	}
	if !ok {
		fmt.Fprintln(p.out)
	}
	if answer == "" {
		answer = usual
	}
	return answer, ok
}

// yes asks until it is told y or n; an empty line is a yes, no answer at all is none.
func (p person) yes(ctx context.Context, question string) bool {
	for {
		answer, ok := p.ask(ctx, question+" [Y/n]", "y")
		switch {
		case !ok:
			return false
		case strings.EqualFold(answer, "y"), strings.EqualFold(answer, "yes"):
			return true
		case strings.EqualFold(answer, "n"), strings.EqualFold(answer, "no"):
			return false
		}
	}
}
