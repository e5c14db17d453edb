package settings_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

func TestEntriesListsWhatInstallRegistersAndWhatOthersDid(t *testing.T) {
	l := newLab(t)
	if list, err := settings.Entries(l.path); err != nil || len(list) != 0 {
		t.Errorf("without a file: %v (%v), want nothing", list, err)
	}
	l.write(`{"hooks": {"Stop": [{"matcher": "m", "hooks": [{"type": "command", "command": "a b", "shell": "bash", "timeout": 1.5}, "x"]}],
		"Later": [{"hooks": [{"type": "http"}]}], "Stop": []}}`)
	l.install()
	want := append([]settings.Registered{
		{Event: "Stop", Matcher: "m", Type: "command", Command: "a b", Shell: "bash", Timeout: 1.5, Unread: true},
		{Event: "Later", Type: "http"},
	}, settings.Expected(hookPath, l.state)...)
	got, err := settings.Entries(l.path)
	if err != nil {
		t.Fatal(err)
	}
	event := func(a, b settings.Registered) int { return slices.Index(order, a.Event) - slices.Index(order, b.Event) }
	slices.SortStableFunc(got, event)
	slices.SortStableFunc(want, event)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("entries:\n%+v\nwant:\n%+v", got, want)
	}
}

var order = append([]string{"Later"}, settings.Events()...)

func TestCheckTellsWhatTheClientSkipsFromWhatItReads(t *testing.T) {
	l := newLab(t)
	if err := settings.Check(l.path); err != nil {
		t.Errorf("no file: %v", err)
	}
	l.write("{\"a\": 1}")
	if err := settings.Check(l.path); err != nil {
		t.Errorf("a good file: %v", err)
	}
	l.write("{\"a\": 1,}")
	var r *settings.Refusal
	if err := settings.Check(l.path); !errors.As(err, &r) || r.Line != 1 || r.Column != 8 {
		t.Errorf("a trailing comma: %v, want a refusal", err)
	}
	if err := settings.Check(l.path + "/x"); err == nil || errors.As(err, &r) {
		t.Errorf("a path below a file: %v, want an error that is no refusal", err)
	}
}
