package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
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

func TestWhatAnImportTakesFromOddTranscripts(t *testing.T) {
	t.Parallel()
	const cwd = "/home/owner/shop"
	const first, second = "Never push to main without asking me.", "Use pnpm in this repository, not yarn."
	start := func() *talk { return (&talk{session: "5e55", cwd: cwd}).say(first) }
	rows := func(s *talk) string { return s.text.String() }
	lines := func(text string, n int) string { return strings.Join(strings.SplitAfter(text, "\n")[:n], "") }
	whole := rows(start().compact("They talked.").say(second))
	long := `{"type":"user","sessionId":"5e55","message":{"role":"user","content":[{"type":"tool_result","content":"` + strings.Repeat("x", 70<<20) + "\"}]}}\n"
	for _, c := range []struct {
		name, text         string
		words, compactions int
	}{
		{"BR-55 a second copy of a compaction", rows(start().compact("They talked.")) + lines(whole, 4) + rows(&talk{}), 1, 1},
		{"BR-55 a row that is malformed", whole[:20] + "\n" + whole + "{\"type\":\n", 2, 1},
		{"BR-56 a line of 70 MB", lines(whole, 4) + long + strings.TrimPrefix(whole, lines(whole, 4)), 2, 1},
		{"BR-56 no end of the last line", strings.TrimSuffix(rows((&talk{session: "5e55", cwd: cwd}).row(fields{"type": "user", "origin": fields{"kind": "human"}, "promptSource": "typed",
			"message": fields{"role": "user", "content": first}})), "\n"), 1, 0},
		{"BR-58 the history written again behind a compaction", whole + whole + whole, 2, 1},
		{"BR-59 the history again with changed fields", whole + strings.ReplaceAll(whole, `"2.1.332"`, `"2.1.333"`), 2, 1},
		{"BR-60 a subagent's rows", strings.ReplaceAll(whole, `"isSidechain":false`, `"isSidechain":true`) + rows(start()), 1, 0},
		{"rows of other sessions, as a fork has them", strings.ReplaceAll(whole, `"sessionId":"5e55"`, `"sessionId":"other"`), 2, 1},
		{"a compaction whose summary never came", lines(whole, 3), 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.keep(cwd, "5e550000-0000-4000-8000-000000000000", c.text)
			m.does("of 1 transcript", "import")
			d := m.ledger()
			got := list(t, d, "select (select count(*) from word), (select count(*) from compaction), (select count(*) from compaction where state = 'past' and settled), (select count(*) from session)")
			if want := fmt.Sprintf("%d|%d|%[2]d|1", c.words, c.compactions); got[0] != want {
				t.Errorf("words, compactions, past ones, sessions: %s, want %s", got[0], want)
			}
			m.unchangedBy("Nothing new", "import")
		})
	}
}

func TestOneTranscriptThatFailsDoesNotStopTheRest(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	const cwd = "/home/owner/shop"
	good := (&talk{session: "a", cwd: cwd}).say("Never push to main without asking me.").text.String()
	m.keep(cwd, "00000000-0000-4000-8000-000000000001", good)
	m.keep(cwd, "00000000-0000-4000-8000-000000000009", good)
	m.keep(cwd, "agent-1234", good)
	m.keep(cwd, "notes", "a,b\n1,2\n")
	m.keep(cwd, "lost", `{"type":"summary","summary":"shop"}`+"\n")
	folder := filepath.Dir(m.keep(cwd, "empty", ""))
	m.put(filepath.Join(folder, "00000000-0000-4000-8000-000000000001", "subagents", "agent-1.jsonl"), good, 0o600)
	for name, to := range map[string]string{"link": "00000000-0000-4000-8000-000000000001", "nowhere": "none"} {
		if err := os.Symlink(to+".jsonl", filepath.Join(folder, name+".jsonl")); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(lab.Need(t, "mkfifo"), filepath.Join(folder, "pipe.jsonl")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	out, code := m.run("import")
	for _, want := range []string{"Left out: 1 file (no row names the folder it belongs to).\n", "Left out: 3 files (not a regular file).\n",
		"Left out: 1 file (not a transcript of the client).\n", "of 2 transcripts.\n"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, want 0 and %q in\n%s", code, want, out)
		}
	}
	if got := list(t, m.ledger(), "select id from session order by id"); len(got) != 2 {
		t.Errorf("sessions %q", got)
	}
}

func TestGivenPathsAreImportedAndNoOthers(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	write := func(session string) string {
		return (&talk{session: session, cwd: "/home/owner/shop"}).say("Never push to main without asking me.").text.String()
	}
	m.keep("/home/owner/shop", "00000000-0000-4000-8000-000000000001", write("a"))
	m.put(m.at("backup/2025/old name.jsonl"), write("told by its rows"), 0o600)
	m.put(m.at("backup/2025/agent-1.jsonl"), write("b"), 0o600)
	m.put(m.at("backup/2025/x/subagents/y.jsonl"), write("c"), 0o600)
	m.put(m.at("single.txt"), write("d"), 0o600)
	m.does("of 2 transcripts", "import", m.at("backup"), m.at("single.txt"), m.at("backup/2025"))
	if got := list(t, m.ledger(), "select id from session order by id"); fmt.Sprint(got) != "[d told by its rows]" {
		t.Errorf("sessions %q", got)
	}
	if out, code := m.run("import", m.at("nowhere")); code != 1 || !strings.Contains(out, "there is no file or folder "+m.at("nowhere")) {
		t.Errorf("exit %d\n%s", code, out)
	}
	// The copy of a session that is followed elsewhere does not take its place.
	m.does("of 1 transcript", "import")
	m.put(m.at("copy/00000000-0000-4000-8000-000000000001.jsonl"), write("a")+write("a2"), 0o600)
	m.unchangedBy("Left out: 1 file (its session is read from another file)", "import", m.at("copy"))
}

// A fork begins with the row of its parent's compaction and has nothing of what stood before it.
func TestAForkHasWhatItsParentHadDecided(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	const rule = "Never push to main without asking me."
	parent := (&talk{session: "ffffffff-0000-4000-8000-000000000000", cwd: "/home/owner/shop"}).say(rule, "It took four minutes.")
	at := parent.text.Len()
	parent.compact("They talked.")
	fork := strings.ReplaceAll(parent.text.String()[at:], `"sessionId":"ffffffff-`, `"sessionId":"00000000-`)
	m.keep(parent.cwd, parent.session, parent.text.String())
	m.keep(parent.cwd, "00000000-0000-4000-8000-000000000000", fork) // comes first by its name
	m.does("In 2 compactions 2 of 2 decisions were lost or reworded.", "import")
	if got := list(t, m.ledger(), "select quote, status from decision where session_id like '0%'"); fmt.Sprint(got) != "["+rule+"|live]" {
		t.Errorf("the fork has %q", got)
	}
}

// BR-62: the client deletes its files after 30 days. What was imported stays, and so does what a hook has read before.
func TestBR62AnImportGoesOnWhereAHookStoppedAndOutlivesTheTranscript(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	const session = "5e550000-0000-4000-8000-000000000000"
	s := (&talk{session: session, cwd: m.at("shop")}).say(rules[0] + ".").compact("They talked.")
	path := m.keep(s.cwd, session, s.text.String())
	stdin, err := json.Marshal(fields{"hook_event_name": "Stop", "session_id": session, "transcript_path": path, "cwd": s.cwd})
	if err != nil {
		t.Fatal(err)
	}
	hook := exec.Command(lab.Build(t, "compact-keeper-hook"), "--state", m.at(".local/state/compact-keeper"))
	hook.Stdin, hook.Env = bytes.NewReader(stdin), m.env
	if err := hook.Run(); err != nil {
		t.Fatal(err)
	}
	m.keep(s.cwd, session, s.say(rules[1]+".").compact("They talked again.").text.String())
	m.does("In 2 compactions 2 of 2 decisions were lost or reworded.", "import")
	if err := os.RemoveAll(m.at(".claude/projects")); err != nil {
		t.Fatal(err)
	}
	m.unchangedBy("Found no transcript to import.", "import")
	got := list(t, m.ledger(), "select (select count(*) from word), (select count(*) from decision), (select group_concat(state) from compaction), (select count(*) from session)")
	if got[0] != "2|2|past,past|1" {
		t.Errorf("words, decisions, compactions, sessions: %s", got[0])
	}
}

// BR-57: a transcript may be larger than any memory. The hole stands for rows in which nobody speaks.
func TestBR57AHugeTranscriptIsImported(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	s := (&talk{session: "5e55", cwd: "/home/owner/shop"}).say(rules[0] + ".")
	path := m.keep(s.cwd, "5e550000-0000-4000-8000-000000000000", s.text.String())
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte("\n"+(&talk{session: "late", cwd: s.cwd}).say(rules[1]+".").text.String()), 1<<30); err != nil {
		t.Fatal(err)
	}
	m.does("Took in 1.1 GB of 1 transcript.", "import")
	if got := list(t, m.ledger(), "select count(*) from word"); got[0] != "2" {
		t.Errorf("%s words, want 2", got[0])
	}
}
