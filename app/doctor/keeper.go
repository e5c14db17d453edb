package doctor

import (
	"context"

	"github.com/compact-keeper/compact-keeper/hooks"
)

// switchedOff tells which projects the owner has switched off.
func switchedOff(ctx context.Context, l *look) {
	if l.db == nil {
		l.add("projects", Unknown, "because there is no ledger to ask")
		return
	}
	off, err := l.offRoots(ctx)
	if err != nil {
		l.add("projects", Fault, "the ledger does not tell: "+err.Error()+".", "Look again:", "compact-keeper doctor")
		return
	}
	var names []string
	for root := range off {
		names = append(names, l.short(root))
	}
	here := hooks.ProjectRoot(l.Folder)
	switch {
	case off[here]:
		l.add("projects", Warning, "nothing is kept of this project, "+l.short(here)+": you switched it off.", "To switch it on:", "compact-keeper on")
	case len(names) > 0:
		l.add("projects", OK, "off by your switch: "+list(names, 5))
	default:
		l.add("projects", OK, "none is switched off")
	}
}

// dashboard tells whether one is being served. The hooks need none.
func dashboard(ctx context.Context, l *look) {
	running, err := l.Dashboard(ctx)
	switch {
	case err != nil:
		l.add("dashboard", Warning, "it does not answer: "+err.Error()+". The hooks go on without it.", "End it, and start it again:", "compact-keeper")
	case running:
		l.add("dashboard", OK, "running: compact-keeper open prints its address")
	default:
		l.add("dashboard", OK, "not running, and the hooks need none")
	}
}
