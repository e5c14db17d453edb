package web

import (
	"context"
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
	// Plan tells what Install would do.
	Plan(ctx context.Context) (Plan, error)
	// Install copies the hook executable and registers it with the client.
	Install(ctx context.Context) error
	// Past lists the projects whose transcripts can be taken in.
	Past(ctx context.Context) ([]PastProject, error)
	// StartImport begins to take in the projects with these roots, all for none. A second one while one runs is an error.
	StartImport(ctx context.Context, roots []string) error
	// CancelImport ends it. What was taken in stays; another import goes on from there.
	CancelImport()
	// Import tells how far the import is.
	Import() Import
}

// Plan is what Install would do.
type Plan struct {
	Installed bool     // there is nothing to do
	Settings  string   // the file that is changed
	Diff      string   // the change to it
	Copies    string   // where the hook executable goes, empty where it lies there already
	Notes     []string // what else a person should know
}

// PastProject is a project with transcripts from before.
type PastProject struct {
	Root        string
	Transcripts int
	Bytes       int64
	Fresh       bool // nothing of it was taken in yet
}

// Import is how far an import is.
type Import struct {
	Running     bool
	Done, Total int64 // bytes
	Failed      []string
	Result      string // of the last one that ended, one sentence; empty: there was none
}
