package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// bigWAL is a size of the write-ahead log, in bytes, that it only gets while some process does not let go of the ledger.
const bigWAL = 64 << 20

// ledger tells whether the database is sound, of a version that this program knows, and free to be written.
func ledger(ctx context.Context, l *look) {
	if l.unusable {
		l.add("ledger", Unknown, "because of the fault in the state folder")
		return
	}
	if _, err := os.Stat(l.ledgerPath()); errors.Is(err, fs.ErrNotExist) {
		l.add("ledger", OK, "there is none yet; the first hook makes it")
		return
	}
	d, err := db.Open(ctx, l.State, db.Options{ReadOnly: true, Wait: hooks.Wait})
	var h db.Health
	if err == nil {
		if h, err = d.Health(ctx); err != nil {
			d.Close()
		}
	}
	name := l.short(l.ledgerPath())
	switch {
	case db.Damaged(err):
		l.add("ledger", Fault, name+" is damaged.", "The next hook sets it aside and begins a new one. Then take in the conversations again:", "compact-keeper import")
		return
	case err != nil:
		l.add("ledger", Fault, name+" cannot be read: "+plain(err)+".", "See who may read it:", "ls -l "+l.short(l.State))
		return
	}
	l.db, l.newest = d, h.Newest
	before := len(l.found)
	if h.Schema > h.Known {
		l.add("ledger", Fault, fmt.Sprintf("a newer compact-keeper made it (schema %d, this one knows %d).", h.Schema, h.Known), "Build the newer one, then bring its hooks there:", installCommand)
	}
	if err := l.writes(ctx); db.Busy(err) {
		l.add("ledger", Fault, fmt.Sprintf("another process has held %s for more than %v; hooks wait for it, and put off what they cannot store.", name, hooks.Wait), "See which, and end it:", "lsof "+name)
	} else if err != nil {
		l.add("ledger", Fault, name+" cannot be written: "+plain(err)+".", "Let yourself write it:", "chmod u+rw "+name)
	}
	if wal, err := os.Stat(l.ledgerPath() + "-wal"); err == nil && wal.Size() > bigWAL {
		l.add("ledger", Warning, fmt.Sprintf("%s-wal has %d MB: some process reads the ledger and does not let go.", name, wal.Size()>>20), "See which, and end it:", "lsof "+name)
	}
	if l.Networked(l.State) && h.Journal == "wal" {
		l.add("ledger", Fault, name+" was made elsewhere and does not work on a network file system (journal mode wal).", "Set XDG_STATE_HOME to a folder of this machine, then:", installCommand)
	}
	if aside := l.damaged(); len(aside) > 0 {
		l.add("ledger", Warning, "a damaged ledger was set aside: "+list(aside, 2)+".", "Take in the conversations again, then delete it:", "compact-keeper import")
	}
	if len(l.found) == before {
		l.add("ledger", OK, name+", sound")
	}
}

// writes takes the ledger's write lock for a moment.
func (l *look) writes(ctx context.Context) error {
	d, err := db.Open(ctx, l.State, db.Options{Wait: hooks.Wait})
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Write(ctx, func(*db.Tx) error { return nil })
}

// spool tells of hook runs that the ledger did not take.
func spool(_ context.Context, l *look) {
	if l.unusable {
		l.add("spool", Unknown, "because of the fault in the state folder")
		return
	}
	files, err := os.ReadDir(filepath.Join(l.State, hooks.SpoolDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.add("spool", Fault, "it cannot be read: "+plain(err)+".", "See who may read it:", "ls -l "+l.short(l.State))
		return
	}
	waiting, bad := 0, 0
	for _, f := range files {
		switch filepath.Ext(f.Name()) {
		case ".json":
			waiting++
		case ".bad":
			bad++
		}
	}
	if waiting > 0 {
		l.add("spool", Warning, count(waiting, "hook run")+" could not be stored, and wait for the next hook.", "Send any prompt in the client, then look again:", "compact-keeper doctor")
	}
	if bad > 0 {
		l.add("spool", Warning, count(bad, "file")+" in it cannot be read. Their conversations are read by their next hooks all the same.", "Look at them, then delete them:", "ls -l "+l.short(filepath.Join(l.State, hooks.SpoolDir)))
	}
	if waiting+bad == 0 {
		l.add("spool", OK, "empty")
	}
}

const day = 24 * time.Hour

// failures tells of hook runs of the last day that failed, by the ledger, or by the log where the ledger knows of none.
func failures(ctx context.Context, l *look) {
	since, n, last := l.Now().Add(-day), 0, ""
	if l.db != nil {
		all, err := l.db.Failures(ctx, 1000)
		if err != nil {
			l.add("failures", Fault, "the ledger does not tell: "+err.Error()+".", "Look again:", "compact-keeper doctor")
			return
		}
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].At.After(since) && all[i].Event != hooks.Probe {
				n, last = n+1, all[i].Event+": "+all[i].Error
			}
		}
	}
	if n == 0 {
		n, last = l.logged(since)
	}
	if n == 0 {
		l.add("failures", OK, "no hook failed in the last 24 hours")
		return
	}
	l.add("failures", Warning, fmt.Sprintf("%s failed in the last 24 hours, at last %s", count(n, "hook run"), shorten(last)), "Read the log:", "tail "+l.short(filepath.Join(l.State, "log")))
}

// logged counts the lines of the log since a time, and returns the last one.
func (l *look) logged(since time.Time) (n int, last string) {
	text, err := os.ReadFile(filepath.Join(l.State, "log"))
	if err != nil {
		return 0, "" // mostly: there is none
	}
	for line := range strings.Lines(string(text)) {
		at, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		if t, err := time.Parse(time.RFC3339Nano, at); err == nil && t.After(since) {
			n, last = n+1, what
		}
	}
	return n, last
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}
