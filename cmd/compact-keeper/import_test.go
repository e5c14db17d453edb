package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/db"
)

// longAgo is when the client wrote to the tests' transcripts last.
var longAgo = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// keepTranscript puts a file where the client keeps the transcripts of the folder cwd.
func keepTranscript(t *testing.T, home, cwd, session string, text []byte) string {
	t.Helper()
	folder := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '-'
	}, cwd)
	path := filepath.Join(home, ".claude", "projects", folder, session+".jsonl")
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err == nil {
		err = os.Chtimes(path, longAgo, longAgo)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// said writes transcript rows as client 2.1.332 does.
type said struct {
	session, cwd string
	text         strings.Builder
	rows         int
}

func (s *said) row(fields map[string]any) string {
	s.rows++
	uuid := fmt.Sprintf("%s-%d", s.session, s.rows)
	row := map[string]any{"uuid": uuid, "sessionId": s.session, "cwd": s.cwd, "version": "2.1.332", "isSidechain": false,
		"timestamp": longAgo.Add(time.Duration(s.rows) * time.Second).Format(time.RFC3339Nano)}
	for k, v := range fields {
		row[k] = v
	}
	text, err := json.Marshal(row)
	if err != nil {
		panic(err)
	}
	s.text.Write(append(text, '\n'))
	return uuid
}

func (s *said) say(texts ...string) *said {
	for _, text := range texts {
		s.row(map[string]any{"type": "user", "promptId": fmt.Sprint("p", s.rows), "origin": map[string]any{"kind": "human"}, "promptSource": "typed",
			"message": map[string]any{"role": "user", "content": text}})
		s.row(map[string]any{"type": "assistant", "message": map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "text", "text": "Understood."}}}})
	}
	return s
}

func (s *said) compact(summary string) *said {
	s.row(map[string]any{"type": "system", "subtype": "compact_boundary", "parentUuid": nil,
		"compactMetadata": map[string]any{"trigger": "auto", "preTokens": 155000, "postTokens": 4100}})
	s.row(map[string]any{"type": "user", "isCompactSummary": true,
		"message": map[string]any{"role": "user", "content": "This session is being continued from a previous conversation.\n\nSummary:\n" + summary}})
	return s
}

func (s *said) bytes() []byte { return []byte(s.text.String()) }

// ledgerHere opens the ledger of the test's home.
func ledgerHere(t *testing.T) *db.DB {
	t.Helper()
	d, err := writeLedger(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// openTables opens the database beneath the ledger.
func openTables(t *testing.T) *sql.DB {
	t.Helper()
	state, err := app.StateDir(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	d, err := sql.Open("sqlite", "file:"+filepath.Join(state, db.File)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// tables returns the rows of every table of the ledger. When the keeper itself first saw something stands as "now".
func tables(t *testing.T) map[string][]string {
	t.Helper()
	d, all := openTables(t), map[string][]string{}
	for _, name := range list(t, d, "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'") {
		all[name] = list(t, d, "select * from "+name)
	}
	return all
}

// list runs a query and returns its rows, a line each.
func list(t *testing.T, d *sql.DB, query string, args ...any) (lines []string) {
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

// corpus are the real transcripts that are shared between the sessions of this project, with old times.
func corpus(t *testing.T, home string) (paths []string) {
	t.Helper()
	files, _ := filepath.Glob("/work/shared/transcripts/*.jsonl")
	if len(files) == 0 {
		t.Skip("the shared transcripts are not here")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, keepTranscript(t, home, "/home/owner/"+filepath.Base(f)[:4], strings.TrimSuffix(filepath.Base(f), ".jsonl"), text))
	}
	return paths
}

func TestWhatIsImportedIsWhatInspectShows(t *testing.T) {
	home := newHome(t)
	paths := corpus(t, home)
	code, out, stderr := call("import")
	if code != 0 || !strings.Contains(out, fmt.Sprintf("of %d transcripts", len(paths))) {
		t.Fatalf("exit %d\n%s%s", code, out, stderr)
	}
	t.Log(out)
	d := openTables(t)
	for _, path := range paths {
		in, err := inspectFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"words": len(in.Words), "decisions": len(in.Decisions), "tasks": len(in.Tasks), "boundaries": len(in.Boundaries), "compactions": len(in.Compactions)}
		for _, x := range in.Decisions {
			want[string(x.Status)]++
		}
		got := map[string]int{}
		for _, line := range list(t, d, `with s as (select id as session_id from session where transcript = ?),
				x as (select d.status from decision d join s using (session_id) join word w on w.id = d.word_id where not w.withdrawn)
			select 'words', count(*) from word join s using (session_id)
			union all select 'decisions', count(*) from x
			union all select 'tasks', count(*) from task join s using (session_id)
			union all select 'boundaries', count(*) from boundary join s using (session_id)
			union all select 'compactions', count(*) from compaction join s using (session_id)
			union all select status, count(*) from x group by status`, path) {
			name, n, _ := strings.Cut(line, "|")
			if got[name], err = strconv.Atoi(n); err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: imported %v, inspect shows %v", filepath.Base(path), got, want)
		}
	}
	once := tables(t)
	code, out, stderr = call("import")
	if code != 0 || !strings.Contains(out, "Nothing new in 23 transcripts.") {
		t.Errorf("again: exit %d\n%s%s", code, out, stderr)
	}
	for name, rows := range tables(t) {
		if !slices.Equal(rows, once[name]) {
			t.Errorf("the second import changed table %s: %d rows before, %d after", name, len(once[name]), len(rows))
		}
	}
}
