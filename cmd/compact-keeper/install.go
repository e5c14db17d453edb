package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

func install(args []string, out io.Writer) error {
	dry, err := dryRun("install", args)
	if err != nil {
		return err
	}
	if dry {
		return previewInstall(out)
	}
	return installHooks(out)
}

// installHooks installs, and says what was done.
func installHooks(out io.Writer) error {
	p, err := app.FindPlace(os.Getenv)
	if err != nil {
		return err
	}
	done, err := p.Install()
	if done.MadeConfig {
		fmt.Fprintf(out, "Made %s: no client has run here yet.\n", p.Config)
	}
	tellCopied(out, p, done, "Copied")
	switch {
	case err != nil:
		return err
	case done.Edit.Changed():
		tellEdit(out, p, done, "Registered it in")
		fmt.Fprintf(out, "Sessions that are running take it up by themselves. To see that the client can run it: %s doctor\n", startedAs())
	case !done.Copied:
		fmt.Fprintf(out, "Nothing changed: the hooks stand in %s already.\n", p.Settings)
	}
	if done.Edit.HooksOff() {
		fmt.Fprintf(out, "But %s says disableAllHooks: the client runs no hook, and nothing is kept, until you take that out.\n", p.Settings)
	}
	return nil
}

// previewInstall says what installHooks would do.
func previewInstall(out io.Writer) error {
	p, err := app.FindPlace(os.Getenv)
	if err != nil {
		return err
	}
	plan, err := p.PlanInstall()
	if err != nil {
		return err
	}
	if plan.MadeConfig {
		fmt.Fprintf(out, "Would make %s: no client has run here yet.\n", p.Config)
	}
	tellCopied(out, p, plan, "Would copy")
	switch {
	case plan.Edit.Changed():
		tellEdit(out, p, plan, "Would register it in")
		fmt.Fprint(out, plan.Edit.Diff())
	case !plan.Copied:
		fmt.Fprintf(out, "Nothing to change: the hooks stand in %s already.\n", p.Settings)
	}
	return nil
}

func dryRun(verb string, args []string) (bool, error) {
	flags := flag.NewFlagSet(verb, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	dry := flags.Bool("dry-run", false, "")
	hint := "compact-keeper " + verb + " [--dry-run]"
	if err := flags.Parse(args); err != nil {
		return false, usageError{err.Error(), hint}
	}
	if flags.NArg() > 0 {
		return false, usageError{fmt.Sprintf("%s takes no %q", verb, flags.Arg(0)), hint}
	}
	return *dry, nil
}

func tellCopied(out io.Writer, p app.Place, i app.Installation, did string) {
	if i.Copied {
		fmt.Fprintf(out, "%s the hook executable to %s\n", did, p.Hook)
		if i.Says != "" {
			fmt.Fprintf(out, "  %s\n", i.Says)
		}
	}
}

// tellEdit names the settings file, and what a person should know about it.
func tellEdit(out io.Writer, p app.Place, i app.Installation, did string) {
	fmt.Fprintf(out, "%s %s\n", did, p.Settings)
	if i.Edit.Path != p.Settings {
		fmt.Fprintf(out, "  which is %s\n", i.Edit.Path)
	}
	fmt.Fprintf(out, "  for %s\n", strings.Join(settings.Events(), ", "))
	if root := i.Repository(); root != "" {
		fmt.Fprintf(out, "  It lies in the repository %s. The hooks name paths of this machine: on another that gets the file, the client reports them as failed and goes on, until install is run there.\n", root)
	}
}
