package fakeapi

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A prompt scripts its own answer:
//
//	[[text WORDS]] [[tool NAME {json}]] [[usage N]] [[sleep MS]] [[error CODE MESSAGE]]
//
// [[then]] parts the answers of one turn: the part before the first one answers the first request, the next part the
// request after the tool results, and so on. Several tools in one part are parallel calls. A tool's json may hold
// directives of its own, so a subagent is scripted from its parent's prompt.

// answer is what the server will send.
type answer struct {
	kind   Kind
	blocks []Block
	usage  int
	sleep  time.Duration
	status int // of an error; 0: none
	error  string
}

var toolCalls atomic.Int64

// readScript adds to a what step of the prompt's script says.
func readScript(prompt string, step int, a *answer) error {
	at := 0
	for rest := prompt; ; {
		_, after, found := strings.Cut(rest, "[[")
		if !found {
			return nil
		}
		rest = after
		if strings.HasPrefix(rest, "then]]") {
			at++
			continue
		}
		word, args, _ := strings.Cut(rest, " ")
		switch word {
		case "tool":
			block, used, err := toolCall(args)
			if err != nil {
				return fmt.Errorf("read the script %q: %w", word+" "+args, err)
			}
			rest = args[used:]
			if at == step {
				a.blocks = append(a.blocks, block)
			}
		case "text", "usage", "sleep", "error":
			arg, after, found := strings.Cut(args, "]]")
			if !found {
				return fmt.Errorf("read the script %q: no ]]", word+" "+args)
			}
			rest = after
			if at == step {
				a.apply(word, arg)
			}
		}
	}
}

// toolCall reads NAME {json} and says how far it reaches.
func toolCall(args string) (Block, int, error) {
	name, input, _ := strings.Cut(args, " ")
	dec := json.NewDecoder(strings.NewReader(input))
	b := Block{Type: "tool_use", Name: name, ID: fmt.Sprintf("toolu_fake%d", toolCalls.Add(1))}
	if err := dec.Decode(&b.Input); err != nil {
		return b, 0, err
	}
	return b, len(args) - len(input) + int(dec.InputOffset()), nil
}

func (a *answer) apply(word, arg string) {
	n, _ := strconv.Atoi(strings.TrimSpace(arg))
	switch word {
	case "text":
		a.blocks = append(a.blocks, Block{Type: "text", Text: arg})
	case "usage":
		a.usage = n
	case "sleep":
		a.sleep += time.Duration(n) * time.Millisecond
	case "error":
		code, message, _ := strings.Cut(arg, " ")
		a.status, _ = strconv.Atoi(code)
		a.error = message
	}
}

// text returns what the answer says, for the log.
func (a *answer) text() string {
	var parts []string
	for _, b := range a.blocks {
		parts = append(parts, b.Text+b.Name+string(b.Input))
	}
	return strings.Join(parts, "\n") + a.error
}
