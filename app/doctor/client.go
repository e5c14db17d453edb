package doctor

import (
	"context"

	clients "github.com/compact-keeper/compact-keeper/hooks/client"
)

// client finds the client and its version, without starting it.
func client(_ context.Context, l *look) {
	path := clients.Find(l.Getenv, l.Home)
	where := "found nowhere on this machine"
	if path != "" {
		l.version = clients.Version(path)
		where = l.short(path)
	}
	from := ""
	if l.version == "" {
		l.version, from = l.seenVersion(), ", by its last conversation"
	}
	switch named := l.Getenv("CLAUDE_BIN"); {
	case path == "" && named != "":
		l.add("client", Fault, "CLAUDE_BIN is "+l.short(named)+", which is no program that can be started.", "Set it anew, or do without it:", "unset CLAUDE_BIN")
	case path == "" && l.version == "":
		l.add("client", Fault, "Claude Code is found nowhere: not on the PATH, not in ~/.claude/local or ~/.local/bin.",
			"Install it, or say where it lies:", "CLAUDE_BIN=/path/to/claude compact-keeper doctor")
	case path == "" && clients.Older(l.version, clients.FirstWithArgs):
		l.add("client", Fault, "version "+l.version+from+", "+where+", is older than "+clients.FirstWithArgs+" and starts hooks without their arguments.",
			"Install a newer one, or say where it lies:", "CLAUDE_BIN=/path/to/claude compact-keeper doctor")
	case clients.Older(l.version, clients.FirstWithArgs):
		l.add("client", Fault, "version "+l.version+from+", "+where+", is older than "+clients.FirstWithArgs+" and starts hooks without their arguments.",
			"Update it:", "claude update")
	case l.version == "":
		l.add("client", OK, where+", its version unknown until it is started")
	default:
		l.add("client", OK, "Claude Code "+l.version+from+", "+where)
	}
}

// seenVersion is the version that wrote last to the newest transcripts, empty where none tells.
func (l *look) seenVersion() string {
	for i, t := range clients.Transcripts(l.Config) {
		if i == 3 {
			break
		}
		rows, err := t.Rows()
		if err != nil {
			continue
		}
		for j := len(rows) - 1; j >= 0; j-- {
			if rows[j].Version != "" {
				return rows[j].Version
			}
		}
	}
	return ""
}
