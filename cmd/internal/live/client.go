package live

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// client is a running client: prompts go in as stream-json, events come out.
type client struct {
	session string // its id, once it told
	failure string // of the first hook that failed, as the client tells it

	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Closer
	events chan event
	errs   string // the file with its standard error
}

// event is one line of what the client prints.
type event struct {
	Type      string `json:"type"`
	SessionID string `json:"session_id"`
	Result    string `json:"result"`
	IsError   bool   `json:"is_error"`
	// of a hook that has run:
	Subtype  string `json:"subtype"`
	Hook     string `json:"hook_name"`
	Outcome  string `json:"outcome"`
	ExitCode int    `json:"exit_code"`
	Stderr   string `json:"stderr"`
}

// start starts the client in the scratch project.
func (s *scratch) start(ctx context.Context, path string) (*client, error) {
	c := &client{events: make(chan event, 64), errs: s.errs.Name()}
	c.cmd = s.command(ctx, path, "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
	c.cmd.Stderr = s.errs
	var out io.ReadCloser
	var err error
	if c.in, err = c.cmd.StdinPipe(); err == nil {
		out, err = c.cmd.StdoutPipe()
	}
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	c.out = out
	go c.read(io.TeeReader(out, s.log))
	return c, nil
}

func (c *client) read(out io.Reader) {
	defer close(c.events)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) == nil {
			c.events <- e
		}
		if err != nil {
			return
		}
	}
}

// say hands over a prompt and waits for the end of its turn.
func (c *client) say(ctx context.Context, prompt string) error {
	line, err := json.Marshal(map[string]any{"type": "user", "message": map[string]string{"role": "user", "content": prompt}})
	if err != nil {
		return err
	}
	c.in.Write(append(line, '\n')) // a client that does not take it ends, or ends no turn
	for {
		select {
		case e, open := <-c.events:
			switch {
			case !open && ctx.Err() == nil:
				said, _ := os.ReadFile(c.errs)
				return turnError("it ended", oneLine(string(said)))
			case e.SessionID != "":
				c.session = e.SessionID
			}
			if e.Subtype == "hook_response" && e.Outcome != "success" && c.failure == "" {
				c.failure = fmt.Sprintf("%s hook: %s (exit %d) %s", e.Hook, e.Outcome, e.ExitCode, e.Stderr)
			}
			if e.Type == "result" && e.IsError {
				return turnError("it refused", oneLine(e.Result))
			}
			if e.Type == "result" {
				return nil
			}
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// close lets the client end by itself, so that its SessionEnd hooks run, and ends what is left of it.
func (c *client) close() {
	c.in.Close()
	timeout := time.AfterFunc(endTime, func() {
		endGroup(c.cmd)
		c.out.Close() // who left the group may hold the other end
	})
	for range c.events {
	}
	timeout.Stop()
	endGroup(c.cmd) // a hook may have outlived it
	c.cmd.Wait()
}

// endTime is how long a client may take to end; its SessionEnd hooks run then.
const endTime = 5 * time.Second

func turnError(what, said string) error {
	return fmt.Errorf("the client took no turn: %s and said %q", what, said)
}
