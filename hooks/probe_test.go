package hooks_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

func TestAProbeIsRecordedAndMakesNoSession(t *testing.T) {
	ctx, state := context.Background(), t.TempDir()
	c := hooks.Call{State: state, Part: 1, Now: time.Now, Start: time.Now()}
	text, err := c.Answer(ctx, []byte(`{"hook_event_name":"Probe","session_id":"nonce","cwd":"/p"}`))
	if err != nil {
		t.Fatal(err)
	}
	version, told, ok := hooks.ReadProbe(text)
	if !ok || version == "" || told != state {
		t.Errorf("it printed %q: version %q, state %q, %t", text, version, told, ok)
	}
	d, err := db.Open(ctx, state, db.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if run, err := d.LastRun(ctx, "nonce"); err != nil || run.Event != hooks.Probe || run.Outcome != "ok" {
		t.Errorf("the run is %+v, %v", run, err)
	}
	if _, err := d.Session(ctx, "nonce"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("the probe's session: %v", err)
	}
	if all, err := d.Projects(ctx); err != nil || len(all) != 0 {
		t.Errorf("the probe made projects %+v, %v", all, err)
	}
	if all, err := d.Firings(ctx, ""); err != nil || len(all) != 0 {
		t.Errorf("the probe counts as a firing: %+v, %v", all, err)
	}
}

func TestOnlyOurAnswerToAProbeIsRead(t *testing.T) {
	for _, printed := range []string{"", "hello", "compact-keeper-hook", "compact-keeper-hook 1\n", "compact-keeper-hook-2 1\n/state\n"} {
		if version, state, ok := hooks.ReadProbe(printed); ok {
			t.Errorf("%q was read as %q, %q", printed, version, state)
		}
	}
}
