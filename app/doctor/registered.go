package doctor

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

const again = "Register them anew:"
const installCommand = "compact-keeper install"

// registered tells whether our hooks stand where the client reads them, each once and as install registers them.
func registered(_ context.Context, l *look) {
	var elsewhere []string // files that hold entries of ours beside the user's settings
	var twice bool         // and the client runs both
	for _, f := range l.layers {
		for _, e := range f.entries {
			if !e.Ours || e.Unread {
				continue
			}
			if f.name == user {
				l.ours = append(l.ours, e)
			} else if name := l.short(f.path); !slices.Contains(elsewhere, name) {
				elsewhere = append(elsewhere, name)
			}
		}
	}
	for _, f := range l.layers {
		for _, e := range f.entries {
			if f.name != user && e.Ours && !e.Unread && !slices.ContainsFunc(l.ours, func(o settings.Registered) bool { return line(o) == line(e) }) {
				twice = true // what is the same in two settings files runs once
			}
		}
	}
	for _, p := range l.plugins {
		if slices.ContainsFunc(p.entries, func(e settings.Registered) bool { return e.Ours }) {
			elsewhere, twice = append(elsewhere, "the plugin "+p.name), true
		}
	}
	if slices.ContainsFunc(l.layers, func(f layer) bool { return f.name == user && f.err != nil }) {
		l.add("hooks", Unknown, "because of the fault in the settings")
		return
	}
	if len(l.ours) == 0 {
		l.add("hooks", Fault, "no hooks of compact-keeper stand in "+l.short(l.Settings)+".", "Register them:", installCommand)
		return
	}
	before := len(l.found)
	l.compare()
	switch {
	case len(elsewhere) > 0 && twice:
		l.add("hooks", Fault, "they stand in "+strings.Join(elsewhere, ", ")+" as well, and the client runs both.", "Take them out there, and keep the ones in "+l.short(l.Settings)+":", l.removal(elsewhere[0]))
	case len(elsewhere) > 0:
		l.add("hooks", Warning, "they stand in "+strings.Join(elsewhere, ", ")+" as well; the client runs them once.", "Take them out there:", l.removal(elsewhere[0]))
	}
	if len(l.found) == before {
		l.add("hooks", OK, fmt.Sprintf("%d entries for %d events, each once", len(l.ours), len(settings.Events())))
	}
}

func (l *look) removal(where string) string {
	if plugin, ok := strings.CutPrefix(where, "the plugin "); ok {
		return "claude plugin disable " + quote(plugin)
	}
	return "${EDITOR:-vi} " + where
}

// compare holds our entries against what install registers.
func (l *look) compare() {
	want := settings.Expected(l.Hook, l.State)
	var missing, doubled, stale []string
	seen := map[string]int{}
	for _, e := range l.ours {
		seen[place(e)]++
	}
	for _, w := range want {
		switch n := seen[place(w)]; {
		case n == 0:
			missing = append(missing, describe(w))
		case n > 1:
			doubled = append(doubled, describe(w))
		}
		delete(seen, place(w))
	}
	for _, e := range l.ours {
		if _, left := seen[place(e)]; left || !e.HasArgs || e.Type != "command" || e.Timeout > 10 {
			stale = append(stale, describe(e))
		}
	}
	file := l.short(l.Settings)
	if len(stale) > 0 {
		l.add("hooks", Fault, "entries of another version stand in "+file+": "+list(slices.Compact(stale), 3)+".", again, installCommand)
		return // what is missing is missing because of them
	}
	if len(missing) > 0 {
		l.add("hooks", Fault, fmt.Sprintf("%d of %d entries are missing in %s: %s.", len(missing), len(want), file, list(slices.Compact(missing), 3)), again, installCommand)
	}
	if len(doubled) > 0 {
		l.add("hooks", Fault, "entries stand twice in "+file+": "+list(slices.Compact(doubled), 3)+".", again, installCommand)
	}
}

// line is what the client runs for an entry, and when.
func line(e settings.Registered) string {
	return strings.Join(append([]string{e.Event, e.Matcher, e.Command}, e.Args...), "\x00")
}

// place is what an entry is for: event, matcher and part.
func place(e settings.Registered) string {
	return e.Event + "\x00" + e.Matcher + "\x00" + part(e.Args)
}

func part(args []string) string {
	if i := slices.Index(args, "--part"); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

func describe(e settings.Registered) string {
	if e.Matcher == "" {
		return e.Event
	}
	return e.Event + " (" + e.Matcher + ")"
}

// executable tells whether what our entries start is there, can be started, and is of this version.
func executable(_ context.Context, l *look) {
	var files []string
	for _, e := range l.ours {
		if e.HasArgs && !slices.Contains(files, e.Command) {
			files = append(files, e.Command)
		}
	}
	if len(files) == 0 {
		l.add("executable", Unknown, "because no entry names it")
		return
	}
	for _, path := range files {
		l.unfit = l.executable(path) || l.unfit
	}
}

// executable looks at one file, and tells whether it is unfit to be run.
func (l *look) executable(path string) (unfit bool) {
	name := l.short(path)
	info, err := os.Stat(path)
	text, readErr := os.ReadFile(path)
	built, builtErr := os.ReadFile(l.Built)
	unfit = true
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.add("executable", Fault, name+" is not there, and the entries start it.", "Put it back:", installCommand)
	case err != nil || !info.Mode().IsRegular():
		l.add("executable", Fault, name+" is no file that can be started.", "Move it away, and put ours there:", "mv "+name+" "+name+".away && "+installCommand)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		l.add("executable", Fault, name+" may not be executed.", "Put it back:", installCommand)
	case readErr != nil:
		l.add("executable", Fault, name+" cannot be read.", "Put it back:", installCommand)
	case builtErr == nil && bytes.Equal(text, built):
		unfit = false
		l.add("executable", OK, "of this version, "+name)
	default:
		here, there := buildVersion(l.Built), buildVersion(path)
		unfit = there == ""
		switch {
		case there == "":
			l.add("executable", Fault, name+" is not the program of compact-keeper.", "Put ours back:", installCommand)
		case builtErr != nil:
			l.add("executable", OK, name+", "+there+"; none lies beside this program to compare it with")
		case here == there:
			l.add("executable", Fault, name+" is another build than the one beside this program.", "Bring this one there:", installCommand)
		default:
			l.add("executable", Fault, name+" is "+there+"; this program came with "+here+".", "Bring this one there:", installCommand)
		}
	}
	return unfit
}

// buildVersion is the version that was built into a hook executable of ours, empty where it is another program.
func buildVersion(path string) string {
	info, err := buildinfo.ReadFile(path)
	if err != nil || filepath.Base(info.Path) != settings.HookName {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return info.Main.Version + " of " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return info.Main.Version
}
