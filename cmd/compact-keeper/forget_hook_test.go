package main_test

import (
	"os"
	"strings"
	"testing"
)

// An older hook executable knows nothing of what is forgotten, and would take it in again.
func TestNothingIsForgottenWhileAHookOfAnotherVersionIsInstalled(t *testing.T) {
	m := newMachine(t)
	m.does("Registered it in", "install")
	m.does("Off for ", "off", "--project", m.at("")) // so that there is a ledger
	hook := m.at(".local/share/compact-keeper/bin/compact-keeper-hook")
	if err := os.WriteFile(hook, []byte("an older one"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, code := m.run("forget", "--everything", "--yes"); code != 1 || !strings.Contains(out, "is of another version") {
		t.Errorf("exit %d\n%s", code, out)
	}
	m.does("0 sessions", "forget", "--everything", "--dry-run")
	m.does("Copied the hook executable", "install")
	m.does("Gone: 0 sessions", "forget", "--everything", "--yes")
}
