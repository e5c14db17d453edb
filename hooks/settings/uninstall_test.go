package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

func TestAnUpgradeKeepsWhatIsNeededToGoBack(t *testing.T) {
	l := newLab(t)
	before := "{ \"hooks\": { } }"
	l.write(before)
	if _, err := settings.Install(l.path, "/old/compact-keeper-hook", l.state); err != nil {
		t.Fatal(err)
	}
	l.install()
	if strings.Contains(l.file(), "/old/") {
		t.Errorf("the old path stands yet:\n%s", l.file())
	}
	l.uninstall()
	l.want("uninstall after an upgrade", l.file(), before)

	l.write(before)
	if _, err := settings.Install(l.path, "/old/compact-keeper-hook", l.state); err != nil {
		t.Fatal(err)
	}
	l.write(strings.Replace(l.file(), "{", "{\"a\": 1,", 1))
	l.install()
	l.uninstall()
	l.want("uninstall after an edit and an upgrade", l.file(), "{\"a\": 1, \"hooks\": { } }")
}

func TestUninstallWorksWithoutTheStateFolder(t *testing.T) {
	for _, before := range []string{"{\n    \"a\": [ ]\n}", "{\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [" + theirs + "]\r\n\t}\r\n}\r\n"} {
		l := newLab(t)
		l.write(before)
		l.install()
		if err := os.RemoveAll(l.state); err != nil {
			t.Fatal(err)
		}
		l.uninstall()
		l.want("after uninstall", l.file(), before)
	}
}

func TestASecondInstallMakesUpForALostStateFolder(t *testing.T) {
	l := newLab(t)
	l.write("{\n  \"a\": 1\n}\n")
	l.install()
	if err := os.RemoveAll(l.state); err != nil {
		t.Fatal(err)
	}
	if e := l.install(); e.Changed() {
		t.Errorf("the file changed:\n%s", e.Diff())
	}
	if !settings.Installed(l.state) {
		t.Error("does not count as installed")
	}
	l.uninstall()
	l.want("after uninstall", l.file(), "{\n  \"a\": 1\n}\n")
}

// Losing what the copy held must not pass for "there was no file before us".
func TestALostCopyDeletesNothing(t *testing.T) {
	l := newLab(t)
	l.write("{\n  \"a\": 1\n}\n")
	l.install()
	for _, copy := range l.kept() {
		if err := os.Remove(copy); err != nil {
			t.Fatal(err)
		}
	}
	l.uninstall()
	l.want("after uninstall", l.file(), "{\n  \"a\": 1\n}\n")
}

func (l lab) kept() []string {
	l.Helper()
	list, err := filepath.Glob(filepath.Join(l.state, "settings-before-*.json"))
	if err != nil || len(list) != 1 {
		l.Fatalf("kept is %v (%v), want one copy", list, err)
	}
	return list
}
