// Package web is the dashboard over the ledger.
//
// Contract: every page stands below an unguessable prefix and needs a session, which starts with a one-time code and
// ends with the program; whoever has none gets 401. Host and Origin are checked before anything is routed. Texts of the
// ledger are shown as text, never as HTML. Every page works without JavaScript, and with it shows what the ledger holds
// while it is open; a change is answered only once it is stored. ?format=json or ?format=md gives what a page shows as a
// file.
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

// Config is what a server needs. A function that is nil has nothing to tell.
type Config struct {
	Ledger Ledger
	// Installed tells whether the client calls the hooks.
	Installed func() bool
	// Clients lists the clients that run now.
	Clients func() ([]Client, error)
	// Doctor looks at every link between the client and the ledger. It takes some tenths of a second.
	Doctor func(ctx context.Context) []Check
	// Files tells what lies in the state folder.
	Files func() (Files, error)
	// Setup installs and imports.
	Setup Setup
	// Forget deletes for good.
	Forget func(ctx context.Context, target db.Target) (db.Doomed, error)
	// Mask takes secrets out of what the owner types, as hooks do.
	Mask func(string) string
	// Owner is the name under which changes are recorded.
	Owner string
	// Secret is what a second start of the program shows to get a fresh code.
	Secret string
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// Server serves the dashboard.
type Server struct {
	Config
	prefix  string // "/" and the folder all pages stand in
	changes hub
	health  look[[]Check]
	past    look[pastLook]

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

	// Overview.
	pages.HandleFunc("GET /{$}", s.action(s.showOverview))
	pages.HandleFunc("POST /pause", s.action(s.pause))

	// Decisions.
	pages.HandleFunc("GET /decisions", s.action(s.showDecisions))
	pages.HandleFunc("GET /decisions/{id}", s.action(s.showDecision))
	pages.HandleFunc("POST /decisions/{id}/edit", s.action(s.editDecision))
	pages.HandleFunc("POST /decisions/{id}/undo", s.action(s.undoEdit))
	pages.HandleFunc("GET /decisions/{id}/forget", s.action(s.askToForget))
	pages.HandleFunc("POST /decisions/{id}/forget", s.action(s.forgetDecision))
	pages.HandleFunc("POST /decisions/{id}/answer", s.action(s.answerQuestion))
	pages.HandleFunc("POST /rules", s.action(s.addRule))
	pages.HandleFunc("GET /waiting", s.action(s.showWaiting))

	// Compactions.
	pages.HandleFunc("GET /compactions", s.action(s.showCompactions))
	pages.HandleFunc("GET /compactions/{id}", s.action(s.showCompaction))

	// Sessions.
	pages.HandleFunc("GET /sessions/{id}", s.action(s.showSession))

	// Projects.
	pages.HandleFunc("GET /projects", s.action(s.showProjects))
	pages.HandleFunc("POST /projects/{id}/switch", s.action(s.switchProject))

	// Health and setup.
	pages.HandleFunc("GET /health", s.action(s.showHealth))
	pages.HandleFunc("POST /health/look", s.action(s.lookAgain))
	pages.HandleFunc("GET /setup", s.action(s.showSetup))
	pages.HandleFunc("POST /setup/install", s.action(s.install))
	pages.HandleFunc("POST /setup/import", s.action(s.startImport))
	pages.HandleFunc("POST /setup/import/cancel", s.action(s.cancelImport))

	// Everything else.
	pages.HandleFunc("GET /events", s.sendEvents)
	pages.HandleFunc("/", s.action(s.notFound))

	all := http.NewServeMux()
	all.Handle(s.prefix+"/", s.signedIn(http.StripPrefix(s.prefix, pages)))
	all.HandleFunc("GET /open", s.enter)
	all.HandleFunc("POST /code", s.freshCode)
	all.HandleFunc("GET /assets/{sum}/{name}", s.showAsset)
	all.HandleFunc("/", s.unauthorized)
	return guard(http.NewCrossOriginProtection().Handler(all))
}
