package settings_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// rewrite is the file as the client itself lays it out.
func rewrite(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestOnlyOurEntriesGoAfterOtherEdits(t *testing.T) {
	replace := func(old, new string) func(*testing.T, string) string {
		return func(t *testing.T, text string) string {
			if !strings.Contains(text, old) {
				t.Fatalf("nothing to edit: no %q", old)
			}
			return strings.Replace(text, old, new, 1)
		}
	}
	const plain = "{\n\t\"model\": \"opus\"\n}\n"
	for _, f := range []struct {
		name, before string
		edit         func(t *testing.T, installed string) string
		want         string
	}{
		{"the owner changes a value", plain, replace("opus", "sonnet"), "{\n\t\"model\": \"sonnet\"\n}\n"},
		{"the owner adds a key before us", plain, replace("{\n", "{\n\t\"b\":  [ ],\n"), "{\n\t\"b\":  [ ],\n\t\"model\": \"opus\"\n}\n"},
		{"the client adds a key behind us", plain, func(_ *testing.T, s string) string { return strings.TrimSuffix(s, "\n}\n") + ",\n\t\"z\": 1\n}\n" },
			"{\n\t\"model\": \"opus\",\n\t\"z\": 1\n}\n"},
		{"the client writes the whole file in its own layout", plain, rewrite, "{\n  \"model\": \"opus\"\n}\n"},
		{"the owner adds a hook of another event", plain, replace(`"hooks": {`, `"hooks": { "PreToolUse": [] ,`), "{\n\t\"model\": \"opus\",\n\t\"hooks\": { \"PreToolUse\": []\n\t}\n}\n"},
		{"the owner adds a group in front of ours", plain, replace("\"SessionEnd\": [\n", "\"SessionEnd\": [\n{\"hooks\": [ ]} ,\n"),
			"{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"SessionEnd\": [\n{\"hooks\": [ ]}\n\t\t]\n\t}\n}\n"},
		{"the owner puts a hook into a group of ours", plain, replace(`"matcher": "^$", "hooks": [`, `"matcher": "^$", "hooks": [{"command": "x"},  `),
			"{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"SubagentStop\": [\n\t\t\t{\"matcher\": \"^$\", \"hooks\": [{\"command\": \"x\"}]}\n\t\t]\n\t}\n}\n"},
		{"an empty list of before us stays, with its space", "{\"hooks\": {\"Stop\": [ ],\n\"Later\": [\n]}}", replace(`{"hooks"`, `{"a": 1, "hooks"`),
			"{\"a\": 1, \"hooks\": {\"Stop\": [ ],\n\"Later\": [\n]}}"},
		{"an empty hooks object of before us stays", "{\n  \"hooks\": {}\n}\n", replace("{\n", "{\n  \"a\": 1,\n"), "{\n  \"a\": 1,\n  \"hooks\": {}\n}\n"},
		{"a file that we made, and the client wrote in its own layout, goes", none, rewrite, none},
		{"a file that we made, and the owner added to, stays", none, replace("{\n", "{\n  \"a\": 1,\n"), "{\n  \"a\": 1\n}\n"},
		{"the owner took the hooks out by hand", plain, func(*testing.T, string) string { return "{}" }, "{}"},
		{"the owner deleted the file", plain, func(*testing.T, string) string { return none }, none},
	} {
		t.Run(f.name, func(t *testing.T) {
			l := newLab(t)
			if f.before != none {
				l.write(f.before)
			}
			l.install()
			if edited := f.edit(t, l.file()); edited == none {
				os.Remove(l.path)
			} else {
				l.write(edited)
			}
			l.uninstall()
			l.want("after uninstall", l.file(), f.want)
		})
	}
}

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

func TestASecondInstallLeavesWhatOthersMovedAbout(t *testing.T) {
	l := newLab(t)
	l.write("{\n\t\"model\": \"opus\"\n}\n")
	l.install()
	text := rewrite(t, l.file())
	l.write(strings.TrimSuffix(text, "\n    ]\n  }\n}\n") + ",\n" + theirs + "\n    ]\n  },\n\"z\": 1}")
	if e := l.install(); e.Changed() {
		t.Errorf("the file changed:\n%s", e.Diff())
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

// Losing the copy must not pass for "there was no file before us".
func TestALostCopyDeletesNothing(t *testing.T) {
	l := newLab(t)
	l.write("{\n  \"a\": 1\n}\n")
	l.install()
	if err := os.Remove(l.state + "/settings-before.json"); err != nil {
		t.Fatal(err)
	}
	l.uninstall()
	l.want("after uninstall", l.file(), "{\n  \"a\": 1\n}\n")
}
