package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

func TestNoTranscriptOfAProjectThatIsOffIsOpened(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	const secret = "Never tell anybody about the plum tart."
	off, on := m.at("off"), m.at("on")
	var closed []string
	for i, cwd := range []string{off, off + "/src", off + "-or not", on} {
		if err := os.MkdirAll(cwd, 0o700); err != nil {
			t.Fatal(err)
		}
		s := talk{session: []string{"a", "b", "c", "d"}[i], cwd: cwd}
		path := m.keep(cwd, s.session+"0000000-0000-4000-8000-000000000000", s.say(secret+" Said in "+cwd+".").text.String())
		if cwd != on {
			closed = append(closed, path)
		}
	}
	m.does("Off for", "off", "--project", off)
	var folders []string
	for _, path := range closed {
		folders = append(folders, filepath.Dir(path))
	}
	opened := opens(t, append(folders, m.at(".claude/projects/"+filepath.Base(folders[0])))...)
	m.does("Not opened: 3 transcripts of "+off+", which is off.\n", "import")
	m.does("Not opened: 3 transcripts", "import", closed[0], filepath.Dir(closed[1]), closed[2])
	for _, path := range opened() {
		if slices.Contains(closed, path) {
			t.Errorf("opened %s", path)
		}
	}
	if got := list(t, m.ledger(), "select quote from decision"); len(got) != 1 || !strings.HasSuffix(got[0], "tart.") {
		t.Errorf("imported %q", got)
	}

	// Only now, so that the watch above is known to see what is opened.
	m.does("On for", "on", "--project", off)
	m.does("of 3 transcripts", "import")
	seen := opened()
	for _, path := range closed {
		if len(seen) > 0 && !slices.Contains(seen, path) {
			t.Errorf("the watch did not see that %s was opened: %q", path, seen)
		}
	}
	if len(seen) == 0 && os.Getenv("CI") != "" {
		t.Error("nothing watched the files")
	}
}

// What the client makes of a path is how we know a project that is off without opening its files.
func TestTheClientNamesAProjectsFolderAsWeDo(t *testing.T) {
	t.Parallel()
	l := lab.New(t)
	m := machine{T: t, home: l.Home, bin: filepath.Dir(lab.Build(t, "compact-keeper")), env: l.Env}
	for _, name := range []string{"plain", "Größe & Co. (2)_x", "😀", strings.Repeat("long name ", 20)} {
		l.Project = filepath.Join(filepath.Dir(l.Home), name)
		if err := os.MkdirAll(l.Project, 0o700); err != nil {
			t.Fatal(err)
		}
		l.Print("Never push to main without asking me.")
		m.does("Off for", "off", "--project", l.Project)
		if out, code := m.run("import"); code != 0 || !strings.Contains(out, "Not opened: 1 transcript of "+l.Project) {
			t.Errorf("%q: exit %d\n%s", name, code, out)
		}
		if got := list(t, m.ledger(), "select count(*) from session"); got[0] != "0" {
			t.Errorf("%q: %s sessions", name, got)
		}
	}
}
