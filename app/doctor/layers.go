package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	clients "github.com/compact-keeper/compact-keeper/hooks/client"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// layer is one settings file that the client loads, if it is there.
type layer struct {
	name, path string
	there      bool
	err        error // why the client does not load it
	keys       keys
	entries    []settings.Registered
}

// keys are those of a settings file that decide whether hooks run, and whether the client compacts.
type keys struct {
	DisableAllHooks *bool           `json:"disableAllHooks"`
	ManagedOnly     bool            `json:"allowManagedHooksOnly"`
	PluginsOnly     json.RawMessage `json:"strictPluginOnlyCustomization"`
	AutoCompact     *bool           `json:"autoCompactEnabled"`
	Env             map[string]any  `json:"env"`
	Plugins         map[string]any  `json:"enabledPlugins"`
}

// The names of the layers, the one that counts least first.
const (
	user    = "user"
	project = "project"
	local   = "local"
	managed = "managed"
)

// readLayers reads every settings file that the client loads in the folder, in the order in which they count.
func (l *look) readLayers() {
	add := func(name, path string) {
		f := layer{name: name, path: path}
		text, err := os.ReadFile(path)
		f.there = !errors.Is(err, os.ErrNotExist)
		if f.there {
			f.entries, f.err = settings.Entries(path)
		}
		if f.there && f.err == nil {
			f.err = decode(text, &f.keys)
		}
		l.layers = append(l.layers, f)
	}
	add(user, l.Settings)
	if own := filepath.Join(l.Folder, ".claude", "settings.json"); own != l.Settings { // at home they are one file
		add(project, own)
	}
	add(local, filepath.Join(l.Folder, ".claude", "settings.local.json"))
	add(managed, filepath.Join(l.Managed, "managed-settings.json"))
	more, err := filepath.Glob(filepath.Join(l.Managed, "managed-settings.d", "*.json"))
	if err == nil {
		slices.Sort(more)
		for _, path := range more {
			add(managed, path)
		}
	}
}

// decode reads the keys. A value of the wrong kind makes the client skip the file.
func decode(text []byte, k *keys) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if err := json.Unmarshal(text, k); errors.As(err, &wrong) {
		return fmt.Errorf("%q is a %s, which the client does not take", wrong.Field, wrong.Value)
	} else if err != nil {
		return err
	}
	return nil
}

// layers tells whether the client loads each settings file.
func layers(_ context.Context, l *look) {
	var loaded []string
	bad := false
	for _, f := range l.layers {
		if f.err == nil {
			if f.there {
				loaded = append(loaded, l.short(f.path))
			}
			continue
		}
		bad = true
		why := f.err.Error()
		var r *settings.Refusal
		if errors.As(f.err, &r) {
			why = fmt.Sprintf("line %d, column %d: %s", r.Line, r.Column, r.What)
		}
		what := l.short(f.path) + ": " + strings.TrimSuffix(why, ".") + "."
		switch f.name {
		case user:
			l.add("settings", Fault, what+" Our hooks in it do not run.", "Correct the file:", l.edit(f.path))
		case managed:
			l.add("settings", Fault, what+" claude -p does not start with it.", "Ask the administrator of this machine to correct it:", "sudo ${EDITOR:-vi} "+l.short(f.path))
		default:
			l.add("settings", Warning, what+" Your own settings in it do not count.", "Correct the file:", l.edit(f.path))
		}
	}
	switch {
	case len(loaded) > 0:
		l.add("settings", OK, "the client loads "+strings.Join(loaded, ", "))
	case !bad:
		l.add("settings", OK, "there is no settings file yet")
	}
}

// switches tells what keeps the client from running hooks of the user's settings at all.
func switches(_ context.Context, l *look) {
	before := len(l.found)
	off, by := false, layer{}
	for _, f := range l.layers {
		k := f.keys
		switch {
		case f.err != nil:
		case f.name == managed:
			key := ""
			switch {
			case k.DisableAllHooks != nil && *k.DisableAllHooks:
				key = "disableAllHooks"
			case k.ManagedOnly:
				key = "allowManagedHooksOnly"
			case pluginsOnly(k.PluginsOnly):
				key = "strictPluginOnlyCustomization"
			default:
				continue
			}
			l.add("switches", Fault, key+" in "+l.short(f.path)+" keeps the client from running your hooks.",
				"Only who administers this machine can allow them:", "cat "+l.short(f.path))
		case k.DisableAllHooks != nil:
			off, by = *k.DisableAllHooks, f
		}
	}
	if off {
		l.add("switches", Fault, "disableAllHooks in "+l.short(by.path)+" keeps the client from running any hook.", "Take it out of the file:", l.edit(by.path))
	}
	if name := clients.OffVariable(l.Getenv); name != "" {
		l.add("switches", Fault, name+" is set here: a client started from this terminal runs no hooks.", "Take it out:", "unset "+name)
	}
	for _, f := range l.layers {
		if f.name != user && f.name != managed {
			continue // in a project's settings these variables come too late to count
		}
		name := clients.OffVariable(func(name string) string { return fmt.Sprint(f.keys.Env[name]) })
		if name != "" && name != "CLAUDE_CODE_RESTRICTED" {
			l.add("switches", Fault, name+" under env in "+l.short(f.path)+" keeps the client from running hooks.", "Take it out of the file:", l.edit(f.path))
		}
	}
	if len(l.found) == before {
		l.add("switches", OK, "nothing switches hooks off")
	}
}

// pluginsOnly reads strictPluginOnlyCustomization: true, or a list of what only plugins may bring.
func pluginsOnly(value json.RawMessage) bool {
	var all bool
	var some []string
	return json.Unmarshal(value, &all) == nil && all || json.Unmarshal(value, &some) == nil && slices.Contains(some, "hooks")
}
