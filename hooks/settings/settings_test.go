package settings_test

import (
	"bytes"
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

// file is a settings file with what install makes of it.
type file struct {
	name, before, after string
	unit, eol           string // of after; two spaces and \n where empty
	undone              string // what uninstall gives back, where that is not before: an entry of ours stood there already
}

const theirs = `{"matcher": "compact", "hooks": [ {"type":"command","command":"echo  'hi'" , "timeout": 1.0e1} ]}`

var files = []file{
	{name: "no file", before: none, after: "{\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "an empty file", before: "", after: "{\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "nothing but white space", before: " \r\n\r\n", after: "{\n  \"hooks\": ‹hooks›\n}\n", eol: "\r\n"},
	{name: "nothing but a byte order mark", before: "\ufeff", after: "\ufeff{\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "an empty object", before: "{}", after: "{\n  \"hooks\": ‹hooks›\n}"},
	{name: "an empty object with space in it", before: "\n{  }\n\n", after: "\n{\n  \"hooks\": ‹hooks›\n}\n\n"},
	{name: "two spaces", before: "{\n  \"model\": \"opus\"\n}\n", after: "{\n  \"model\": \"opus\",\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "four spaces", unit: "    ", before: "{\n    \"model\": \"opus\"\n}\n", after: "{\n    \"model\": \"opus\",\n    \"hooks\": ‹hooks›\n}\n"},
	{name: "tabs", unit: "\t", before: "{\n\t\"model\": \"opus\"\n}\n", after: "{\n\t\"model\": \"opus\",\n\t\"hooks\": ‹hooks›\n}\n"},
	{name: "CRLF", eol: "\r\n", before: "{\r\n  \"model\": \"opus\"\r\n}\r\n", after: "{\n  \"model\": \"opus\",\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "a byte order mark", before: "\ufeff{\n  \"a\": 1\n}\n", after: "\ufeff{\n  \"a\": 1,\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "a byte order mark, CRLF and tabs", eol: "\r\n", unit: "\t", before: "\ufeff{\r\n\t\"a\": 1\r\n}", after: "\ufeff{\n\t\"a\": 1,\n\t\"hooks\": ‹hooks›\n}"},
	{name: "no line end at the end", before: "{\n  \"a\": 1\n}", after: "{\n  \"a\": 1,\n  \"hooks\": ‹hooks›\n}"},
	{name: "empty lines between members", before: "{\n\n  \"a\": 1,\n\n  \"b\": 2\n\n}\n", after: "{\n\n  \"a\": 1,\n\n  \"b\": 2,\n  \"hooks\": ‹hooks›\n\n}\n"},
	{name: "space around commas and colons", before: "{\n  \"a\" : 1 ,\n  \"b\" :\t2 \n}\n", after: "{\n  \"a\" : 1 ,\n  \"b\" :\t2,\n  \"hooks\":\t‹hooks› \n}\n"},
	{name: "a key twice", before: "{\n  \"model\": \"a\",\n  \"model\": \"b\"\n}\n", after: "{\n  \"model\": \"a\",\n  \"model\": \"b\",\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "unknown keys", before: "{\n  \"compaction\": {\"keep\": [\"a\"], \"queue\": true},\n  \"x-y\": null\n}\n",
		after: "{\n  \"compaction\": {\"keep\": [\"a\"], \"queue\": true},\n  \"x-y\": null,\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "odd but valid spellings", before: "{\n  \"é\\u00e9\\/\": [1.0E+2, -0, \"\\ud83d\", \"🦀 \u2028\", \"<&>\"]\n}\n",
		after: "{\n  \"é\\u00e9\\/\": [1.0E+2, -0, \"\\ud83d\", \"🦀 \u2028\", \"<&>\"],\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "bytes that are no UTF-8", before: "{\n  \"a\": \"\xff\xfe\"\n}\n", after: "{\n  \"a\": \"\xff\xfe\",\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "no hooks in hooks", before: "{\n  \"hooks\": { }\n}\n", after: "{\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "an empty list for one of our events", before: "{\n  \"hooks\": {\n    \"Stop\": [ ]\n  }\n}\n",
		after: "{\n  \"hooks\": {\n    \"Stop\": [\n      ‹Stop›\n    ],\n    ‹rest›\n  }\n}\n"},
	{name: "a hook of another event", before: "{\n  \"hooks\": {\n    \"PreToolUse\": [" + theirs + "]\n  },\n  \"a\": 1\n}\n",
		after: "{\n  \"hooks\": {\n    \"PreToolUse\": [" + theirs + "],\n    ‹rest›\n  },\n  \"a\": 1\n}\n"},
	{name: "an event the client does not know", before: "{\n  \"hooks\": {\n    \"Later\": []\n  }\n}\n",
		after: "{\n  \"hooks\": {\n    \"Later\": [],\n    ‹rest›\n  }\n}\n"},
	{name: "BR-32 another tool's compact hook stands on our event", before: "{\n  \"hooks\": {\n    \"SessionStart\": [\n      " + theirs + "\n    ]\n  }\n}\n",
		after: "{\n  \"hooks\": {\n    \"SessionStart\": [\n      " + theirs + ",\n      ‹SessionStart›\n    ],\n    ‹rest›\n  }\n}\n"},
	{name: "the key of hooks written with an escape", before: "{\n  \"\\u0068ooks\": {}\n}\n", after: "{\n  \"\\u0068ooks\": ‹hooks›\n}\n"},
	{name: "hooks twice, of which the client takes the last", before: "{\n  \"hooks\": {\"Stop\": [" + theirs + "]},\n  \"hooks\": {}\n}\n",
		after: "{\n  \"hooks\": {\"Stop\": [" + theirs + "]},\n  \"hooks\": ‹hooks›\n}\n"},
	{name: "BR-26 an older entry of ours: moved, other matcher, timeout in milliseconds, through a shell",
		before: "{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\n        \"matcher\": \"startup|resume\",\n        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"'/tmp/a b/compact-keeper-hook' --old\", \"timeout\": 30000}\n        ]\n      },\n      " + theirs + "\n    ]\n  }\n}\n",
		after:  "{\n  \"hooks\": {\n    \"SessionStart\": [\n      " + theirs + ",\n      ‹SessionStart›\n    ],\n    ‹rest›\n  }\n}\n",
		undone: "{\n  \"hooks\": {\n    \"SessionStart\": [\n      " + theirs + "\n    ]\n  }\n}\n"},
	{name: "an older entry of ours on an event we left",
		before: "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"/x/compact-keeper-hook\", \"args\": []}]}\n    ]\n  }\n}\n",
		after:  "{\n  \"hooks\": ‹hooks›\n}\n", undone: "{}\n"},
	{name: "an older entry of ours between two of someone else in one group",
		before: "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}, {\"type\": \"command\", \"command\": \"C:\\\\x\\\\compact-keeper-hook.exe\"}, {\"type\": \"command\", \"command\": \"b\"}]}\n    ]\n  }\n}\n",
		after:  "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}, {\"type\": \"command\", \"command\": \"b\"}]},\n      ‹Stop›\n    ],\n    ‹rest›\n  }\n}\n",
		undone: "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}, {\"type\": \"command\", \"command\": \"b\"}]}\n    ]\n  }\n}\n"},
	{name: "entries that only speak of our hook are someone else's",
		before: "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"cat /x/compact-keeper-hook\"}, {\"type\": \"command\", \"command\": \"/x/compact-keeper-hook.sh\"}, {\"type\": \"http\", \"url\": \"http://127.0.0.1/compact-keeper-hook\"}]}\n    ]\n  }\n}\n",
		after:  "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"cat /x/compact-keeper-hook\"}, {\"type\": \"command\", \"command\": \"/x/compact-keeper-hook.sh\"}, {\"type\": \"http\", \"url\": \"http://127.0.0.1/compact-keeper-hook\"}]},\n      ‹Stop›\n    ],\n    ‹rest›\n  }\n}\n"},
	{name: "values of the wrong kind that the client passes over",
		before: "{\n  \"hooks\": 7,\n  \"hooks\": {\n    \"Later\": null,\n    \"Stop\": [\n      \"x\",\n      {\"hooks\": {}},\n      {\"matcher\": null, \"hooks\": [\"y\", 8]}\n    ]\n  }\n}\n",
		after:  "{\n  \"hooks\": 7,\n  \"hooks\": {\n    \"Later\": null,\n    \"Stop\": [\n      \"x\",\n      {\"hooks\": {}},\n      {\"matcher\": null, \"hooks\": [\"y\", 8]},\n      ‹Stop›\n    ],\n    ‹rest›\n  }\n}\n"},
	{name: "a megabyte of permissions", before: "{\n  \"permissions\": {\"allow\": [" + strings.Repeat(`"Bash(go test ./...)", `, 50_000) + "0]},\n  \"a\": 1\n}\n",
		after: "{\n  \"permissions\": {\"allow\": [" + strings.Repeat(`"Bash(go test ./...)", `, 50_000) + "0]},\n  \"a\": 1,\n  \"hooks\": ‹hooks›\n}\n"},
}

func TestInstallKeepsEveryByteOfOthers(t *testing.T) {
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			l := newLab(t)
			if f.before != none {
				l.write(f.before)
			}
			plan, err := settings.PlanInstall(l.path, hookPath, l.state)
			if err != nil {
				t.Fatalf("plan: %v", err)
			}
			if l.file() != f.before {
				t.Error("planning wrote the file")
			}
			if _, err := os.Stat(l.state); err == nil {
				t.Error("planning made the state folder")
			}
			edit := l.install()
			if !bytes.Equal(plan.After, edit.After) {
				t.Error("install wrote something else than planned")
			}
			l.want("after install", l.file(), l.expand(f.after, or(f.unit, "  "), or(f.eol, "\n")))
			if second := l.install(); second.Changed() {
				t.Errorf("a second install changed something:\n%s", second.Diff())
			}
			l.uninstall()
			l.want("BR-40 after uninstall", l.file(), or(f.undone, f.before))
			if edit := l.uninstall(); edit.Changed() {
				t.Errorf("a second uninstall changed something:\n%s", edit.Diff())
			}
			if settings.Installed(l.state) {
				t.Error("still counts as installed")
			}
		})
	}
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
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
