package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
	checkup "github.com/compact-keeper/compact-keeper/app/doctor"
	"github.com/compact-keeper/compact-keeper/cmd/internal/live"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/client"
)

// deliveryJSON is what --live found out, as --json prints it.
type deliveryJSON struct {
	OK            bool       `json:"ok"` // everything arrived
	ClientVersion string     `json:"client_version"`
	Roads         []roadJSON `json:"roads"`
	TookMS        int64      `json:"took_ms"`
	HookFailure   string     `json:"hook_failure,omitempty"`
	Elsewhere     int        `json:"requests_elsewhere"`
	Kept          string     `json:"kept,omitempty"` // the folder that everything happened in, where a road failed
}

type roadJSON struct {
	Name    string `json:"road"`
	What    string `json:"what"`
	Arrived bool   `json:"arrived"`
	Found   string `json:"found"`
}

const beforeLive = `This runs your client
  %s
in a scratch folder, with a made-up key, against an API inside this program, and
follows random words from a prompt to the model and back. Nothing is sent to
anybody, nothing costs anything, and your own settings and conversations are
left alone. It takes about 20 seconds.
`

// doctorLive proves on the client of this machine that what the hooks print arrives, and stores what it found out.
func doctorLive(ctx context.Context, asJSON, yes bool, out io.Writer) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	p, err := app.FindPlace(os.Getenv)
	if err != nil {
		return err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("find your home folder: %w", err)
	}
	path := client.Find(os.Getenv, home)
	if path == "" {
		return errors.New("no Claude Code is found: not on the PATH, not in ~/.claude/local or ~/.local/bin. Install it, or say where it lies: CLAUDE_BIN=/path/to/claude compact-keeper doctor --live")
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	if err := sendsElsewhere(checkup.Machine().Managed); err != nil {
		return err
	}
	if !yes {
		asked := newPerson(out)
		if asJSON || !asked.there {
			return usageError{"doctor: --live runs your client, and asks first", "compact-keeper doctor --live --yes"}
		}
		fmt.Fprintf(out, beforeLive, printable(path))
		if !asked.yes(ctx, "Run it?") {
			return nil
		}
	}
	r, err := live.Prove(ctx, live.Options{Client: path, Hook: p.Hook, Now: time.Now, Progress: func(step string) {
		if !asJSON {
			fmt.Fprintf(out, "%s …\n", step)
		}
	}})
	if err != nil {
		if r.Kept != "" {
			err = fmt.Errorf("%w\nWhat the client did lies in %s", err, r.Kept)
		}
		return err
	}
	saveErr := saveDelivery(ctx, r)
	if asJSON {
		err = printJSON(out, newDeliveryJSON(r))
	} else {
		err = printDelivery(out, r)
	}
	if n := r.Failed(); n > 0 && err == nil {
		err = fmt.Errorf("%d of %d roads are broken with Claude Code %s", n, len(r.Roads), r.ClientVersion)
	}
	return errors.Join(err, saveErr)
}

// redirecting are the names by which the administrator's settings, which no scratch folder keeps out, can send what the
// client says to somebody, or log it in.
var redirecting = []string{"ANTHROPIC_", "CLAUDE_CODE_USE_", "_PROXY", "_proxy", "apiKeyHelper", "AuthRefresh", "CredentialExport",
	"AuthHelper", "otelHeadersHelper", "OTEL_", "forceLogin"}

// sendsElsewhere refuses a run that the settings in the administrator's folder could turn into a real one.
func sendsElsewhere(managed string) error {
	files, err := filepath.Glob(filepath.Join(managed, "managed-settings.d", "*.json"))
	if err != nil {
		return err
	}
	for _, path := range append(files, filepath.Join(managed, "managed-settings.json")) {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("nothing is run: the settings of the machine's administrator cannot be read: %w", err)
		}
		for _, name := range redirecting {
			if strings.Contains(string(text), name) {
				return fmt.Errorf("nothing is run: %s of the machine's administrator holds %s…, which could send what the client says to a real server", path, name)
			}
		}
	}
	return nil
}

// saveDelivery stores what was found out in the ledger, in place of what was known of that version.
func saveDelivery(ctx context.Context, r live.Result) error {
	d, err := writeLedger(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	var roads []db.DeliveryRoad
	for _, road := range r.Roads {
		roads = append(roads, db.DeliveryRoad{Name: road.Name, Arrived: road.Arrived, Found: road.Found})
	}
	return d.Write(ctx, func(t *db.Tx) error { return t.SaveDelivery(r.ClientVersion, roads) })
}

func newDeliveryJSON(r live.Result) deliveryJSON {
	d := deliveryJSON{r.Failed() == 0, r.ClientVersion, nil, r.Took.Milliseconds(), r.HookFailure, r.Elsewhere, r.Kept}
	for _, road := range r.Roads {
		d.Roads = append(d.Roads, roadJSON(road))
	}
	return d
}

// printDelivery prints a line for each road, and what follows from them.
func printDelivery(out io.Writer, r live.Result) error {
	fmt.Fprintf(out, "\nClaude Code %s, %.0f seconds:\n", r.ClientVersion, r.Took.Seconds())
	for _, road := range r.Roads {
		mark := "ok"
		if !road.Arrived {
			mark = "NO"
		}
		fmt.Fprintf(out, "  %s  %-37s  %s\n", mark, road.What, printable(road.Found))
	}
	fmt.Fprintln(out)
	if r.Elsewhere > 0 {
		fmt.Fprintf(out, "The client asked %d times for other addresses; each was refused.\n", r.Elsewhere)
	}
	if r.Failed() == 0 {
		_, err := fmt.Fprintf(out, "Delivery is proven with Claude Code %s. Prove it again after an update.\n", r.ClientVersion)
		return err
	}
	if r.HookFailure != "" {
		fmt.Fprintf(out, "A hook failed: %s\n", printable(r.HookFailure))
	}
	_, err := fmt.Fprintf(out, "See whether the hooks are in order, then try again:\n  compact-keeper doctor\nWhat the client and the hooks did lies in\n  %s\n", r.Kept)
	return err
}
