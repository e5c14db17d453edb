package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// A session that was compacted twice before the keeper came, and is open, gets back what it lacks at its next prompt.
func TestTheNextPromptPutsBackWhatPastCompactionsLost(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	const session = "5e550000-0000-4000-8000-000000000000"
	hook := lab.Build(t, "compact-keeper-hook")
	const kept, since = "Always answer in one paragraph.", "Put the banner on top of the page."
	s := (&talk{session: session, cwd: m.at("shop")}).say(rules[0]+".", kept).compact("They said: \"" + kept + "\" and \"" + rules[0] + ".\"")
	s.say(rules[1]+".", "Commit this now.", "It took four minutes again.").compact("They said: \""+kept+"\"").say(rules[2]+".", since)
	path := m.keep(s.cwd, session, s.text.String())
	m.put(m.at(fmt.Sprintf(".claude/sessions/%d.json", os.Getpid())), fmt.Sprintf(`{"pid":%d,"sessionId":%q,"startedAt":1}`, os.Getpid(), session), 0o600)
	prompt := func() string {
		t.Helper()
		stdin, err := json.Marshal(fields{"hook_event_name": "UserPromptSubmit", "session_id": session, "transcript_path": path, "cwd": s.cwd, "prompt": "go on"})
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(hook, "--state", m.at(".local/state/compact-keeper"))
		c.Stdin, c.Env = strings.NewReader(string(stdin)), m.env
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}

	lacks := "In your open session " + session + " (" + m.at("shop") + ") 2 are missing"
	m.does("In 2 compactions 2 of 3 decisions were lost or reworded.\n"+lacks+": "+m.program()+" import --yes puts them back at its next prompt.\n", "import")
	if out := prompt(); out != "" {
		t.Errorf("put back what nobody asked for:\n%s", out)
	}
	m.does(lacks+": put back at its next prompt.\nThat takes the hooks: "+m.program()+" install\n", "import", "--yes")
	out := prompt()
	for _, want := range rules[:2] {
		if !strings.Contains(out, want) {
			t.Errorf("%q was not put back:\n%s", want, out)
		}
	}
	for _, not := range []string{kept, rules[2], since, "Commit this now", "four minutes"} {
		if strings.Contains(out, not) {
			t.Errorf("%q was put back, which stands in the context or binds no more:\n%s", not, out)
		}
	}
	if out := prompt(); out != "" {
		t.Errorf("put back twice:\n%s", out)
	}
	m.unchangedBy("were lost or reworded.\n", "import", "--yes") // nothing is missing any more
	var listed []struct {
		State                          string
		Asked, Kept, Put_Back, Missing int
	}
	text, _ := m.run("compactions", "--json")
	if err := json.Unmarshal([]byte(text), &listed); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(listed); got != "[{past 3 1 2 0} {past 2 2 0 0}]" {
		t.Errorf("compactions are listed as %s", got)
	}
}

func TestOnTheRealClientTheNextPromptHoldsWhatPastCompactionsLost(t *testing.T) {
	t.Parallel()
	l := lab.New(t)
	l.Record()
	l.RecordAs("config", "ConfigChange", "")
	l.API.Set(func(s *fakeapi.Settings) { s.Summary, s.Usage = fakeapi.Drop, 5000 })
	tui := l.Type()
	for _, r := range rules {
		tui.Turn(r + ".")
	}
	tui.Compact()
	tui.Turn("my colleague came by at noon")
	tui.Turn("the build took four minutes today")
	tui.Compact()
	tui.Turn("what now")
	before := l.API.Take()
	if holdsAny(fold(before[len(before)-1].Text()), rules) {
		t.Fatal("the compactions lost nothing: nothing is shown here")
	}

	install(t, l)
	l.Until("the client takes up the hooks", func() bool { return len(l.RecordsOf("ConfigChange")) > 0 })
	session := l.RecordsOf("Stop")[0].Stdin.SessionID
	m := machine{T: t, home: l.Home, bin: filepath.Dir(lab.Build(t, "compact-keeper")), env: l.Env}
	m.does("In 2 compactions 3 of 3 decisions were lost or reworded.\nIn your open session "+session+" ("+l.Project+") 3 are missing: put back at its next prompt.\n", "import", "--yes")
	tui.Turn("and what now")
	rs := l.API.Take()
	stand(t, rs[len(rs)-1], rules...)
	tui.Turn("and after that")
	rs = l.API.Take()
	stand(t, rs[len(rs)-1], rules...)
	if n := strings.Count(fold(rs[len(rs)-1].Text()), fold(rules[0])); n != 1 {
		t.Errorf("%q stands %d times in the context", rules[0], n)
	}
}
