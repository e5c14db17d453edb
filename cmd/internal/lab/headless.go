package lab

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// Result is what a headless run of the client says at its end.
type Result struct {
	SessionID string `json:"session_id"`
	Text      string `json:"result"`
	IsError   bool   `json:"is_error"`
}

// Print runs the client once, headless: claude -p ARGS PROMPT. Tools run without asking.
func (l *Lab) Print(prompt string, args ...string) Result {
	l.T.Helper()
	args = append([]string{"-p", "--output-format", "json", "--dangerously-skip-permissions", "--model", l.Model}, args...)
	cmd := l.headless(append(args, prompt)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	l.must(l.start(cmd))
	timeout := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer timeout.Stop()
	err := cmd.Wait()
	var r Result
	if jsonErr := json.Unmarshal(out.Bytes(), &r); jsonErr != nil {
		l.T.Fatalf("run claude %q: %v\n%s\n%s", args, err, out.Bytes(), errs.Bytes())
	}
	return r
}

// Resume runs the client once on a session that is not open.
func (l *Lab) Resume(sessionID, prompt string, args ...string) Result {
	l.T.Helper()
	return l.Print(prompt, append([]string{"--resume", sessionID}, args...)...)
}

// oneLine shortens a text for a failure's message.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return s[:min(len(s), 300)]
}
