package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

const (
	sessionsOffered = 20
	longestWords    = 2000 // as the client counts; what is longer would crowd out other decisions
	formBytes       = 64 << 10
)

// ruleForm is what the form for a rule offers.
type ruleForm struct {
	Sessions []db.Session // of projects that are on, the one used last first
	Chosen   string
	Running  map[string]bool
}

// newRuleForm offers the session that is asked for, or the newest ones, of one project for project <> 0. The one that runs
// is chosen.
func (s *Server) newRuleForm(ctx context.Context, d *db.DB, session string, project int64) (f ruleForm, err error) {
	var all []db.Session
	switch {
	case session != "":
		var one db.Session
		if one, err = d.Session(ctx, session); err == nil {
			all = []db.Session{one}
		} else if isGone(err) {
			err = nil
		}
	case project != 0:
		all, err = d.ProjectSessions(ctx, project)
	default:
		all, err = d.LatestSessions(ctx, sessionsOffered)
	}
	if err != nil {
		return f, err
	}
	f.Running = map[string]bool{}
	if s.Clients != nil {
		running, _ := s.Clients() // what cannot be found out only leaves the choice to the person
		for _, c := range running {
			f.Running[c.Session] = true
		}
	}
	for _, x := range all {
		if x.Enabled && len(f.Sessions) < sessionsOffered {
			f.Sessions = append(f.Sessions, x)
			if f.Chosen == "" && f.Running[x.ID] {
				f.Chosen = x.ID
			}
		}
	}
	return f, nil
}

// typedWords reads what the owner typed, with its secrets masked.
func (s *Server) typedWords(w http.ResponseWriter, r *http.Request) (string, error) {
	r.Body = http.MaxBytesReader(w, r.Body, formBytes)
	if err := r.ParseForm(); err != nil {
		return "", badRequest("it is too long, or no form: " + err.Error())
	}
	text := strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(r.PostForm.Get("text"), "�"), "\r\n", "\n"))
	if n := units(text); n > longestWords {
		return "", badRequest(fmt.Sprintf("these words are too long: %s characters, and %s is the most", number(int64(n)), number(longestWords)))
	}
	if s.Mask != nil {
		text = s.Mask(text)
	}
	return text, nil
}

// rowName names the row of words that come from no transcript.
func rowName() string { return "dashboard-" + rand.Text() }

// addRule stores a rule that the owner wrote, for one session.
func (s *Server) addRule(w http.ResponseWriter, r *http.Request) error {
	text, err := s.typedWords(w, r)
	if err != nil {
		return err
	}
	if text == "" {
		return badRequest("the rule is empty: write what should hold")
	}
	d, err := s.Ledger.Writer(r.Context())
	if err != nil {
		return err
	}
	session, err := d.Session(r.Context(), r.PostForm.Get("session"))
	if err != nil {
		return err
	}
	if !session.Enabled {
		return badRequest("the project " + session.Root + " is switched off: nothing of it is stored")
	}
	var id int64
	err = d.Write(r.Context(), func(t *db.Tx) (err error) {
		id, err = t.AddByHand(session.ID, s.Owner, rowName(), text, "", db.KindRule)
		return err
	})
	if err != nil {
		return err
	}
	http.Redirect(w, r, fmt.Sprintf("%s/decisions/%d?added=1", s.prefix, id), http.StatusSeeOther)
	return nil
}
