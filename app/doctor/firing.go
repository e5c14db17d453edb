package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
	clients "github.com/compact-keeper/compact-keeper/hooks/client"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// skew is how far clocks and file systems may be apart.
const skew = 2 * time.Minute

// startTime is how long a client may take from its first hook until it writes down that it has started.
const startTime = 10 * time.Second

// clock tells whether something that was written lies in the future.
func clock(_ context.Context, l *look) {
	newest, what := time.Time{}, ""
	take := func(t time.Time, name string) {
		if t.After(newest) {
			newest, what = t, name
		}
	}
	take(l.newest, "the ledger's last row")
	if all := clients.Transcripts(l.Config); len(all) > 0 {
		take(all[0].Changed, "the newest transcript")
	}
	if info, err := os.Stat(l.State); err == nil {
		take(info.ModTime(), "the state folder")
	}
	if ahead := newest.Sub(l.Now()); ahead > skew {
		l.add("clock", Fault, fmt.Sprintf("%s is %v ahead of this machine's clock, by which what you say later counts as earlier.", what, ahead.Round(time.Minute)), "Set the clock, and see what it says:", "date")
		return
	}
	l.add("clock", OK, "nothing that was written lies in the future")
}

// firings tells when the client last ran a hook of ours for each event.
func firings(ctx context.Context, l *look) {
	if l.db == nil {
		l.add("firings", Unknown, "because there is no ledger to ask")
		return
	}
	all, err := l.db.Firings(ctx, "")
	if err != nil {
		l.add("firings", Fault, "the ledger does not tell: "+err.Error()+".", "Look again:", "compact-keeper doctor")
		return
	}
	if len(all) == 0 {
		l.add("firings", OK, "none yet; the first comes with your next prompt")
		return
	}
	l.add("firings", OK, l.told(all))
}

// told says when each event that our hooks are registered for fired last.
func (l *look) told(fired []db.Firing) string {
	var last, never []string
	for _, event := range settings.Events() {
		if i := slices.IndexFunc(fired, func(f db.Firing) bool { return f.Event == event }); i >= 0 {
			last = append(last, event+" "+ago(l.Now().Sub(fired[i].Last)))
		} else {
			never = append(never, event)
		}
	}
	told := strings.Join(last, ", ")
	if len(never) > 0 {
		told += "; not yet: " + strings.Join(never, ", ")
	}
	return told
}

// sessions tells of conversations that run now and whose hooks do not fire.
func sessions(ctx context.Context, l *look) {
	if l.db == nil || l.faulty("settings", "switches", "hooks", "executable", "probe") {
		l.add("sessions", Unknown, "because of another fault")
		return
	}
	running, err := clients.Running(l.Config)
	if err != nil {
		l.add("sessions", Warning, "not all can be told: "+plain(err)+".", "Look at them:", "ls -l "+l.short(filepath.Join(l.Config, "sessions")))
	}
	off, err := l.offRoots(ctx)
	if err != nil {
		l.add("sessions", Fault, "the ledger does not tell: "+err.Error()+".", "Look again:", "compact-keeper doctor")
		return
	}
	changed := l.changed()
	var waits, programs, left []string
	for _, s := range running {
		name := shortID(s.ID) + " in " + l.short(s.Cwd)
		if off[hooks.ProjectRoot(s.Cwd)] {
			left = append(left, name)
			continue
		}
		fired, err := l.db.Firings(ctx, s.ID)
		switch {
		case len(fired) > 0 && !fired[0].Last.Before(s.StartedAt.Add(-startTime)):
			l.add("sessions", OK, "hooks fire in "+name+": "+l.told(fired))
		case err != nil:
			l.add("sessions", Fault, "the ledger does not tell: "+err.Error()+".", "Look again:", "compact-keeper doctor")
		case strings.HasPrefix(s.Entrypoint, "sdk-") && s.Entrypoint != "sdk-cli":
			programs = append(programs, name) // they load no settings unless they ask for it
		case !l.grown(s, changed) || s.Status == "busy" && s.Off() == "":
			waits = append(waits, name)
		default:
			l.silent(s, name)
		}
	}
	if len(running) == 0 {
		l.add("sessions", OK, "none runs now")
	}
	if len(waits) > 0 {
		l.add("sessions", OK, "no turn has ended since it started, or since the settings changed, in "+list(waits, 5))
	}
	if len(programs) > 0 {
		l.add("sessions", OK, "run by programs, without your hooks: "+list(programs, 5))
	}
	if len(left) > 0 {
		l.add("sessions", OK, "off by your switch: "+list(left, 5))
	}
}

// silent tells of a running session whose hooks should have fired and did not.
func (l *look) silent(s clients.Session, name string) {
	how, why := s.Off(), "the client runs none of our hooks there, and from here it cannot be seen why"
	if how != "" {
		why = "it was started " + how
	}
	if s.Version != "" && clients.Older(s.Version, clients.FirstWithArgs) {
		why = "its client is " + s.Version + ", older than " + clients.FirstWithArgs
	}
	l.add("sessions", Fault, fmt.Sprintf("nothing is kept of session %s (process %d): %s.", name, s.PID, why), "End it, and go on with it as usual:", "claude --resume "+s.ID)
}

// grown tells whether a running session's transcript was written since it started and the settings changed.
func (l *look) grown(s clients.Session, changed time.Time) bool {
	for _, t := range clients.Transcripts(l.Config) {
		if t.ID == s.ID {
			return t.Changed.After(s.StartedAt) && t.Changed.After(changed)
		}
	}
	return false
}

// changed is when a settings file changed last: a session that runs takes that up within a second or so.
func (l *look) changed() (last time.Time) {
	for _, f := range l.layers {
		if info, err := os.Stat(f.path); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// offRoots are the projects that are off.
func (l *look) offRoots(ctx context.Context) (map[string]bool, error) {
	all, err := l.db.Projects(ctx)
	if err != nil {
		return nil, err
	}
	off := map[string]bool{}
	for _, p := range all {
		if !p.Enabled {
			off[p.Root] = true
		}
	}
	return off, nil
}

func shortID(id string) string { return id[:min(len(id), 8)] }

// missed tells of compactions of the last week that no hook of ours saw.
func missed(ctx context.Context, l *look) {
	if l.db == nil {
		l.add("missed", Unknown, "because there is no ledger to ask")
		return
	}
	all, err := l.db.Missed(ctx, l.Now().Add(-7*day))
	switch {
	case err != nil:
		l.add("missed", Fault, "the ledger does not tell: "+err.Error()+".", "Look again:", "compact-keeper doctor")
	case len(all) == 0:
		l.add("missed", OK, "no compaction of the last 7 days ran without hooks")
	default:
		l.add("missed", Warning, fmt.Sprintf("the client ran no hook at %s of the last 7 days, the last one %s in session %s.", count(len(all), "compaction"), ago(l.Now().Sub(all[0].OpenedAt)), shortID(all[0].SessionID)),
			"See what became of your decisions:", "compact-keeper compactions --session "+all[0].SessionID)
	}
}

// delivered tells what doctor --live found out about this version of the client.
func delivered(ctx context.Context, l *look) {
	const live = "compact-keeper doctor --live"
	if l.db == nil {
		l.add("delivery", Unknown, "because there is no ledger to ask")
		return
	}
	all, err := l.db.Deliveries(ctx)
	i := slices.IndexFunc(all, func(d db.Delivery) bool { return l.version == "" || d.ClientVersion == l.version })
	switch {
	case err != nil:
		l.add("delivery", Fault, "the ledger does not tell: "+err.Error()+".", "Look again:", "compact-keeper doctor")
	case i < 0:
		l.add("delivery", OK, "not proven with this client: doctor --live does it")
	case all[i].Proven():
		l.add("delivery", OK, "proven with Claude Code "+all[i].ClientVersion+", "+ago(l.Now().Sub(all[i].At)))
	default:
		var lost []string
		for _, r := range all[i].Roads {
			if !r.Arrived {
				lost = append(lost, r.Name)
			}
		}
		l.add("delivery", Warning, "with Claude Code "+all[i].ClientVersion+" this did not arrive: "+list(lost, 4)+".", "Update the client, then try again:", live)
	}
}
