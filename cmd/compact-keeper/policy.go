package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/compact-keeper/compact-keeper/app"
	"github.com/compact-keeper/compact-keeper/app/notice"
	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
	"github.com/compact-keeper/compact-keeper/hooks/keep"
)

// setting is one thing the owner can set.
type setting struct {
	name, usual, allowed, what string
	valid                      func(string) bool
}

// settingJSON is a setting as --json prints it.
type settingJSON struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Allowed string `json:"allowed"`
}

// ownerSettings are the settings there are.
func ownerSettings() []setting {
	limits := keep.Defaults()
	number := func(name string, usual int, what string) setting {
		low, high := hooks.Bounds[name][0], hooks.Bounds[name][1]
		return setting{name, strconv.Itoa(usual), fmt.Sprintf("%d to %d", low, high), what, func(s string) bool {
			n, err := strconv.Atoi(s)
			return err == nil && n >= low && n <= high
		}}
	}
	return []setting{
		number("max_messages", limits.Messages, "your last messages that the summary is made with"),
		number("max_message_chars", limits.MessageUnits, "characters of each; a longer one is cut"),
		{"manual_brief", "short", "short or full", "what the summary is asked after a typed /compact, where the client shows it",
			func(s string) bool { return s == "short" || s == "full" }},
		{notice.Setting, notice.Each, "each, lost or none", "compactions to give desktop notice of; lost: where the summary lost something",
			func(s string) bool { return s == notice.Each || s == notice.Lost || s == notice.None }},
		number("keep_days", 0, "days without a word of yours after which a session is forgotten; 0 keeps it for ever"),
	}
}

// policy shows the owner's settings, or stores NAME=VALUE; NAME= goes back to the default.
func policy(args []string, out io.Writer) error {
	flags := newFlags("policy")
	asJSON := flags.Bool("json", false, "")
	all := ownerSettings()
	rest, err := parse(flags, args, len(all))
	if err != nil {
		return err
	}
	changes, err := readChanges(all, rest)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if len(changes) > 0 {
		if err := saveSettings(ctx, changes); err != nil {
			return err
		}
	}
	stored, err := storedSettings(ctx)
	if err != nil {
		return err
	}
	list := []settingJSON{}
	for _, s := range all {
		value := stored[s.name]
		if !s.valid(value) { // none is stored, or one that the hooks do not use either
			value = s.usual
		}
		list = append(list, settingJSON{s.name, value, s.usual, s.allowed})
	}
	if *asJSON {
		return printJSON(out, list)
	}
	for i, s := range list {
		fmt.Fprintf(out, "%s=%s\n    %s\n    %s; default %s\n", s.Name, s.Value, all[i].what, s.Allowed, s.Default)
	}
	return nil
}

// readChanges reads NAME=VALUE arguments: all of them are right, or none is taken.
func readChanges(all []setting, args []string) (map[string]string, error) {
	changes := map[string]string{}
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, usageError{fmt.Sprintf("policy: %q is not NAME=VALUE", arg), "compact-keeper help policy"}
		}
		i := slices.IndexFunc(all, func(s setting) bool { return s.name == name })
		if i < 0 {
			return nil, usageError{fmt.Sprintf("policy: no setting %q", name), "compact-keeper policy, which lists them"}
		}
		if value != "" && !all[i].valid(value) {
			return nil, usageError{fmt.Sprintf("policy: %s is %s, not %q", name, all[i].allowed, value), "compact-keeper policy " + name + "=" + all[i].usual}
		}
		changes[name] = value
	}
	return changes, nil
}

func saveSettings(ctx context.Context, changes map[string]string) error {
	d, err := writeLedger(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Write(ctx, func(t *db.Tx) error {
		for name, value := range changes {
			if err := t.SaveSetting(name, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// storedSettings reads what is stored: nothing, where there is no ledger yet.
func storedSettings(ctx context.Context) (map[string]string, error) {
	dir, err := app.StateDir(os.Getenv)
	if err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, dir, db.Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Settings(ctx)
}
