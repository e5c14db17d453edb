package settings_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

var update = flag.Bool("update", false, "write the golden file")

const hookPath = "/opt/keeper/bin/compact-keeper-hook"

// lab is one settings file and one state folder, not made yet.
type lab struct {
	*testing.T
	path, state string
}

func newLab(t *testing.T) lab {
	t.Helper()
	dir := t.TempDir()
	return lab{t, filepath.Join(dir, "settings.json"), filepath.Join(dir, "state")}
}

func (l lab) write(text string) {
	l.Helper()
	if err := os.WriteFile(l.path, []byte(text), 0o644); err != nil {
		l.Fatal(err)
	}
}

// file is the settings file, "<none>" where there is none.
func (l lab) file() string {
	l.Helper()
	text, err := os.ReadFile(l.path)
	if errors.Is(err, os.ErrNotExist) {
		return none
	}
	if err != nil {
		l.Fatal(err)
	}
	return string(text)
}

const none = "<none>"

func (l lab) install() settings.Edit {
	l.Helper()
	e, err := settings.Install(l.path, hookPath, l.state)
	if err != nil {
		l.Fatalf("install: %v", err)
	}
	return e
}

func (l lab) uninstall() settings.Edit {
	l.Helper()
	e, err := settings.Uninstall(l.path, l.state)
	if err != nil {
		l.Fatalf("uninstall: %v", err)
	}
	return e
}

func (l lab) want(what, got, want string) {
	l.Helper()
	if got != want {
		l.Errorf("%s:\n%s", what, settings.Edit{Path: "want/got", Before: []byte(want), After: []byte(got)}.Diff())
	}
}

// golden is testdata/hooks.json, the value of "hooks" as it is installed, with the state folder of the lab.
func (l lab) golden() string {
	l.Helper()
	text, err := os.ReadFile("testdata/hooks.json")
	if err != nil {
		l.Fatal(err)
	}
	state, _ := json.Marshal(l.state)
	return strings.ReplaceAll(strings.TrimSuffix(string(text), "\n"), `"STATE"`, string(state))
}

// expand puts parts of the golden file in place of ‹hooks›, ‹EVENT› (its groups), ‹"EVENT"› (name and list) and
// ‹rest›: the members of all events that the text does not name, which have the indent of the line they start.
func (l lab) expand(text, unit, eol string) string {
	l.Helper()
	put := func(name, value string) {
		for {
			before, after, ok := strings.Cut(text, "‹"+name+"›")
			if !ok {
				return
			}
			line := before[strings.LastIndex(before, "\n")+1:]
			indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			text = before + strings.ReplaceAll(value, "\n", "\n"+indent) + after
		}
	}
	reindent := func(s string, levels int) string {
		var lines []string
		for _, line := range strings.Split(s, "\n") {
			body := strings.TrimLeft(line, " ")
			lines = append(lines, strings.Repeat(unit, max((len(line)-len(body))/2-levels, 0))+body)
		}
		return strings.Join(lines, "\n")
	}
	golden := l.golden()
	var rest []string
	for _, event := range settings.Events() {
		_, after, _ := strings.Cut(golden, `"`+event+`": `)
		list, _, ok := strings.Cut(after, "\n  ]")
		if !ok {
			l.Fatalf("testdata/hooks.json has no list for %s", event)
		}
		member := `"` + event + `": ` + reindent(list+"\n  ]", 1)
		if !strings.Contains(text, event) {
			rest = append(rest, member)
		}
		put(`"`+event+`"`, member)
		put(event, reindent(strings.TrimPrefix(list, "[\n    "), 2))
	}
	put("rest", strings.Join(rest, ",\n"))
	put("hooks", reindent(golden, 0))
	return strings.ReplaceAll(text, "\n", eol)
}

func TestGoldenHooks(t *testing.T) {
	l := newLab(t)
	l.install()
	state, _ := json.Marshal(l.state)
	text := strings.ReplaceAll(l.file(), string(state), `"STATE"`)
	text = strings.TrimSuffix(strings.TrimPrefix(text, "{\n  \"hooks\": "), "\n}\n")
	text = strings.ReplaceAll(text, "\n  ", "\n") + "\n"
	if *update {
		if err := os.WriteFile("testdata/hooks.json", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile("testdata/hooks.json")
	if err != nil {
		t.Fatal(err)
	}
	l.want("hooks differ from testdata/hooks.json", text, string(golden))
}

func TestOneLineFileStaysOneLine(t *testing.T) {
	for _, before := range []string{`{"model":"opus"}`, `{"model": "opus", "hooks": {"Stop": [ ]}}`, `{"hooks":{"Stop":[{"hooks":[]}]},"a":1}` + "\n"} {
		l := newLab(t)
		l.write(before)
		l.install()
		if got := l.file(); strings.Contains(strings.TrimSpace(got), "\n") || !json.Valid([]byte(got)) {
			t.Errorf("install of %s wrote:\n%s", before, got)
		}
		l.uninstall()
		l.want("after uninstall", l.file(), before)
	}
}
