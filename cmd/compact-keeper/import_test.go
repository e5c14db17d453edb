package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestWhatIsImportedIsWhatInspectShows(t *testing.T) {
	m := newMachine(t)
	var paths []string
	for i, f := range corpus(t) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, m.keep(fmt.Sprint("/home/owner/", i%5), strings.TrimSuffix(filepath.Base(f), ".jsonl"), string(text)))
	}
	out, code := m.run("import")
	if code != 0 || !strings.Contains(out, fmt.Sprintf("of %d transcripts", len(paths))) {
		t.Fatalf("exit %d\n%s", code, out)
	}
	t.Log(out)
	d := m.ledger()
	for _, path := range paths {
		var in struct {
			Words, Tasks, Boundaries, Compactions []json.RawMessage
			Decisions                             []struct{ Status string }
		}
		out, _ := m.run("inspect", "--json", path)
		if err := json.Unmarshal([]byte(out), &in); err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"words": len(in.Words), "decisions": len(in.Decisions), "tasks": len(in.Tasks), "boundaries": len(in.Boundaries), "compactions": len(in.Compactions)}
		for _, x := range in.Decisions {
			want[x.Status]++
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
			var err error
			if got[name], err = strconv.Atoi(n); err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: imported %v, inspect shows %v", filepath.Base(path), got, want)
		}
	}
	m.unchangedBy("Nothing new in 23 transcripts.", "import")
}

// unchangedBy runs a command that must not change a byte of any row.
func (m machine) unchangedBy(says string, args ...string) {
	m.Helper()
	before := m.tables()
	m.does(says, args...)
	for name, rows := range m.tables() {
		if !slices.Equal(rows, before[name]) {
			m.Errorf("%q changed table %s: %d rows before, %d after", args, name, len(before[name]), len(rows))
		}
	}
}
