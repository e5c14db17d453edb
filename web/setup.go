package web

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"time"
)

// setupView is what the setup page shows.
type setupView struct {
	page
	Plan        Plan
	Refused     *Refusal // why the settings file cannot be changed
	Trouble     string   // what else keeps it from being installed
	Stored      bool     // it was installed just now
	Asked       bool     // the person has just begun or cancelled an import
	Import      Import
	ImportError string // why the import that was asked for did not begin
	Past        pastLook
	Looking     bool
}

// pastLook is what was found of what the client kept from before.
type pastLook struct {
	Past
	Err string
}

// showSetup shows how to install the hooks, and how to take in what the client kept from before.
func (s *Server) showSetup(w http.ResponseWriter, r *http.Request) error {
	v, err := s.newSetupView(r)
	if err != nil {
		return err
	}
	v.Asked = r.URL.Query().Has("import")
	v.Stored = r.URL.Query().Has("installed") && v.Plan.Installed
	s.render(w, r, http.StatusOK, setupPage(v))
	return nil
}

// newSetupView reads what the page shows, whichever action leads to it.
func (s *Server) newSetupView(r *http.Request) (v setupView, err error) {
	d, err := s.Ledger.Reader(r.Context())
	if err != nil {
		return v, err
	}
	if v.page, err = s.newPage(r, d, "", "Setup"); err != nil {
		return v, err
	}
	if r.Method != http.MethodGet {
		v.address = s.prefix + "/setup"
	}
	if s.Setup == nil {
		v.Trouble = "This program cannot install here. In a terminal: compact-keeper install"
		return v, nil
	}
	if v.Plan, err = s.Setup.Plan(r.Context()); err != nil && !errors.As(err, &v.Refused) {
		v.Trouble = err.Error()
	}
	if v.Import = s.Setup.Import(); v.Import.Running {
		return v, nil
	}
	if _, at, _ := s.past.last(); s.due(r, at) || at.Before(v.Import.Ended) {
		s.lookForPast()
	}
	v.Past, _, v.Looking = s.past.last()
	return v, nil
}

// lookForPast finds out what the client kept from before, beside the pages.
func (s *Server) lookForPast() {
	s.past.start(s.Now, func(ctx context.Context) (p pastLook) {
		found, err := s.Setup.Past(ctx)
		if p.Past = found; err != nil {
			p.Err = err.Error()
		}
		return p
	}, s.Changed)
}

// install puts the hooks into the client's settings. It answers only once that is done.
func (s *Server) install(w http.ResponseWriter, r *http.Request) error {
	if s.Setup == nil {
		return errors.New("this program cannot install here")
	}
	err := s.Setup.Install(r.Context())
	if err == nil {
		http.Redirect(w, r, s.prefix+"/setup?installed=now", http.StatusSeeOther)
		s.Changed() // other pages say that nothing is kept
		return nil
	}
	v, err2 := s.newSetupView(r)
	if err2 != nil {
		return err2
	}
	if v.Refused == nil { // else the page tells it already
		v.Trouble = err.Error()
	}
	s.render(w, r, http.StatusConflict, setupPage(v))
	return nil
}

// fresh lists the projects of which something was never taken in.
func (v setupView) fresh() (list []PastProject) {
	for _, p := range v.Past.Projects {
		if p.Fresh {
			list = append(list, p)
		}
	}
	return list
}

// known lists the projects that were taken in before.
func (v setupView) known() (list []PastProject) {
	for _, p := range v.Past.Projects {
		if !p.Fresh {
			list = append(list, p)
		}
	}
	return list
}

// rootID is an id for what belongs to a project's root, which may hold anything.
func rootID(root string) string {
	h := fnv.New64a()
	h.Write([]byte(root))
	return fmt.Sprintf("root-%x", h.Sum64())
}

// progress says how far the import is.
func (v setupView) progress() string {
	i := v.Import
	if i.Total == 0 {
		return "Looking for what there is to take in…"
	}
	text := fmt.Sprintf("%d %% of %s", 100*i.Done/i.Total, fileSize(i.Total))
	took := v.now.Sub(i.Began)
	if took < 3*time.Second || i.Done == 0 || i.Done >= i.Total {
		return text
	}
	return text + ", about " + roughly(time.Duration(float64(took)*float64(i.Total-i.Done)/float64(i.Done))) + " left"
}

// roughly writes how long something may yet take.
func roughly(d time.Duration) string {
	if d < 90*time.Second {
		return count(max(1, int(d.Seconds())), "second")
	}
	return count(int(d.Minutes()+.5), "minute")
}
