package settings_test

import (
	"bytes"
	"encoding/json"
	"strings"
)

const owned = "{\n\t\"model\": \"opus\"\n}\n"

// What others do to the file between install and uninstall.
var editedFiles = []file{
	{name: "the owner changes a value", before: owned, unit: "\t", after: ownedInstalled,
		edit: replace("opus", "sonnet"), undone: "{\n\t\"model\": \"sonnet\"\n}\n"},
	{name: "the owner adds a key before us", before: owned, unit: "\t", after: ownedInstalled,
		edit: replace("{\n", "{\n\t\"b\":  [ ],\n"), undone: "{\n\t\"b\":  [ ],\n\t\"model\": \"opus\"\n}\n"},
	{name: "the client adds a key behind us", before: owned, unit: "\t", after: ownedInstalled,
		edit: replace("\n}\n", ",\n\t\"z\": 1\n}\n"), undone: "{\n\t\"model\": \"opus\",\n\t\"z\": 1\n}\n"},
	{name: "the client writes the whole file in its own layout", before: owned, unit: "\t", after: ownedInstalled,
		edit: rewrite, undone: "{\n  \"model\": \"opus\"\n}\n"},
	{name: "another tool sorts all keys and squeezes the file", before: owned, unit: "\t", after: ownedInstalled,
		edit: squeeze, undone: `{"model":"opus"}`},
	{name: "the owner adds a hook of another event", before: owned, unit: "\t", after: ownedInstalled,
		edit:   replace(`"hooks": {`, `"hooks": { "PreToolUse": [] ,`),
		undone: "{\n\t\"model\": \"opus\",\n\t\"hooks\": { \"PreToolUse\": []\n\t}\n}\n"},
	{name: "the owner adds a group in front of ours", before: owned, unit: "\t", after: ownedInstalled,
		edit:   replace("\"SessionEnd\": [\n", "\"SessionEnd\": [\n{\"hooks\": [ ]} ,\n"),
		undone: "{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"SessionEnd\": [\n{\"hooks\": [ ]}\n\t\t]\n\t}\n}\n"},
	{name: "BR-32 another tool adds a group behind ours", before: owned, unit: "\t", after: ownedInstalled,
		edit:   replace("\n\t\t],\n\t\t\"SubagentStop\"", ",\n"+theirs+"\n\t\t],\n\t\t\"SubagentStop\""),
		undone: "{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"SessionStart\": [\n" + theirs + "\n\t\t]\n\t}\n}\n"},
	{name: "the owner puts a hook into a group of ours", before: owned, unit: "\t", after: ownedInstalled,
		edit:   replace(`"matcher": "^$", "hooks": [`, `"matcher": "^$", "hooks": [{"command": "x"},  `),
		undone: "{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"SubagentStop\": [\n\t\t\t{\"matcher\": \"^$\", \"hooks\": [{\"command\": \"x\"}]}\n\t\t]\n\t}\n}\n"},
	{name: "a hook with a timeout or matcher that the owner changed is ours yet", before: owned, unit: "\t", after: ownedInstalled,
		edit: replace(`"timeout": 10`, `"timeout": 60`), repair: true, undone: owned},
	{name: "an empty list of before us stays, with its space", before: "{\"hooks\": {\"Later\": [\n]}}",
		edit: replace(`{"hooks"`, `{"a": 1, "hooks"`), undone: "{\"a\": 1, \"hooks\": {\"Later\": [\n]}}"},
	{name: "an empty hooks object of before us stays", before: "{\n  \"hooks\": {}\n}\n", after: "{\n  \"hooks\": ‹hooks›\n}\n",
		edit: replace("{\n", "{\n  \"a\": 1,\n"), undone: "{\n  \"a\": 1,\n  \"hooks\": {}\n}\n"},
	{name: "a file that we made, and the client wrote in its own layout, goes", before: none, after: "{\n  \"hooks\": ‹hooks›\n}\n",
		edit: rewrite, undone: none},
	{name: "a file that we made, and the owner added to, stays", before: none, after: "{\n  \"hooks\": ‹hooks›\n}\n",
		edit: replace("{\n", "{\n  \"a\": 1,\n"), undone: "{\n  \"a\": 1\n}\n"},
	{name: "the owner took the hooks out by hand", before: owned, unit: "\t", after: ownedInstalled,
		edit: func(string) string { return "{}" }, repair: true, undone: "{}"},
	{name: "BR-33 another program wrote the file without our hooks", before: owned, unit: "\t", after: ownedInstalled,
		edit: func(string) string { return "{\"env\": {\"ANTHROPIC_BASE_URL\": \"http://x\"}}" }, repair: true,
		undone: "{\"env\": {\"ANTHROPIC_BASE_URL\": \"http://x\"}}"},
	{name: "BR-33 another program put the file back as it was before us", before: owned, unit: "\t", after: ownedInstalled,
		edit: func(string) string { return owned }, repair: true},
	{name: "the owner deleted the file", before: owned, unit: "\t", after: ownedInstalled,
		edit: func(string) string { return none }, repair: true, undone: none},
}

const ownedInstalled = "{\n\t\"model\": \"opus\",\n\t\"hooks\": ‹hooks›\n}\n"

func replace(old, new string) func(string) string {
	return func(text string) string {
		if !strings.Contains(text, old) {
			panic("nothing to edit: no " + old)
		}
		return strings.Replace(text, old, new, 1)
	}
}

// rewrite is the file as the client itself lays it out.
func rewrite(text string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		panic(err)
	}
	return b.String()
}

// squeeze is the file as a tool writes it that knows nothing of its order.
func squeeze(text string) string {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		panic(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
