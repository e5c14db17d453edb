package hooks

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Probe is an event that the client never sends. doctor gives it to the command line that the client would run, with a
// random session id, and looks for the run in the ledger where it expects it. It makes no session and reads nothing.
const Probe = "Probe"

// probeName begins what a probed hook prints, so that doctor knows ours from another program of that name.
const probeName = "compact-keeper-hook"

// probe answers the Probe event: the version, and where this hook keeps things.
func (r *run) probe() string {
	r.outcome = "ok"
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	return fmt.Sprintf("%s %s\n%s\n", probeName, version, r.call.State)
}

// ReadProbe reads what a hook printed for the Probe event. ok is false where another program answered, or none.
func ReadProbe(printed string) (version, state string, ok bool) {
	first, rest, _ := strings.Cut(printed, "\n")
	version, ok = strings.CutPrefix(first, probeName+" ")
	return version, strings.TrimSuffix(rest, "\n"), ok && rest != ""
}
