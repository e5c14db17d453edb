package web

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Client is a client that runs now, as it tells about itself.
type Client struct {
	Session   string // its conversation's id
	Folder    string
	Status    string // idle, busy, waiting; empty: it does not tell
	Kind      string // interactive, …
	Version   string
	StartedAt time.Time
}

// Check is what doctor found about one link.
type Check struct {
	Name    string `json:"name"`
	State   string `json:"state"` // ok, warning, fault, unknown
	Found   string `json:"found"`
	Next    string `json:"next,omitempty"`    // what to do, one sentence
	Command string `json:"command,omitempty"` // what to type for it
}

// Files is what lies in the state folder, in bytes.
type Files struct {
	Folder      string `json:"folder"`
	LedgerBytes int64  `json:"ledger_bytes"` // with its WAL
	Spooled     int    `json:"spooled"`      // events that wait to be taken in
	SpoolBytes  int64  `json:"spool_bytes"`
	SetAside    int    `json:"set_aside"` // damaged ledgers
}

// Setup installs the hooks and imports what the client kept from before.
type Setup interface {
	// Plan tells what Install would do. A *Refusal is returned for a settings file that it would not change.
	Plan(ctx context.Context) (Plan, error)
	// Install copies the hook executable and registers it with the client.
	Install(ctx context.Context) error
	// Past lists the projects whose transcripts can be taken in.
	Past(ctx context.Context) (Past, error)
	// StartImport begins to take in the projects with these roots, all for none. With putBack, open sessions get back at
	// their next prompt what they are found to lack. While one runs a second one is refused with ErrImporting.
	StartImport(roots []string, putBack bool) error
	// CancelImport ends it. What was taken in stays; another import goes on from there.
	CancelImport()
	// Import tells how far the import is.
	Import() Import
}

// ErrImporting refuses an import while another one runs.
var ErrImporting = errors.New("an import is running already; wait for its end, or cancel it")

// Plan is what Install would do.
type Plan struct {
	Installed bool     // there is nothing to do
	Settings  string   // the client's settings file
	File      string   // the file itself, symlinks followed
	Diff      string   // the change to it, empty where the hooks stand in it already
	Copies    string   // where the hook executable goes, empty where it lies there already
	Notes     []string // what else a person should know
}

// Refusal is a settings file that cannot be changed safely.
type Refusal struct {
	File         string
	Line, Column int    // from 1; 0: it is the file as a whole
	What         string // what is wrong, and what to do about it
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("%s, line %d, column %d: %s", r.File, r.Line, r.Column, r.What)
}

// Past is what the client kept from before.
type Past struct {
	Projects []PastProject // the one used last first
	Notes    []string      // what is left out, and why
}

// PastProject is a project with transcripts from before.
type PastProject struct {
	Root        string
	Transcripts int
	Bytes       int64 // that are left to take in
	Fresh       bool  // something of it was never taken in
}

// Import is how far an import is, or what the last one did.
type Import struct {
	Running     bool
	Began       time.Time
	Ended       time.Time
	Done, Total int64    // bytes; no total: it is still being found out what there is
	Failed      []string // the first of the transcripts that could not be taken in, and why
	Result      string   // what the last one did; empty: there was none
	Notes       []string // what else it found
	Err         string   // what kept the last one from its work
}
