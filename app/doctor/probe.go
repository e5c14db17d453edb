package doctor

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// probe runs each command line that stands registered once, as the client would, and looks for what it left in the
// ledger. Command lines that differ only in their part count as one.
func probe(ctx context.Context, l *look) {
	if len(l.ours) == 0 || l.unfit {
		l.add("probe", Unknown, "because of the fault above")
		return
	}
	var tried []string
	before := len(l.found)
	for _, e := range l.ours {
		e.Args = withoutPart(e.Args)
		key := strings.Join(append([]string{e.Command, e.Shell}, e.Args...), "\x00")
		if e.Type != "command" || slices.Contains(tried, key) {
			continue
		}
		tried = append(tried, key)
		l.try(ctx, e)
	}
	if len(l.found) == before {
		l.add("probe", OK, "a hook, run as the client does, stands in the ledger")
	}
}

func withoutPart(args []string) []string {
	if i := slices.Index(args, "--part"); i >= 0 && i+1 < len(args) {
		return slices.Delete(slices.Clone(args), i, i+2)
	}
	return args
}

// try gives one command line the Probe event, and adds what went wrong.
func (l *look) try(ctx context.Context, e settings.Registered) {
	nonce := "probe-" + rand.Text()
	printed, err := l.start(ctx, e, nonce)
	name := l.short(e.Command)
	version, state, ok := hooks.ReadProbe(printed)
	recorded := l.recorded(ctx, nonce)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		l.add("probe", Fault, fmt.Sprintf("%s did not answer within %v.", name, l.ProbeTime), "Put ours back:", installCommand)
	case err != nil:
		l.add("probe", Fault, name+" failed: "+err.Error()+".", "Put ours back:", installCommand)
	case !ok && !recorded:
		l.add("probe", Fault, name+" ran without an error and did nothing: it is of an older version, or another program.", "Put ours back:", installCommand)
	case !recorded && state != l.State:
		l.add("probe", Fault, name+" keeps things in "+l.short(state)+", and not in "+l.short(l.State)+", where this program looks.", again, installCommand)
	case !recorded:
		l.add("probe", Fault, name+" "+version+" answered, and nothing stands in the ledger.", "See what it wrote to the log:", "tail "+l.short(state)+"/log")
	}
}

// start runs a command line with the Probe event on its standard input, and returns what it printed.
func (l *look) start(ctx context.Context, e settings.Registered, nonce string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, l.ProbeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, e.Command, e.Args...)
	if !e.HasArgs {
		cmd = shell(ctx, e)
	}
	event, err := json.Marshal(map[string]string{"hook_event_name": hooks.Probe, "session_id": nonce, "cwd": l.Folder})
	if err != nil {
		return "", err
	}
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = l.Folder, bytes.NewReader(event), time.Second
	together(cmd)
	cmd.Env = append(os.Environ(), "CLAUDECODE=1", "CLAUDE_PROJECT_DIR="+l.Folder)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if said := strings.Join(strings.Fields(errs.String()), " "); err != nil && said != "" {
		err = fmt.Errorf("%w: %s", err, said[:min(len(said), 200)])
	}
	return out.String(), err
}

// shell is how the client starts an entry that has no args.
func shell(ctx context.Context, e settings.Registered) *exec.Cmd {
	switch {
	case e.Shell == "powershell":
		return exec.CommandContext(ctx, "powershell", "-NoProfile", "-Command", e.Command)
	case runtime.GOOS == "windows":
		return exec.CommandContext(ctx, "bash", "-c", e.Command)
	}
	return exec.CommandContext(ctx, "/bin/sh", "-c", e.Command)
}

// recorded tells whether the probe's run stands in the ledger, and takes it out.
func (l *look) recorded(ctx context.Context, nonce string) bool {
	if _, err := os.Stat(l.ledgerPath()); err != nil {
		return false
	}
	d, err := db.Open(ctx, l.State, db.Options{Wait: hooks.Wait})
	if d == nil {
		return false
	}
	defer d.Close()
	if err != nil {
		return false
	}
	if _, err := d.LastRun(ctx, nonce); err != nil {
		return false
	}
	d.Write(ctx, func(t *db.Tx) error { return t.RemoveProbe(nonce) }) // what stays because of a lock, the next probe takes out
	return true
}
