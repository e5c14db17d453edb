package lab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"time"
)

// Living is a client that stays: prompts go in as stream-json, events come out.
type Living struct {
	SessionID string

	lab    *Lab
	cmd    *exec.Cmd
	in     io.WriteCloser
	events chan Event
	errs   bytes.Buffer
}

// Event is one line of a living client's output.
type Event struct {
	Type      string          `json:"type"`
	Subtype   string          `json:"subtype"`
	SessionID string          `json:"session_id"`
	Result    string          `json:"result"`
	IsError   bool            `json:"is_error"`
	Metadata  json.RawMessage `json:"compact_metadata"`
}

// Live starts a client that stays until Close or the test's end.
func (l *Lab) Live(args ...string) *Living {
	l.T.Helper()
	args = append([]string{
		"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose",
		"--dangerously-skip-permissions", "--model", l.Model,
	}, args...)
	v := &Living{lab: l, cmd: l.headless(args...), events: make(chan Event, 1024)}
	var err error
	v.in, err = v.cmd.StdinPipe()
	l.must(err)
	out, err := v.cmd.StdoutPipe()
	l.must(err)
	v.cmd.Stderr = &v.errs
	l.must(l.start(v.cmd))
	go v.read(out)
	l.T.Cleanup(v.Close)
	return v
}

func (v *Living) read(out io.Reader) {
	defer close(v.events)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		var e Event
		if json.Unmarshal(line, &e) == nil {
			v.events <- e
		}
		if err != nil {
			return
		}
	}
}

// Send hands over a prompt and does not wait.
func (v *Living) Send(prompt string) {
	v.lab.T.Helper()
	b, err := json.Marshal(map[string]any{
		"type": "user", "message": map[string]string{"role": "user", "content": prompt},
	})
	v.lab.must(err)
	_, err = v.in.Write(append(b, '\n'))
	v.lab.must(err)
}

// Say hands over a prompt, waits for its turn's end, and returns the turn's events.
func (v *Living) Say(prompt string) []Event {
	v.lab.T.Helper()
	v.Send(prompt)
	return v.Result()
}

// Result waits for the end of the turn that runs, and returns its events.
func (v *Living) Result() []Event {
	v.lab.T.Helper()
	var seen []Event
	timeout := time.After(time.Minute)
	for {
		select {
		case e, ok := <-v.events:
			if !ok {
				v.lab.T.Fatalf("the client ended in a turn: %s", oneLine(v.errs.String()))
			}
			if e.SessionID != "" {
				v.SessionID = e.SessionID
			}
			seen = append(seen, e)
			if e.Type == "result" {
				return seen
			}
		case <-timeout:
			v.lab.T.Fatalf("the turn did not end in a minute; %d events: %s", len(seen), oneLine(v.errs.String()))
		}
	}
}

// Close lets the client end by itself, and ends it where it does not.
func (v *Living) Close() {
	v.in.Close()
	timeout := time.AfterFunc(5*time.Second, func() { v.cmd.Process.Kill() })
	defer timeout.Stop()
	for range v.events {
	}
	v.cmd.Wait()
}
