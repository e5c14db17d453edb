package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// installHooks copies the hook executable to its place and registers it with the client.
func installHooks(out io.Writer) error {
	s, err := newSetup()
	if err != nil {
		return err
	}
	// Looked at first, so that nothing is copied for a file that is then refused; written last, so that the client never
	// sees a hook that is not there yet.
	if _, err := settings.PlanInstall(s.settings, s.hook, s.state); err != nil {
		return err
	}
	built, err := s.newerHook()
	if err != nil {
		return err
	}
	made, err := s.makeConfig()
	if err != nil {
		return err
	}
	if made {
		fmt.Fprintf(out, "Made %s: no client has run here yet.\n", s.config)
	}
	if built != nil {
		if err := s.copyHook(built); err != nil {
			s.unmakeConfig()
			return err
		}
		fmt.Fprintf(out, "Copied the hook executable to %s\n", s.hook)
		if built.says != "" {
			fmt.Fprintf(out, "  %s\n", built.says)
		}
	}
	edit, err := settings.Install(s.settings, s.hook, s.state)
	if err != nil {
		s.unmakeConfig()
		return err
	}
	switch {
	case edit.Changed():
		s.report(out, "Registered it in", edit)
		fmt.Fprintf(out, "Sessions that are running take it up by themselves. To see that the client can run it: %s doctor\n", startedAs())
	case built == nil:
		fmt.Fprintf(out, "Nothing changed: the hooks stand in %s already.\n", s.settings)
	}
	if edit.HooksOff() {
		fmt.Fprintf(out, "But %s says disableAllHooks: the client runs no hook, and nothing is kept, until you take that out.\n", s.settings)
	}
	return nil
}

// previewInstall prints what installHooks would do.
func previewInstall(out io.Writer) error {
	s, err := newSetup()
	if err != nil {
		return err
	}
	edit, err := settings.PlanInstall(s.settings, s.hook, s.state)
	if err != nil {
		return err
	}
	built, err := s.newerHook()
	if err != nil {
		return err
	}
	if _, err := os.Stat(s.config); err != nil {
		fmt.Fprintf(out, "Would make %s: no client has run here yet.\n", s.config)
	}
	if built != nil {
		fmt.Fprintf(out, "Would copy the hook executable to %s\n", s.hook)
		if built.says != "" {
			fmt.Fprintf(out, "  %s\n", built.says)
		}
	}
	switch {
	case edit.Changed():
		s.report(out, "Would register it in", edit)
		fmt.Fprint(out, edit.Diff())
	case built == nil:
		fmt.Fprintf(out, "Nothing to change: the hooks stand in %s already.\n", s.settings)
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

// setup is where things lie for one client configuration.
type setup struct{ config, settings, state, baseState, hook string }

func newSetup() (s setup, err error) {
	find := func(path func(getenv func(string) string) (string, error)) string {
		found, e := path(os.Getenv)
		if err == nil {
			err = e
		}
		return found
	}
	s = setup{find(app.ConfigDir), find(app.SettingsPath), find(app.StateDir), find(app.BaseStateDir), find(app.HookPath)}
	if err != nil {
		return s, err
	}
	return s, ownHome(os.Getenv("HOME"))
}

// report names the file of an edit, and what a person should know about it.
func (s setup) report(out io.Writer, did string, edit settings.Edit) {
	fmt.Fprintf(out, "%s %s\n", did, s.settings)
	if edit.Path != s.settings {
		fmt.Fprintf(out, "  which is %s\n", edit.Path)
	}
	fmt.Fprintf(out, "  for %s\n", strings.Join(settings.Events(), ", "))
	if root := repository(edit.Path); root != "" {
		fmt.Fprintf(out, "  It lies in the repository %s. The hooks name paths of this machine: on another that gets the file, the client reports them as failed and goes on, until install is run there.\n", root)
	}
}

// repository is the nearest folder around a file that git keeps, empty where there is none.
func repository(file string) string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
