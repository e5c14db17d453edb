package lab

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// Row is one row of a transcript, as far as tests look at it.
type Row struct {
	Type       string          `json:"type"`
	Subtype    string          `json:"subtype"`
	UUID       string          `json:"uuid"`
	Summary    bool            `json:"isCompactSummary"`
	Message    json.RawMessage `json:"message"`
	Attachment struct {
		Type   string `json:"type"`
		Event  string `json:"hookEvent"`
		Name   string `json:"hookName"`
		Stdout string `json:"stdout"`
	} `json:"attachment"`
}

// Transcript returns the rows of a session's transcript.
func (l *Lab) Transcript(sessionID string) []Row {
	l.T.Helper()
	b, err := os.ReadFile(l.TranscriptPath(sessionID))
	l.must(err)
	var out []Row
	for line := range strings.Lines(string(b)) {
		var r Row
		l.must(json.Unmarshal([]byte(line), &r))
		out = append(out, r)
	}
	return out
}

// TranscriptPath finds a session's transcript.
func (l *Lab) TranscriptPath(sessionID string) string {
	l.T.Helper()
	found, err := filepath.Glob(filepath.Join(l.Home, ".claude", "projects", "*", sessionID+".jsonl"))
	l.must(err)
	if len(found) != 1 {
		l.T.Fatalf("%d transcripts of session %s", len(found), sessionID)
	}
	return found[0]
}
