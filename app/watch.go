package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

const (
	// lookTime is how often the ledger is looked at. A look takes some microseconds, so that what a hook has just stored
	// shows well within a second at no cost.
	lookTime = 250 * time.Millisecond
	// clientLooks is every how many looks the client's own session files are looked at too.
	clientLooks = 4
)

// watcher calls changed whenever the ledger, or what the running clients tell about themselves, is not what it was.
type watcher struct {
	ledger  *ledger
	clients string // the folder of the client's session files
	changed func()
}

// run looks until ctx is done. What it cannot look at counts as changed once: the page then shows what is wrong.
func (w watcher) run(ctx context.Context) {
	tick := time.NewTicker(lookTime)
	defer tick.Stop()
	var ledger *db.Watch
	var of *db.DB // the ledger that is watched
	last := ""
	defer func() {
		if ledger != nil {
			ledger.Close()
		}
	}()
	failed := false
	for n := 0; ; n++ {
		news := false
		d, err := w.ledger.Reader(ctx)
		if err == nil && d != of { // another file has taken its place
			if ledger != nil {
				ledger.Close()
			}
			of = nil
			if ledger, err = d.Watch(ctx); err == nil {
				of = d
			}
		}
		if err == nil {
			news, err = ledger.Changed(ctx)
		}
		if n%clientLooks == 0 {
			if now := fingerprint(w.clients); now != last {
				news, last = true, now
			}
		}
		if news || err != nil && !failed {
			w.changed()
		}
		failed = err != nil
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// fingerprint changes with the client's session files.
func fingerprint(dir string) string {
	entries, _ := os.ReadDir(dir) // none while no client has run
	var b strings.Builder
	for _, e := range entries {
		if info, err := e.Info(); err == nil && filepath.Ext(e.Name()) == ".json" {
			fmt.Fprintln(&b, e.Name(), info.ModTime().UnixNano(), info.Size())
		}
	}
	return b.String()
}
