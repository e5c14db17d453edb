package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/compact-keeper/compact-keeper/app/login"
	"github.com/compact-keeper/compact-keeper/app/notice"
	"github.com/compact-keeper/compact-keeper/app/tray"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
	"github.com/compact-keeper/compact-keeper/web"
)

// desk is what the program shows on the owner's desktop beside the pages: the tray, notices, a browser.
type desk struct {
	main    *Main
	quit    func()
	tray    *tray.Tray
	notices *notice.Notices
	faults  faultFinder

	browserless sync.Once // that there is none is said once
}

func newDesk(m *Main, quit func()) *desk {
	d := &desk{main: m, quit: quit, faults: faultFinder{state: m.StateDir, file: filepath.Join(m.ConfigDir, "settings.json")}}
	d.tray = tray.New(tray.Config{Snapshot: d.snapshot, Do: d.do, Say: m.say})
	d.notices = notice.New(notice.Config{Ledger: m.ledger, Fault: d.faults.notice, Open: d.open, Say: m.say})
	return d
}

// refresh has everything that is shown compared with the ledger.
func (d *desk) refresh() {
	d.main.web.Changed()
	d.tray.Refresh()
	d.notices.Refresh()
}

// run shows it until ctx is done. On macOS and Windows it must be called by the main goroutine.
func (d *desk) run(ctx context.Context) {
	defer removePages(d.main.StateDir, 0)
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { d.everyMinute(ctx) })
	if d.main.Say == nil {
		<-ctx.Done()
		return
	}
	all.Go(func() { d.notices.Run(ctx) })
	if d.main.NoTray {
		<-ctx.Done()
		return
	}
	d.tray.Run(ctx)
}

// everyMinute sees to what only time changes.
func (d *desk) everyMinute(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	paused := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		removePages(d.main.StateDir, pageTime)
		l, err := d.main.ledger.Reader(ctx)
		if err != nil {
			continue
		}
		if until, err := l.PausedUntil(ctx, d.main.clock()()); err == nil && !until.IsZero() != paused {
			paused = !paused
			d.main.web.Changed()
		}
	}
}

// open shows a page of the dashboard in the owner's browser.
func (d *desk) open(page string) {
	err := OpenBrowser(d.main.StateDir, d.main.addressOf(page))
	if err != nil {
		d.browserless.Do(func() { d.main.say(fmt.Sprintf("%v. For an address to open by hand: compact-keeper open", err)) })
	}
}

// recent is how many projects the menu shows.
const recent = 5

// snapshot reads what the tray shows.
func (d *desk) snapshot(ctx context.Context) (s tray.Snapshot, err error) {
	l, err := d.main.ledger.Reader(ctx)
	if err != nil {
		return s, err
	}
	now := d.main.clock()()
	g, err := l.Glance(ctx, now, recent)
	if err != nil {
		return s, err
	}
	s = tray.Snapshot{Now: now, Fault: d.faults.short(), Failed: g.Failed.At, Waiting: g.Waiting, Paused: g.Paused, Tomorrow: web.Tomorrow(now)}
	if g.Last.ID != 0 {
		s.Last = compaction(g.Last, g.LastRoot)
	}
	if g.Compacting.ID != 0 {
		s.Running = compaction(g.Compacting, g.Root)
	}
	for _, p := range g.Recent {
		s.Projects = append(s.Projects, tray.Project{ID: p.ID, Root: p.Root, On: p.Enabled})
	}
	if l, err := login.Look(os.Getenv); err == nil {
		s.Login, s.CanLogin = l.State() != "", l.Possible() || l.State() != ""
	}
	return s, nil
}

func compaction(c db.Compaction, root string) *tray.Compaction {
	at := c.ClosedAt
	if at.IsZero() {
		at = c.OpenedAt
	}
	return &tray.Compaction{ID: c.ID, Root: root, At: at, Asked: c.Asked, Kept: c.Kept, PutBack: c.PutBack, Missing: c.Missing()}
}

// do carries out a click. What could not be stored is said, and the menu goes on showing what is.
func (d *desk) do(ctx context.Context, a tray.Action) {
	var err error
	switch a.Kind {
	case tray.Open:
		d.open(a.Page)
	case tray.Quit:
		d.quit()
	case tray.Login:
		err = setLogin(a.On)
	case tray.Switch, tray.Pause, tray.Resume:
		err = d.store(ctx, a)
	}
	if err != nil {
		d.main.say(fmt.Sprintf("Not done: %v", err))
		d.notices.Tell(notice.Notice{Title: "That did not work", Body: err.Error(), Page: "/health", Warns: true})
	}
}

func setLogin(on bool) error {
	s, err := login.Find(os.Getenv)
	if err != nil {
		return err
	}
	if !on {
		return s.Off()
	}
	e, err := login.Here(os.Getenv)
	if err == nil {
		_, err = s.On(e)
	}
	return err
}

func (d *desk) store(ctx context.Context, a tray.Action) error {
	l, err := d.main.ledger.Writer(ctx)
	if err != nil {
		return err
	}
	switch a.Kind {
	case tray.Switch:
		p, err := l.ProjectByID(ctx, a.Project)
		if err != nil {
			return err
		}
		return l.SwitchProject(ctx, p.Root, a.On)
	case tray.Resume:
		return l.Write(ctx, func(t *db.Tx) error { return t.Resume() })
	}
	return l.Write(ctx, func(t *db.Tx) error {
		until := web.Tomorrow(d.main.clock()())
		if a.Minutes > 0 {
			until = t.Now.Add(time.Duration(a.Minutes) * time.Minute)
		}
		return t.Pause(t.Now, until)
	})
}

// faultFinder sees whether the client still calls the hooks. It reads the settings file when that has changed.
type faultFinder struct {
	state, file string

	mu    sync.Mutex
	seen  time.Time
	size  int64
	there bool // hooks of ours are in it
}

// registered tells whether hooks of ours stand in the settings file. One that cannot be read is doctor's to tell of.
func (f *faultFinder) registered() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := os.Stat(f.file)
	if err != nil {
		f.seen = time.Time{}
		return !os.IsNotExist(err)
	}
	if info.ModTime().Equal(f.seen) && info.Size() == f.size {
		return f.there
	}
	entries, err := settings.Entries(f.file)
	f.seen, f.size, f.there = info.ModTime(), info.Size(), err != nil
	for _, e := range entries {
		f.there = f.there || e.Ours
	}
	return f.there
}

// short is a line for the menu, empty where the hooks are in place.
func (f *faultFinder) short() string {
	switch {
	case !settings.Installed(f.state):
		return "The hooks are not installed"
	case !f.registered():
		return hooksGone
	}
	return ""
}

const hooksGone = "The hooks are gone from the client's settings"

// notice tells of hooks that are not in place any more though nobody uninstalled them.
func (f *faultFinder) notice(context.Context) notice.Notice {
	if !settings.Installed(f.state) || f.registered() {
		return notice.Notice{}
	}
	return notice.Notice{Title: hooksGone, Body: "Nothing is kept until they are back: compact-keeper install", Page: "/setup", Warns: true}
}
