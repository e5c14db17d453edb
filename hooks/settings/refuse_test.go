package settings_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

func TestBR31_WhatTheClientCannotReadIsRefusedUntouched(t *testing.T) {
	for _, f := range []struct {
		name, text   string
		line, column int
		says         string
	}{
		{"a line comment", "{\n  // mine\n  \"a\": 1\n}\n", 2, 3, "a comment"},
		{"a comment behind a value", "{\n  \"a\": 1, // mine\n  \"b\": 2\n}\n", 2, 11, "a comment"},
		{"a block comment behind a byte order mark", "\ufeff/* mine */ {}", 1, 1, "a comment"},
		{"a shell comment", "{\r\n\"é\": 1 # mine\r\n}", 2, 8, "a comment"},
		{"a trailing comma in an object", "{\n  \"a\": 1,\n}\n", 2, 9, "Remove the comma"},
		{"a trailing comma in a list", "{\n  \"a\": [1, 2 , \n]\n}\n", 2, 14, "Remove the comma"},
		{"two commas", `{"a": 1,, "b": 2}`, 1, 9, "invalid character ','"},
		{"a missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, "after object key:value pair"},
		{"a file cut off in a string", "{\n  \"hooks\": {\"St", 2, 16, "ends too early"},
		{"a file cut off before its last bracket", "{\n  \"a\": 1\n", 3, 1, "ends too early"},
		{"a file of zeros, as a power cut leaves", "\x00\x00\x00", 1, 1, "invalid character"},
		{"single quotes", "{'a': 1}", 1, 2, "invalid character"},
		{"a key without quotes", "{a: 1}", 1, 2, "invalid character"},
		{"a line end in a string", "{\"a\": \"x\ny\"}", 1, 9, "in string literal"},
		{"a second value", "{}\n{}", 2, 1, "after top-level value"},
		{"a list at the top", "[]\n", 1, 1, "the file must be one object"},
		{"a string at the top", "\n \"hooks\"", 2, 2, "the file must be one object"},
	} {
		t.Run(f.name, func(t *testing.T) {
			l := newLab(t)
			l.write(f.text)
			_, err := settings.Install(l.path, hookPath, l.state)
			refused(l, "install", err, f.line, f.column, f.says)
			_, err = settings.Uninstall(l.path, l.state)
			refused(l, "uninstall", err, f.line, f.column, f.says)
			l.want("the file", l.file(), f.text)
			if _, err := os.Stat(l.state); err == nil {
				t.Error("a refused install left a state folder")
			}
		})
	}
}

func refused(l lab, verb string, err error, line, column int, says string) {
	l.Helper()
	var r *settings.Refusal
	if !errors.As(err, &r) {
		l.Fatalf("%s: error %v, want a refusal", verb, err)
	}
	if r.Path != l.path || r.Line != line || r.Column != column || !strings.Contains(r.What, says) {
		l.Errorf("%s: refused with %q, want line %d, column %d and %q", verb, err, line, column, says)
	}
}

// The client's own file can be damaged between install and uninstall: then our entries stay rather than anything else goes.
func TestBR31_UninstallOfADamagedFileLosesNothing(t *testing.T) {
	l := newLab(t)
	l.write("{\n  \"a\": 1\n}\n")
	l.install()
	damaged := strings.Replace(l.file(), `"a": 1`, `"a": 1 /* mine */`, 1)
	l.write(damaged)
	if _, err := settings.Uninstall(l.path, l.state); err == nil {
		t.Error("uninstall took a file with a comment")
	}
	l.want("the file", l.file(), damaged)
	l.write(strings.Replace(damaged, " /* mine */", "", 1))
	l.uninstall()
	l.want("the file, mended and uninstalled", l.file(), "{\n  \"a\": 1\n}\n")
}
