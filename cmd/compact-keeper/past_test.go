package main_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// longAgo is when the client wrote to the tests' transcripts last.
var longAgo = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// keep puts a transcript where the client keeps those of the folder cwd.
func (m machine) keep(cwd, session, text string) (path string) {
	m.Helper()
	folder := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '-'
	}, cwd)
	path = m.at(".claude/projects/" + folder + "/" + session + ".jsonl")
	m.put(path, text, 0o600)
	if err := os.Chtimes(path, longAgo, longAgo); err != nil {
		m.Fatal(err)
	}
	return path
}

// talk writes transcript rows as client 2.1.332 does.
type talk struct {
	session, cwd string
	text         strings.Builder
	rows         int
}

type fields map[string]any

func (s *talk) row(f fields) *talk {
	s.rows++
	row := fields{"uuid": fmt.Sprintf("%s-row-%d", s.session, s.rows), "sessionId": s.session, "cwd": s.cwd, "version": "2.1.332", "isSidechain": false,
		"timestamp": longAgo.Add(time.Duration(s.rows) * time.Second).Format(time.RFC3339Nano)}
	for k, v := range f {
		row[k] = v
	}
	text, err := json.Marshal(row)
	if err != nil {
		panic(err)
	}
	s.text.Write(append(text, '\n'))
	return s
}

func (s *talk) say(texts ...string) *talk {
	for _, text := range texts {
		s.row(fields{"type": "user", "promptId": fmt.Sprint("p", s.rows), "origin": fields{"kind": "human"}, "promptSource": "typed",
			"message": fields{"role": "user", "content": text}})
		s.row(fields{"type": "assistant", "message": fields{"role": "assistant", "content": []fields{{"type": "text", "text": "Understood."}}}})
	}
	return s
}

func (s *talk) compact(summary string) *talk {
	s.row(fields{"type": "system", "subtype": "compact_boundary", "parentUuid": nil,
		"compactMetadata": fields{"trigger": "auto", "preTokens": 155000, "postTokens": 4100}})
	return s.row(fields{"type": "user", "isCompactSummary": true,
		"message": fields{"role": "user", "content": "This session is being continued from a previous conversation.\n\nSummary:\n" + summary}})
}

// stateIn is the machine with another state folder.
func (m machine) stateIn(dir string) machine {
	m.env = append(slices.Clone(m.env), "XDG_STATE_HOME="+dir)
	return m
}

// ledger opens the database beneath the machine's ledger, to look at it.
func (m machine) ledger() *sql.DB {
	m.Helper()
	state := m.at(".local/state")
	for _, e := range m.env {
		if dir, ok := strings.CutPrefix(e, "XDG_STATE_HOME="); ok {
			state = dir
		}
	}
	path := filepath.Join(state, "compact-keeper", db.File)
	d, err := sql.Open("sqlite", "file:"+strings.ReplaceAll(path, " ", "%20")+"?mode=ro")
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() { d.Close() })
	return d
}

// list runs a query and returns its rows, a line each. When the keeper itself first saw something stands as "now".
func list(t testing.TB, d *sql.DB, query string, args ...any) (lines []string) {
	t.Helper()
	rows, err := d.Query(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		var line []string
		for i, v := range values {
			if columns[i] == "created_at" || columns[i] == "started_at" {
				v = "now"
			}
			line = append(line, fmt.Sprint(v))
		}
		lines = append(lines, strings.Join(line, "|"))
	}
	return lines
}

// tables returns the rows of every table of the ledger.
func (m machine) tables() map[string][]string {
	m.Helper()
	d, all := m.ledger(), map[string][]string{}
	for _, name := range list(m.T, d, "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'") {
		all[name] = list(m.T, d, "select * from "+name)
	}
	return all
}

// corpus are the real transcripts that the sessions of this project share.
func corpus(t testing.TB) []string {
	t.Helper()
	dir := os.Getenv("COMPACT_KEEPER_SHARED")
	if dir == "" { // beside the repository
		dir = filepath.Join("..", "..", "..", "shared")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "transcripts", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("the shared transcripts are not here")
	}
	return files
}
