// Package tray shows the keeper beside the clock: an icon that tells how it is, and a menu.
//
// Contract: the icon and the whole menu follow from one Snapshot. The menu shows what is stored: a switch that could not be
// stored stays as it was. Where there is no session bus, no panel that shows icons, or no tray at all in this build, that is
// said once and the program goes on without. The tray starts no process.
package tray

import (
	"context"
	"sync"
	"time"
)

// Config is what a tray needs of the program.
type Config struct {
	// Snapshot reads what is shown now.
	Snapshot func(ctx context.Context) (Snapshot, error)
	// Do carries out what was clicked. It is called for one click after the other.
	Do func(ctx context.Context, a Action)
	// Say tells the owner something, once.
	Say func(line string)
}

// Tray is the icon with its menu. Run shows it; before that and without it, Refresh does nothing.
type Tray struct {
	Config
	wanted chan struct{} // that it is drawn anew; requests that come at once are one
	clicks chan Action

	mu   sync.Mutex
	menu []Item // as it is shown
}

// New returns a tray that is not shown yet.
func New(c Config) *Tray {
	return &Tray{Config: c, wanted: make(chan struct{}, 1), clicks: make(chan Action, 64)}
}

// Refresh has what is shown compared with what is stored, soon.
func (t *Tray) Refresh() {
	select {
	case t.wanted <- struct{}{}:
	default: // one is under way that will see it too
	}
}

// minute is how often the time alone can change what is shown: a pause is over, a failure is no news any more.
const minute = time.Minute

// follow carries out clicks and draws what has changed, until ctx is done. It draws the first time at once.
func (t *Tray) follow(ctx context.Context, draw func(State, []Item)) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case a := <-t.clicks:
				t.Do(ctx, a)
				t.Refresh()
			}
		}
	}()
	tick := time.NewTicker(minute)
	defer tick.Stop()
	for {
		if s, err := t.Snapshot(ctx); err == nil { // else the dashboard tells what is wrong with the ledger
			menu := Menu(s)
			draw(s.State(), menu)
			t.mu.Lock()
			t.menu = menu
			t.mu.Unlock()
		}
		select {
		case <-ctx.Done():
			return
		case <-t.wanted:
		case <-tick.C:
		}
	}
}

// pressed is a click on line i of the menu. It means what the line says now.
func (t *Tray) pressed(i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i < len(t.menu) && !t.menu[i].Hidden && t.menu[i].Do.Kind != Nothing {
		t.click(t.menu[i].Do)
	}
}

// click passes a click on. It never waits: what holds the bus up holds the panel up.
func (t *Tray) click(a Action) {
	select {
	case t.clicks <- a:
	default: // 64 clicks are waiting
	}
}
