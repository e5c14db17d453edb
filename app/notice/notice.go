// Package notice tells the owner on the desktop what became of the decisions when a compaction has ended, and what is wrong
// with the setup.
//
// Contract: a notice is news. None comes twice, not after a restart either; none tells of what ended before the program ran
// for the first time, of imported compactions, or of sessions that nobody sits before. What ends within two seconds is one
// notice. A desktop that shows none, or hangs, is said once and holds nothing up: the dashboard tells the same.
package notice

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// Setting is the setting that says which compactions the owner gets notice of.
const Setting = "notices"

// The values of Setting; Each where none is stored.
const (
	Each = "each" // every compaction
	Lost = "lost" // those that the summary lost something in
	None = "none"
)

// Notice is one notice.
type Notice struct {
	Title, Body string
	Page        string // of the dashboard, opened by a click
	Warns       bool
}

// Ledger gives out the database, as web.Ledger does.
type Ledger interface {
	Reader(ctx context.Context) (*db.DB, error)
	Writer(ctx context.Context) (*db.DB, error)
}

// Config is what notices need of the program.
type Config struct {
	Ledger Ledger
	// Fault tells what is wrong with the setup now: the zero Notice where nothing is.
	Fault func(ctx context.Context) Notice
	// Open shows a page of the dashboard.
	Open func(page string)
	// Say tells the owner something, once.
	Say func(line string)
}

// Notices gives them. Run does the work.
type Notices struct {
	Config
	wanted  chan struct{}
	others  chan Notice
	show    func(ctx context.Context, n Notice, replaces uint32) (id uint32, err error)
	end     func()
	failed  bool       // and that was said
	last    []db.Ended // what the last notice told
	lastID  uint32
	lastAt  time.Time
	waiting []db.Ended // what no notice could be shown of
}

const (
	// foldTime is how long a notice waits for others to be one with it, and for the hooks of a compaction, which end at once, to
	// have said all they have to.
	foldTime = 2 * time.Second
	// replaceTime is for how long a notice is replaced by one that tells more, rather than followed.
	replaceTime = 10 * time.Second
	// mostWaiting is how many compactions wait for a desktop that shows notices again.
	mostWaiting = 100
	// showTime is how long the desktop may take to show one. It may have to start the program that does.
	showTime = 5 * time.Second
	// checkTime is how often the setup is looked at while nothing else happens.
	checkTime = time.Minute
)

// New returns notices that are not given yet.
func New(c Config) *Notices {
	d := &desktop{open: c.Open}
	return &Notices{Config: c, wanted: make(chan struct{}, 1), others: make(chan Notice, 8), show: d.show, end: d.close}
}

// Refresh has the ledger looked at, soon.
func (n *Notices) Refresh() {
	select {
	case n.wanted <- struct{}{}:
	default:
	}
}

// Tell gives notice of something else.
func (n *Notices) Tell(x Notice) {
	select {
	case n.others <- x:
	default: // eight are waiting
	}
}

// Run gives notices until ctx is done.
func (n *Notices) Run(ctx context.Context) {
	defer n.end()
	n.look(ctx) // what ended while the program did not run is not held back
	tick := time.NewTicker(checkTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case x := <-n.others:
			n.send(ctx, x, 0)
			continue
		case <-n.wanted:
			select {
			case <-ctx.Done():
				return
			case <-time.After(foldTime):
			}
			select { // what was wanted meanwhile is seen now
			case <-n.wanted:
			default:
			}
		}
		n.look(ctx)
	}
}

// look gives notice of what is new. What goes wrong with the ledger the dashboard tells, and the next look tries again.
func (n *Notices) look(ctx context.Context) {
	all, which, err := n.take(ctx)
	if err != nil {
		return
	}
	var told []db.Ended
	for _, e := range all {
		if tells(which, e) {
			told = append(told, e)
		}
	}
	if len(told) > 0 {
		n.waiting = append(n.waiting, told...)
		n.waiting = n.waiting[max(0, len(n.waiting)-mostWaiting):]
		n.compactions(ctx)
	}
	n.fault(ctx)
}

// take returns what has ended since the last time, and which of it the owner wants to know. It is remembered as told before it is:
// a program that is killed in between tells too little, not the same again.
func (n *Notices) take(ctx context.Context) (all []db.Ended, which string, err error) {
	d, err := n.Ledger.Reader(ctx)
	if err != nil {
		return nil, "", err
	}
	all, mark, fresh, err := d.Unnoticed(ctx)
	if err != nil || !fresh {
		return nil, "", err
	}
	stored, err := d.Settings(ctx)
	if err != nil {
		return nil, "", err
	}
	return all, stored[Setting], n.write(ctx, func(t *db.Tx) error { return t.Noticed(mark) })
}

func (n *Notices) write(ctx context.Context, f func(t *db.Tx) error) error {
	d, err := n.Ledger.Writer(ctx)
	if err != nil {
		return err
	}
	return d.Write(ctx, f)
}

// tells says whether the owner wants notice of a compaction.
func tells(which string, e db.Ended) bool {
	switch {
	case e.Unattended || e.Asked == 0 || which == None:
		return false
	case which == Lost:
		return e.Kept < e.Asked
	}
	return true
}

// compactions gives notice of those that wait for it, together with what the last notice told where that one is still new.
func (n *Notices) compactions(ctx context.Context) {
	told, replaces := n.waiting, uint32(0)
	if n.lastID != 0 && time.Since(n.lastAt) < replaceTime {
		told, replaces = append(n.last[:len(n.last):len(n.last)], told...), n.lastID
	}
	id, ok := n.send(ctx, Of(told), replaces)
	if ok {
		n.waiting, n.last, n.lastID, n.lastAt = nil, told, id, time.Now()
	}
}

// fault gives notice of a fault of the setup, once for each.
func (n *Notices) fault(ctx context.Context) {
	now := n.Fault(ctx)
	d, err := n.Ledger.Reader(ctx)
	if err != nil {
		return
	}
	stored, err := d.Settings(ctx)
	if err != nil || stored[faultTold] == now.Title {
		return
	}
	if n.write(ctx, func(t *db.Tx) error { return t.SaveSetting(faultTold, now.Title) }) == nil && now.Title != "" {
		n.send(ctx, now, 0)
	}
}

// faultTold is the setting that remembers which fault the owner has notice of.
const faultTold = "noticed_fault"

func (n *Notices) send(ctx context.Context, x Notice, replaces uint32) (id uint32, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, showTime)
	defer cancel()
	id, err := n.show(ctx, x, replaces)
	if err != nil && !n.failed {
		n.failed = true
		n.Say(fmt.Sprintf("Could not show a notice: %v. The dashboard tells the same.", err))
	}
	return id, err == nil
}

// Of is the notice of one compaction, or of several.
func Of(all []db.Ended) Notice {
	var asked, kept, back, without int
	roots := map[string]bool{}
	for _, e := range all {
		asked, kept, back = asked+e.Asked, kept+e.Kept, back+e.PutBack
		roots[e.Root] = true
		if !e.Brief {
			without++
		}
	}
	summary := "the summary"
	if len(all) > 1 {
		summary = "the summaries"
	}
	x := Notice{Title: "Compaction in " + filepath.Base(all[0].Root), Page: fmt.Sprintf("/compactions/%d", all[0].ID)}
	if len(all) > 1 {
		x.Page = "/compactions"
		x.Title = fmt.Sprintf("%d compactions in %s", len(all), filepath.Base(all[0].Root))
		if len(roots) > 1 {
			x.Title = fmt.Sprintf("%d compactions in %d projects", len(all), len(roots))
		}
	}
	x.Body = fmt.Sprintf("Asked %s to keep %s word for word: %d kept", summary, decisions(asked), kept)
	if without == len(all) { // no hook ran before the compaction
		x.Body = fmt.Sprintf("Could not ask %s to keep %s word for word: %d kept", summary, decisions(asked), kept)
	}
	if back > 0 {
		x.Body += fmt.Sprintf(", %d put back", back)
	}
	if missing := asked - kept - back; missing > 0 {
		x.Body += fmt.Sprintf(", %d missing", missing)
		x.Warns = true
	}
	return x
}

func decisions(n int) string {
	if n == 1 {
		return "1 decision"
	}
	return fmt.Sprintf("%d decisions", n)
}
