package main_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

func TestProjectSwitchedOffLeavesNoTrace(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	bin := lab.Build(t, "compact-keeper")
	l.Run(bin, "off", "--project", l.Project)
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Say("and on")
	v.Say(fill)
	v.Say("after the automatic one")
	v.Close()
	for _, r := range l.API.Take() {
		silent(t, r)
	}
	for _, word := range append(rules, "and on", "after the automatic one") {
		if where := holds(t, l.Home, word); len(where) > 0 {
			t.Errorf("%q stands in %q", word, where)
		}
	}

	l.Run(bin, "on", "--project", l.Project)
	w := l.Live()
	decide(w)
	w.Say("/compact")
	w.Say("what now")
	stand(t, after(t, l), rules...)
	if where := holds(t, l.Home, rules[0]); len(where) == 0 {
		t.Errorf("%q stands nowhere in the state folder: the search above shows nothing", rules[0])
	}
}

// holds lists the files of our state folder that hold a text, byte for byte.
func holds(t *testing.T, home, text string) []string {
	t.Helper()
	state := filepath.Join(home, ".local", "state", "compact-keeper")
	var out []string
	err := filepath.WalkDir(state, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			out = append(out, strings.TrimPrefix(path, state))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The client resumes and forks a conversation from whatever folder one calls it in.
func TestAConversationOfAProjectThatIsOffStaysOutWhenItGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		resume []string
	}{
		{"forked", []string{"--fork-session"}},
		{"resumed", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := keeper(t)
			bin, home := lab.Build(t, "compact-keeper"), l.Project
			l.Run(bin, "off", "--project", home)
			v := l.Live()
			decide(v)
			v.Close()
			l.Project = filepath.Join(filepath.Dir(home), "other")
			if err := os.MkdirAll(l.Project, 0o700); err != nil {
				t.Fatal(err)
			}
			w := l.Live(append([]string{"--resume", v.SessionID}, c.resume...)...)
			w.Say("and on")
			w.Say("/compact")
			w.Say("what now")
			w.Close()
			if (w.SessionID == v.SessionID) != (c.resume == nil) {
				t.Fatal("it was not " + c.name)
			}
			for _, word := range append(rules, "and on") {
				if where := holds(t, l.Home, word); len(where) > 0 {
					t.Errorf("%q stands in %q", word, where)
				}
			}
		})
	}
}
