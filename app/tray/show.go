//go:build cgo || !darwin

package tray

import (
	"context"
	"log"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"fyne.io/systray"
)

// Title is how panels know the icon again.
const Title = "compact-keeper"

// endTime is how long the tray may take to go. A bus that hangs must not keep the program.
const endTime = time.Second

// Run shows the tray until ctx is done, and says so once where it cannot. On macOS and Windows it must be called by the
// main goroutine. It runs once in a process.
func (t *Tray) Run(ctx context.Context) {
	note, ok := probe(ctx)
	if note != "" {
		t.Say(note)
	}
	if !ok {
		<-ctx.Done()
		return
	}
	log.SetOutput(quiet{}) // what it says of a panel that is not there, at every try
	v := view{tray: t, state: -1}
	// Before Run: on Linux it exports what is set then, while ready still runs. Set later, the item's id would hold the process
	// id, and a panel could not remember whether to show it.
	systray.SetTitle(Title)
	systray.SetIcon(icon(Keeping))
	systray.SetOnTapped(func() { t.click(Action{Kind: Open, Page: "/"}) })
	ready := func() { v.draw(Keeping, Menu(Snapshot{})); go t.follow(ctx, v.draw) } // the panel waits for it
	context.AfterFunc(ctx, systray.Quit)
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		systray.Run(ready, nil)
		return
	}
	ended := make(chan bool)
	go func() {
		defer close(ended)
		defer func() { recover() }() // systray panics at its end where the bus went away at its start
		systray.Run(ready, nil)
	}()
	<-ctx.Done()
	select {
	case <-ended:
	case <-time.After(endTime):
	}
}

// view is what is shown. Only what differs is handed on, since each change makes the panel read the menu anew.
type view struct {
	tray  *Tray
	state State
	items []Item
	lines []*systray.MenuItem // nil for a separator
}

func (v *view) draw(s State, items []Item) {
	if s != v.state {
		systray.SetIcon(icon(s))
		systray.SetTooltip(Title + ": " + s.String())
		v.state = s
	}
	if v.lines == nil {
		v.build(items)
	}
	for i, now := range items {
		if now != v.items[i] {
			v.change(v.lines[i], v.items[i], now)
		}
	}
	v.items = slices.Clone(items)
}

// build makes the lines, which stay for good, each as it is.
func (v *view) build(items []Item) {
	v.items = slices.Clone(items)
	for i, item := range items {
		var line *systray.MenuItem
		switch {
		case item.Separator:
			systray.AddSeparator()
		case item.Check:
			line = systray.AddMenuItemCheckbox(label(item.Title), "", item.Checked)
		default:
			line = systray.AddMenuItem(label(item.Title), "")
		}
		v.lines = append(v.lines, line)
		if line == nil {
			continue
		}
		v.change(line, Item{Title: item.Title, Checked: item.Checked, Do: Action{Kind: Open}}, item)
		// The library drops a click while nobody listens, so each line has somebody who only listens.
		go func() {
			for range line.ClickedCh {
				v.tray.pressed(i)
			}
		}()
	}
}

// change hands on what differs in one line.
func (v *view) change(line *systray.MenuItem, was, now Item) {
	if line == nil {
		return
	}
	if was.Title != now.Title {
		line.SetTitle(label(now.Title))
	}
	if was.Checked != now.Checked {
		if now.Checked {
			line.Check()
		} else {
			line.Uncheck()
		}
	}
	if tells := now.Do.Kind == Nothing; tells != (was.Do.Kind == Nothing) {
		if tells {
			line.Disable()
		} else {
			line.Enable()
		}
	}
	if was.Hidden != now.Hidden {
		if now.Hidden {
			line.Hide()
		} else {
			line.Show()
		}
	}
}

// label keeps a name from being read as one with an access key.
func label(title string) string {
	switch runtime.GOOS {
	case "darwin":
		return title
	case "windows":
		return strings.ReplaceAll(title, "&", "&&")
	}
	return strings.ReplaceAll(title, "_", "__")
}

// icon is a state's icon as the system takes it.
func icon(s State) []byte {
	if runtime.GOOS == "windows" {
		return ICO(s, 16, 24, 32, 48)
	}
	return PNG(s, 48)
}

// quiet leaves out what the library says of itself.
type quiet struct{}

func (quiet) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "systray error: ") {
		return len(line), nil
	}
	return os.Stderr.Write(line)
}
