package settings_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// clientSettings is the file as the client decodes it.
type clientSettings struct {
	Hooks map[string][]struct {
		Matcher string
		Hooks   []clientHook
	}
}

type clientHook struct {
	Type, Command string
	Args          []string
	Timeout       float64
	Shell         string
}

func (l lab) decoded() clientSettings {
	l.Helper()
	// Go would merge a key that stands twice; for the client the last one counts.
	var file map[string]json.RawMessage
	var s clientSettings
	if err := json.Unmarshal([]byte(l.file()), &file); err != nil {
		l.Fatal(err)
	}
	if err := json.Unmarshal(file["hooks"], &s.Hooks); err != nil {
		l.Fatal(err)
	}
	return s
}

func TestRegisteredEntries(t *testing.T) {
	l := newLab(t)
	l.install()
	var got []string
	for event, groups := range l.decoded().Hooks {
		for _, g := range groups {
			for _, h := range g.Hooks {
				got = append(got, fmt.Sprint(event, " ", g.Matcher, " ", h.Args))
				if h.Type != "command" || h.Command != hookPath {
					t.Errorf("%s runs %s %q, want command %q", event, h.Type, h.Command, hookPath)
				}
				if h.Timeout <= 0 || h.Timeout > 10 {
					t.Errorf("BR-27: %s has a timeout of %v s, want at most 10", event, h.Timeout)
				}
				if h.Args == nil || h.Shell != "" {
					t.Errorf("BR-38: %s goes through a shell", event)
				}
			}
		}
	}
	slices.Sort(got)
	s := "[--state " + l.state
	want := []string{
		"PostCompact  " + s + "]",
		"PreCompact auto " + s + " --part 1]", "PreCompact auto " + s + " --part 2]", "PreCompact auto " + s + " --part 3]", "PreCompact auto " + s + " --part 4]",
		"PreCompact manual " + s + " --part 1]",
		"SessionEnd  " + s + "]",
		"SessionStart compact " + s + " --part 1]", "SessionStart compact " + s + " --part 2]", "SessionStart compact " + s + " --part 3]", "SessionStart compact " + s + " --part 4]",
		"SessionStart startup|resume|clear|fork " + s + "]",
		"Stop  " + s + "]", "StopFailure  " + s + "]", "SubagentStop ^$ " + s + "]", "UserPromptSubmit  " + s + "]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("entries:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The client starts an entry with args as it stands; a program that writes down what it was given shows that paths
// arrive whole.
func TestBR36_BR37_PathsArriveAsTheyAre(t *testing.T) {
	for _, name := range []string{"First Last", "it's", `"quoted"`, "a & b (c)", "$HOME `x`", "ünïcödé 文 🦀", `back\slash`, "new\nline", "<tag>"} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			dir := filepath.Join(filepath.Dir(l.path), name)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			l.path, l.state = filepath.Join(dir, "settings.json"), filepath.Join(dir, "state")
			hook := filepath.Join(dir, settings.HookName)
			if err := os.WriteFile(hook, []byte("#!/bin/sh\nprintf '%s|' \"$0\" \"$@\"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			l.write("{\n  \"a\": 1\n}\n")
			if _, err := settings.Install(l.path, hook, l.state); err != nil {
				t.Fatal(err)
			}
			if !strings.ContainsAny(name, "\"\\\n") && !strings.Contains(l.file(), hook) {
				t.Errorf("the path is not readable in the file:\n%s", l.file())
			}
			h := l.decoded().Hooks["Stop"][0].Hooks[0]
			out, err := exec.Command(h.Command, h.Args...).Output()
			if err != nil {
				t.Fatal(err)
			}
			l.want("the hook was started as", string(out), hook+"|--state|"+l.state+"|")
			if e, err := settings.Install(l.path, hook, l.state); err != nil || e.Changed() {
				t.Errorf("a second install: %v\n%s", err, e.Diff())
			}
			l.uninstall()
			l.want("after uninstall", l.file(), "{\n  \"a\": 1\n}\n")
		})
	}
}

// Of a key that stands twice the client takes the last: our entries must not rest in the first.
func TestEntriesThatTheClientDoesNotReadAreMoved(t *testing.T) {
	for name, edit := range map[string]func(installed string) string{
		"hooks stands again": func(s string) string { return strings.TrimSuffix(s, "\n}\n") + ",\n  \"hooks\": {}\n}\n" },
		"an event stands again": func(s string) string {
			return strings.TrimSuffix(s, "\n  }\n}\n") + ",\n    \"Stop\": []\n  }\n}\n"
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			l.install()
			l.write(edit(l.file()))
			l.install()
			hooks := l.decoded().Hooks
			for _, event := range settings.Events() {
				if len(hooks[event]) == 0 {
					t.Errorf("%s runs nothing of ours in\n%s", event, l.file())
				}
			}
			if n := strings.Count(l.file(), hookPath); n != 16 {
				t.Errorf("%d entries of ours, want 16", n)
			}
		})
	}
}

func TestPathsThatAnEntryCannotHoldAreRefused(t *testing.T) {
	for name, paths := range map[string][2]string{
		"a relative hook":         {"bin/compact-keeper-hook", "/state"},
		"a relative state folder": {hookPath, "state"},
		"a path that is no UTF-8": {hookPath, "/home/\xff/state"},
	} {
		l := newLab(t)
		if _, err := settings.Install(l.path, paths[0], paths[1]); err == nil || l.file() != none {
			t.Errorf("%s: error %v, file %q; want an error and no file", name, err, l.file())
		}
	}
}

func TestOurEntriesAreKnownByTheirExecutable(t *testing.T) {
	for _, c := range []struct {
		name, entry string
		ours        bool
	}{
		{"exec form", `{"command": "/a b/compact-keeper-hook", "args": []}`, true},
		{"Windows", `{"command": "C:\\Users\\First Last\\compact-keeper-hook.exe", "args": ["--state", "x"]}`, true},
		{"shell form", `{"command": "compact-keeper-hook"}`, true},
		{"shell form with arguments", `{"command": "  /x/compact-keeper-hook --state /y >/dev/null"}`, true},
		{"shell form in double quotes", `{"command": "\"/a b/compact-keeper-hook\" --part 1"}`, true},
		{"shell form with a hidden space", `{"command": "/a\\ b/compact-keeper-hook; true"}`, true},
		{"another program of a like name", `{"command": "/x/my-compact-keeper-hook", "args": []}`, false},
		{"exec form of a program that is given our path", `{"command": "/bin/cat", "args": ["/x/compact-keeper-hook"]}`, false},
		{"shell form of a program that is given our path", `{"command": "/bin/cat /x/compact-keeper-hook"}`, false},
		{"exec form whose name goes on", `{"command": "/x/compact-keeper-hook --state", "args": []}`, false},
		{"no command", `{"type": "prompt", "prompt": "compact-keeper-hook"}`, false},
		{"an empty command", `{"command": ""}`, false},
		{"a command that is no string", `{"command": 7}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t)
			l.write(`{"hooks":{"Stop":[{"hooks":[` + c.entry + `]}]}}`)
			if e := l.uninstall(); e.Changed() != c.ours {
				t.Errorf("uninstall took it: %t, want %t", e.Changed(), c.ours)
			}
		})
	}
}

// BR-43: no program starts at a tool call, so that a turn costs two hooks however many tools it uses.
func TestBR43NoHookRunsAtAToolCall(t *testing.T) {
	for _, event := range settings.Events() {
		if strings.Contains(event, "Tool") {
			t.Errorf("%s is registered", event)
		}
	}
}
