package web_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

// session makes a session in the project at root.
func (d *dashboard) session(id, root string) {
	d.Helper()
	d.write(func(t *db.Tx) error {
		_, err := t.EnsureSession(id, root, "/"+id+".jsonl")
		return err
	})
}

func TestThePageOfTheProjects(t *testing.T) {
	d := full(t)
	d.session("other", "/home/bert/shop")
	d.session("third", "/home/bert/ledger")
	d.project("/home/anna/empty")
	page := d.shows("/projects", "<h3>anna/shop</h3>", "<h3>bert/shop</h3>", "<h3>ledger</h3>",
		"1 session<", "3 compactions</a>", "5 live decisions</a>", "/compactions?project=1", "/decisions?project=1&amp;status=live",
		"1 project without a session", "For an hour", "Until tomorrow")
	used, unused, _ := strings.Cut(page, "without a session")
	if strings.Contains(used, "/home/anna/empty") || !strings.Contains(unused, "/home/anna/empty") {
		t.Errorf("the project without a session is not the last:\n%s", page)
	}
}

func TestWithoutAProjectThePageSaysHowOneComes(t *testing.T) {
	d := signedIn(t)
	if page := d.shows("/projects", "No project yet."); strings.Contains(page, "For an hour") {
		t.Errorf("it offers to pause what is not there:\n%s", page)
	}
}

func TestManyProjectsAreFound(t *testing.T) {
	d := signedIn(t)
	for i := range 400 {
		d.session(fmt.Sprint("s", i), fmt.Sprintf("/home/anna/work/p%03d", i))
	}
	rows := func(path string, texts ...string) int {
		t.Helper()
		return len(regexp.MustCompile(`id="project-\d+"`).FindAllString(d.shows(path, texts...), -1))
	}
	for _, c := range []struct {
		path string
		want int
		says string
	}{
		{"/projects", 30, "370 more projects"},
		{"/projects?switched=1", 31, "Stored: on."}, // the one that was used longest ago
		{"/projects?find=P39+anna", 10, `value="P39 anna"`},
		{"/projects?find=nowhere", 0, "No project has “nowhere” in its path."},
		{"/projects?all=1", 400, `name="all" value="1"`},
	} {
		if got := rows(c.path, c.says); got != c.want {
			t.Errorf("%s: %d projects, want %d", c.path, got, c.want)
		}
	}
	var file struct {
		Projects []struct {
			Root     string
			Sessions int
		}
	}
	if err := json.Unmarshal([]byte(d.shows("/projects?format=json")), &file); err != nil || len(file.Projects) != 400 || file.Projects[0].Sessions != 1 {
		t.Errorf("the file holds %d projects (%v), want all", len(file.Projects), err)
	}
	d.shows("/projects?format=md", "| /home/anna/work/p399 | on | 1 |")
}

func TestAProjectThatIsOffIsNotFoldedAway(t *testing.T) {
	d := signedIn(t)
	p := d.project("/home/anna/private")
	if err := d.db.SwitchProject(t.Context(), p.Root, false); err != nil {
		t.Fatal(err)
	}
	if page := d.shows("/projects", "/home/anna/private", `aria-checked="false"`); strings.Contains(page, "without a session") {
		t.Errorf("it is folded away:\n%s", page)
	}
}
