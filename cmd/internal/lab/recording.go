package lab

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Record is one run of a recording hook.
type Record struct {
	Name       string    `json:"name"`
	Event      string    `json:"event"`
	At         time.Time `json:"at"`
	Stdin      Stdin     `json:"stdin"`
	Transcript []string  `json:"transcript"` // the rows that stood in the file
}

// Stdin is what the client gave a hook.
type Stdin struct {
	SessionID      string `json:"session_id"`
	TranscriptPath string `json:"transcript_path"`
	PromptID       string `json:"prompt_id"`
	AgentID        string `json:"agent_id"`
	Source         string `json:"source"`
	Trigger        string `json:"trigger"`
	Prompt         string `json:"prompt"`
	Summary        string `json:"compact_summary"`
	LastMessage    string `json:"last_assistant_message"`
}

// Events are the events that recording hooks are told of.
var Events = []string{
	"SessionStart", "UserPromptSubmit", "PreCompact", "SubagentStop", "PostCompact", "Stop", "StopFailure", "SessionEnd",
}

// Record registers a silent recording hook for every event of Events.
func (l *Lab) Record() {
	l.T.Helper()
	for _, e := range Events {
		l.RecordAs("record", e, "")
	}
}

// RecordAs registers a recording hook with a name and more flags, as -print TEXT.
func (l *Lab) RecordAs(name, event, matcher string, flags ...string) {
	l.T.Helper()
	l.must(os.MkdirAll(l.records(), 0o700))
	l.AddHook(event, matcher, Build(l.T, "internal/lab/testdata/record"), append([]string{"-name", name, "-out", l.records()}, flags...)...)
}

func (l *Lab) records() string { return filepath.Join(filepath.Dir(l.Home), "records") }

// Records returns what recording hooks wrote down, in the order of their starts.
func (l *Lab) Records() []Record {
	l.T.Helper()
	files, err := filepath.Glob(filepath.Join(l.records(), "*.json"))
	l.must(err)
	out := make([]Record, 0, len(files))
	for _, f := range files {
		b, err := os.ReadFile(f)
		l.must(err)
		var r Record
		l.must(json.Unmarshal(b, &r))
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Record) int { return a.At.Compare(b.At) })
	return out
}

// RecordsOf returns the records of one event.
func (l *Lab) RecordsOf(event string) []Record {
	l.T.Helper()
	return slices.DeleteFunc(l.Records(), func(r Record) bool { return r.Event != event })
}
