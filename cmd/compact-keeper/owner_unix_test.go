//go:build unix

package main_test

import (
	"os"
	"strings"
	"testing"
)

func TestRootTakesNothingAwayFromAUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	m := newMachine(t)
	m.put(m.at(".claude/settings.json"), "{}", 0o600)
	for _, path := range []string{m.home, m.at(".claude"), m.at(".claude/settings.json")} {
		if err := os.Chown(path, 1000, 1000); err != nil {
			t.Fatal(err)
		}
	}
	before := m.tree()
	for _, args := range [][]string{{"install"}, {"uninstall"}, {"doctor"}, {"up", "--no-import"}} {
		if out, code := m.run(args...); code != 1 || !strings.Contains(out, "Run it as that user, without sudo") {
			t.Errorf("%q: exit %d\n%s", args, code, out)
		}
	}
	if after := m.tree(); after != before {
		t.Errorf("it changed the home:\n%s\nbefore:\n%s", after, before)
	}
}
