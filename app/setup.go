package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/past"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
	"github.com/compact-keeper/compact-keeper/web"
)

// setup installs and imports for the dashboard. What it does beside the pages ends with the program, which waits for it.
type setup struct {
	place   Place
	changed func()           // the pages have news
	now     func() time.Time // the clock
	life    context.Context
	end     context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex // guards what follows
	cancel context.CancelFunc
	state  web.Import
	told   time.Time // when the pages last heard how far the import is
}

func newSetup(p Place, now func() time.Time, changed func()) *setup {
	s := &setup{place: p, now: now, changed: changed}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// close ends what runs, and waits for its end.
func (s *setup) close() {
	s.mu.Lock() // nothing begins between this end and the wait
	s.end()
	s.mu.Unlock()
	s.running.Wait()
}

// begin tells that something begins that close has to wait for; after close nothing does.
func (s *setup) begin() error {
	if s.life.Err() != nil {
		return errors.New("the program is ending")
	}
	s.running.Add(1)
	return nil
}

// Doctor looks at every link between the client and the ledger.
func (s *setup) Doctor(ctx context.Context) []web.Check {
	s.mu.Lock()
	err := s.begin()
	s.mu.Unlock()
	if err != nil {
		return nil
	}
	defer s.running.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	return s.place.checks(ctx)
}

// Plan tells what Install would do.
func (s *setup) Plan(context.Context) (web.Plan, error) {
	p := web.Plan{Settings: s.place.Settings}
	i, err := s.place.PlanInstall()
	if err != nil {
		return p, refusal(err)
	}
	p.Installed, p.File, p.Diff = !i.Changed(), i.Edit.Path, i.Edit.Diff()
	if i.Copied {
		p.Copies = s.place.Hook
	}
	if i.MadeConfig {
		p.Notes = append(p.Notes, fmt.Sprintf("The folder %s is made too: no client has run here yet.", s.place.Config))
	}
	if i.Says != "" {
		p.Notes = append(p.Notes, "The hook executable: "+i.Says)
	}
	if root := i.Repository(); root != "" {
		p.Notes = append(p.Notes, fmt.Sprintf("The settings lie in the repository %s. The hooks name paths of this machine: on another that gets the file, the client reports them as failed and goes on, until install is run there.", root))
	}
	if i.Edit.HooksOff() {
		p.Notes = append(p.Notes, "The settings say disableAllHooks: the client runs no hook, and nothing is kept, until you take that out.")
	}
	return p, nil
}

// refusal says of a settings file that is refused where in it the reason stands.
func refusal(err error) error {
	var r *settings.Refusal
	if errors.As(err, &r) {
		return &web.Refusal{File: r.Path, Line: r.Line, Column: r.Column, What: r.What}
	}
	return err
}

// Install copies the hook executable and registers it with the client.
func (s *setup) Install(context.Context) error {
	_, err := s.place.Install()
	return refusal(err)
}

// Past lists the projects whose transcripts can be taken in.
func (s *setup) Past(ctx context.Context) (p web.Past, err error) {
	d, _, err := db.OpenSound(ctx, s.place.State, db.Options{})
	if err != nil {
		return p, err
	}
	defer d.Close()
	found, err := past.Find(ctx, d, s.place.Config, nil)
	if err != nil {
		return p, err
	}
	for _, project := range found.Projects {
		p.Projects = append(p.Projects, web.PastProject{Root: project.Root, Transcripts: len(project.Transcripts), Bytes: project.Bytes(), Fresh: project.Fresh()})
	}
	for _, o := range found.Off {
		p.Notes = append(p.Notes, fmt.Sprintf("Not opened: %s of %s, which is off.", count(o.Files, "transcript"), o.Root))
	}
	reasons, failed := found.Reasons()
	for _, r := range reasons {
		p.Notes = append(p.Notes, fmt.Sprintf("Left out: %s (%s).", count(r.Files, "file"), r.Why))
	}
	for _, f := range failed[:min(len(failed), MostTold)] {
		p.Notes = append(p.Notes, fmt.Sprintf("Cannot be taken in: %s: %s", f.Path, f.Why))
	}
	return p, nil
}

// MostTold is how many transcripts that could not be taken in are told one by one.
const MostTold = 20

// tellEvery is how often the pages hear at most how far an import is.
const tellEvery = 500 * time.Millisecond

// Import tells how far the import is.
func (s *setup) Import() web.Import {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.state
	state.Failed = slices.Clone(state.Failed)
	return state
}

// CancelImport ends it.
func (s *setup) CancelImport() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
	}
}

// StartImport begins to take in projects, beside the pages.
func (s *setup) StartImport(roots []string, putBack bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Running {
		return web.ErrImporting
	}
	if err := s.begin(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(s.life)
	s.cancel = cancel
	s.state = web.Import{Running: true, Began: s.now()}
	go func() {
		defer s.running.Done()
		defer cancel()
		result, notes, err := s.takeIn(ctx, roots, putBack)
		s.mu.Lock()
		s.state.Running, s.state.Ended, s.state.Result, s.state.Notes = false, s.now(), result, notes
		if err != nil {
			s.state.Err = err.Error()
		}
		s.mu.Unlock()
		s.changed()
	}()
	return nil
}

// takeIn imports the projects with these roots, all for none, and says what that did. It has a connection of its own: the
// pages must not wait for its transactions.
func (s *setup) takeIn(ctx context.Context, roots []string, putBack bool) (result string, notes []string, err error) {
	const stopped = "Stopped; another import goes on from there."
	d, _, err := db.OpenSound(ctx, s.place.State, db.Options{})
	if err != nil {
		return "", nil, err
	}
	defer d.Close()
	found, err := past.Find(ctx, d, s.place.Config, nil)
	switch {
	case ctx.Err() != nil:
		return stopped, nil, nil
	case err != nil:
		return "", nil, err
	}
	all := past.InOrder(slices.DeleteFunc(found.Projects, func(p past.Project) bool {
		return len(roots) > 0 && !slices.Contains(roots, p.Root)
	}))
	if len(all) == 0 {
		return "Found no transcript to import.", nil, nil
	}
	s.tell(0, ToTake(all))
	i, err := TakeIn(ctx, d, all, Told{
		Done:   func(bytes int64) { s.tell(bytes, 0) },
		Failed: s.failed,
	})
	if err != nil {
		return i.Stopped() + " " + stopped, nil, nil
	}
	loss, err := d.PastLoss(ctx, i.Sessions)
	if err != nil {
		return i.Text(), nil, err
	}
	notes, err = s.lacks(ctx, d, putBack)
	if i.Failed > 0 {
		notes = append(notes, count(i.Failed, "transcript")+" could not be taken in; another import tries again.")
	}
	return i.Text() + " " + LossText(loss), notes, err
}

// lacks says what open sessions lack, and puts it back at their next prompt where that is wanted.
func (s *setup) lacks(ctx context.Context, d *db.DB, putBack bool) (notes []string, err error) {
	all, untold, err := Lacks(ctx, d, s.place.Config)
	if untold != nil {
		notes = append(notes, "Which sessions are open is not fully known: "+untold.Error())
	}
	for _, lack := range all {
		note := fmt.Sprintf("Your open session %s (%s) lacks %s", lack.Session, lack.Root, count(lack.Decisions, "decision"))
		if putBack {
			note += ", put back at its next prompt."
			err = errors.Join(err, lack.PutBack(ctx, d))
		} else {
			note += "; an import that puts back does so at its next prompt."
		}
		notes = append(notes, note)
	}
	return notes, err
}

// tell notes how far the import is, and lets the pages know now and then.
func (s *setup) tell(done, total int64) {
	s.mu.Lock()
	s.state.Done = done
	if total > 0 {
		s.state.Total = total
	}
	now := s.now()
	news := now.Sub(s.told) >= tellEvery
	if news {
		s.told = now
	}
	s.mu.Unlock()
	if news {
		s.changed()
	}
}

func (s *setup) failed(path string, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.state.Failed) < MostTold {
		s.state.Failed = append(s.state.Failed, path+": "+why.Error())
	}
}
