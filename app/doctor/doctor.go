// Package doctor looks at every link of the chain between the client and what is kept, and says what to do about each
// fault.
//
// Contract: Look changes nothing but what a hook of ours changes at any event: it runs the registered command line once,
// with an event that the client never sends, and removes the record of that run. It never starts the client. A check that
// depends on one that failed says that it is unknown, so that one fault is told once. As JSON a Report is
//
//	{"ok": true, "checks": [{"name": "client", "state": "ok", "found": "…", "next": "…", "command": "…"}]}
//
// where ok means that no check has the state fault; states are ok, warning, fault and unknown; next and command, what to
// do and what to type for it, stand with faults and warnings. Names are those of checks, and stay; one name can stand
// several times, each for something else that was found.
package doctor

import (
	"context"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// System is the machine that is looked at: where things lie, and what tells about them.
type System struct {
	Getenv    func(string) string
	Home      string
	Config    string // the client's configuration folder
	Settings  string // its settings file for the user
	Managed   string // the folder of the settings that the machine's administrator made
	Folder    string // the folder that the person works in
	State     string // the keeper's state folder
	Hook      string // where install puts the hook executable
	Built     string // the hook executable that was built with this program
	Now       func() time.Time
	UID       int // of the person, -1 where files have no owner
	Free      func(dir string) (bytes uint64, err error)
	Networked func(dir string) bool
	Writable  func(dir string) error
	// Dashboard tells whether one is being served.
	Dashboard func(ctx context.Context) (bool, error)
	// ProbeTime is how long a probed hook may take.
	ProbeTime time.Duration
}

// State says how bad a finding is.
type State string

// The states of a finding. Only a Fault keeps the keeper from its work, or will.
const (
	OK      State = "ok"
	Warning State = "warning"
	Fault   State = "fault"
	Unknown State = "unknown" // not looked at, because of a fault before it
)

// Finding is what one check found.
type Finding struct {
	Name    string `json:"name"` // of the check
	State   State  `json:"state"`
	Found   string `json:"found"`
	Next    string `json:"next,omitempty"`    // what to do, one sentence
	Command string `json:"command,omitempty"` // what to type for it
}

// Report is all that was found, in the order from the client to the ledger.
type Report struct {
	OK     bool      `json:"ok"`
	Checks []Finding `json:"checks"`
}

// Count counts the findings of a state.
func (r Report) Count(s State) (n int) {
	for _, f := range r.Checks {
		if f.State == s {
			n++
		}
	}
	return n
}

// look is one look at a system: the system, and what the checks learn for those behind them.
type look struct {
	System
	found   []Finding
	layers  []layer
	ours    []settings.Registered // our entries in the user's settings, as the client reads them
	unfit   bool                  // what they start is not there, or not ours
	plugins []plugin
	version string    // the client's, empty where it is unknown
	db      *db.DB    // nil where there is no ledger, or none that can be read
	newest  time.Time // of the hook runs in it
	// unusable tells that the state folder cannot be used at all.
	unusable bool
}

// check is one link of the chain. It adds at least one finding.
type check func(ctx context.Context, l *look)

// Look looks at everything.
func (s System) Look(ctx context.Context) Report {
	l := &look{System: s}
	defer func() {
		if l.db != nil {
			l.db.Close()
		}
	}()
	l.readLayers()
	l.plugins = l.findPlugins()
	// The ledger is looked at before a hook is run on it, which would set a damaged one aside.
	kept := l.apart(ctx, state, ledger)
	l.run(ctx, client, layers, switches, compactions, others, registered, executable)
	if kept.faulty("ledger") {
		l.add("probe", Unknown, "because of the fault below")
	} else {
		l.run(ctx, probe)
		if l.db == nil {
			kept = l.apart(ctx, state, ledger) // the probe has made it
		}
	}
	l.run(ctx, sessions, firings, missed, delivered)
	l.found = append(l.found, kept.found...)
	l.run(ctx, spool, failures, clock, switchedOff, dashboard)
	r := Report{Checks: l.found}
	r.OK = r.Count(Fault) == 0
	return r
}

func (l *look) run(ctx context.Context, checks ...check) {
	for _, c := range checks {
		c(ctx, l)
	}
}

// apart runs checks whose findings are told later, and takes over the ledger that they open.
func (l *look) apart(ctx context.Context, checks ...check) *look {
	kept := &look{System: l.System}
	kept.run(ctx, checks...)
	l.db, l.newest, l.unusable = kept.db, kept.newest, kept.unusable
	return kept
}

func (l *look) add(name string, s State, found string, next ...string) {
	f := Finding{Name: name, State: s, Found: found}
	if len(next) > 0 {
		f.Next = next[0]
	}
	if len(next) > 1 {
		f.Command = next[1]
	}
	l.found = append(l.found, f)
}

// faulty tells whether one of these checks found a fault, or could not look because of one.
func (l *look) faulty(names ...string) bool {
	for _, f := range l.found {
		for _, name := range names {
			if f.Name == name && (f.State == Fault || f.State == Unknown) {
				return true
			}
		}
	}
	return false
}

// short writes a path for a person: as a shell takes it, from the home folder on.
func (l *look) short(path string) string {
	rest, ok := strings.CutPrefix(path, l.Home+string(filepath.Separator))
	switch {
	case path == l.Home:
		return "~"
	case runtime.GOOS == "windows":
		return `"` + path + `"`
	case ok && l.Home != "":
		return "~/" + quote(rest)
	}
	return quote(path)
}

// quote writes s as one word of a shell.
func quote(s string) string {
	plain := func(r rune) bool {
		return r > 127 || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("/._-+:@%,=", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// edit is how a person opens a file to change it.
func (l *look) edit(path string) string {
	if runtime.GOOS == "windows" {
		return "notepad " + l.short(path)
	}
	return "${EDITOR:-vi} " + l.short(path)
}
