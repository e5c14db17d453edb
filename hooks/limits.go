package hooks

import (
	"context"
	"strconv"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// settings are the owner's wishes for the texts.
type settings struct {
	limits keep.Limits
	// fullManual gives the whole brief after a manual /compact too, which the client then leaves in the context.
	fullManual bool
}

// Bounds are what the settings of the texts may be; a stored value outside them is not used.
var Bounds = map[string][2]int{"max_messages": {1, 200}, "max_message_chars": {40, 4000}, keepDays: {0, 36500}}

// load reads the settings from the ledger.
func load(ctx context.Context, d *db.DB) (settings, error) {
	s := settings{limits: keep.Defaults()}
	stored, err := d.Settings(ctx)
	if err != nil {
		return s, err
	}
	number(stored, "max_messages", &s.limits.Messages)
	number(stored, "max_message_chars", &s.limits.MessageUnits)
	s.fullManual = stored["manual_brief"] == "full"
	return s, nil
}

func number(stored map[string]string, name string, to *int) {
	if n, err := strconv.Atoi(stored[name]); err == nil && n >= Bounds[name][0] && n <= Bounds[name][1] {
		*to = n
	}
}
