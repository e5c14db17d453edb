package main

import (
	"fmt"
	"io"
	"os"

	"github.com/compact-keeper/compact-keeper/app"
)

func uninstall(args []string, out io.Writer) error {
	dry, err := dryRun("uninstall", args)
	if err != nil {
		return err
	}
	p, err := app.FindPlace(os.Getenv)
	if err != nil {
		return err
	}
	if dry {
		return previewUninstall(out, p)
	}
	u, err := p.Uninstall()
	if err != nil {
		return err
	}
	switch {
	case !u.Edit.Changed():
		fmt.Fprintf(out, "No hooks of compact-keeper stand in %s\n", p.Settings)
	case u.Edit.After == nil:
		fmt.Fprintf(out, "Removed %s, which install had made.\n", u.Edit.Path)
	default:
		fmt.Fprintf(out, "Took the hooks out of %s\n", p.Settings)
	}
	if u.RemovedConfig {
		fmt.Fprintf(out, "Removed the empty folder %s, which install had made too.\n", p.Config)
	}
	if u.OtherUser != "" {
		fmt.Fprintf(out, "Left the hook executable: another client configuration uses it, with its state in %s\n", u.OtherUser)
	}
	if u.HookFailed != nil {
		return fmt.Errorf("remove the hook executable: %w; the hooks are out of the settings, and if it is just running, uninstall again removes it", u.HookFailed)
	}
	if u.RemovedHook {
		fmt.Fprintf(out, "Removed the hook executable %s\n  If another settings file names it, the client reports that hook as failed there, and goes on.\n", p.Hook)
	}
	if u.StateStays {
		fmt.Fprintf(out, "What was kept stays in %s; delete that folder to be rid of it.\n", p.State)
	}
	return nil
}

func previewUninstall(out io.Writer, p app.Place) error {
	u, err := p.PlanUninstall()
	if err != nil {
		return err
	}
	switch {
	case !u.Edit.Changed():
		fmt.Fprintf(out, "Nothing to take out: no hooks of compact-keeper stand in %s\n", p.Settings)
	case u.Edit.After == nil:
		fmt.Fprintf(out, "Would remove %s, which install had made.\n", u.Edit.Path)
	default:
		fmt.Fprintf(out, "Would take the hooks out of %s\n", p.Settings)
	}
	if u.RemovedConfig {
		fmt.Fprintf(out, "Would remove the folder %s, which install had made too.\n", p.Config)
	}
	fmt.Fprint(out, u.Edit.Diff())
	if u.RemovedHook {
		fmt.Fprintf(out, "Would remove the hook executable %s\n", p.Hook)
	}
	return nil
}
