// Package web is the dashboard over the ledger.
//
// Contract: every page stands below an unguessable prefix and needs a session, which starts with a one-time code and
// ends with the program; whoever has none gets 401. Host and Origin are checked before anything is routed. Texts of the
// ledger are shown as text, never as HTML. Pages show what the ledger holds when they are asked for; a change is answered
// only once it is stored.
package web

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// Ledger gives out the database for the length of one request. It is asked each time, because a damaged file may have
// been set aside for a fresh one since.
type Ledger interface {
	// Reader cannot change the ledger.
	Reader(ctx context.Context) (*db.DB, error)
	// Writer can.
	Writer(ctx context.Context) (*db.DB, error)
}

// Config is what a server needs.
type Config struct {
	Ledger Ledger
	// Installed tells whether the client calls the hooks; nil: not known.
	Installed func() bool
	// Secret is what a second start of the program shows to get a fresh code.
	Secret string
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// Server serves the dashboard.
type Server struct {
	Config
	prefix string // "/" and the folder all pages stand in

	mu       sync.Mutex // guards what follows
	codes    map[string]time.Time
	sessions map[string]bool
}

// New returns a server. Its prefix is new, and it knows no session yet.
func New(c Config) *Server {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Server{
		Config:   c,
		prefix:   "/" + rand.Text(),
		codes:    map[string]time.Time{},
		sessions: map[string]bool{},
	}
}

// Handler is the whole route table.
func (s *Server) Handler() http.Handler {
	pages := http.NewServeMux()

	// Compactions.
	pages.HandleFunc("GET /{$}", s.action(s.showCompactions))
	pages.HandleFunc("GET /compactions/{id}", s.action(s.showCompaction))

	// Projects.
	pages.HandleFunc("POST /projects/{id}/switch", s.action(s.switchProject))

	// Everything else.
	pages.HandleFunc("/", s.action(s.notFound))

	all := http.NewServeMux()
	all.Handle(s.prefix+"/", s.signedIn(http.StripPrefix(s.prefix, pages)))
	all.HandleFunc("GET /open", s.enter)
	all.HandleFunc("POST /code", s.freshCode)
	all.HandleFunc("GET /assets/{sum}/{name}", s.showAsset)
	all.HandleFunc("/", s.unauthorized)
	return guard(http.NewCrossOriginProtection().Handler(all))
}
