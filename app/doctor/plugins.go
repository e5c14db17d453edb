package doctor

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// plugin is one that the client loads.
type plugin struct {
	name    string
	entries []settings.Registered
	mod     bool // a module of it hears compactions
}

// findPlugins lists the plugins that are switched on, and those in the client's skills folder that are not switched off.
func (l *look) findPlugins() (all []plugin) {
	on := map[string]bool{}
	for _, f := range l.layers {
		for name, value := range f.keys.Plugins {
			on[name] = value != false
		}
	}
	var known struct {
		Plugins map[string][]struct {
			Path string `json:"installPath"`
		} `json:"plugins"`
	}
	readJSON(filepath.Join(l.Config, "plugins", "installed_plugins.json"), &known)
	for name, copies := range known.Plugins {
		if len(copies) > 0 && on[name] {
			all = append(all, readPlugin(name, l.inPlace(name, copies[len(copies)-1].Path)))
		}
	}
	manifests, err := filepath.Glob(filepath.Join(l.Config, "skills", "*", ".claude-plugin", "plugin.json"))
	if err == nil {
		for _, path := range manifests {
			dir := filepath.Dir(filepath.Dir(path))
			name := filepath.Base(dir) + "@skills-dir"
			if value, said := on[name]; value || !said {
				all = append(all, readPlugin(name, dir))
			}
		}
	}
	slices.SortFunc(all, func(a, b plugin) int { return strings.Compare(a.name, b.name) })
	return all
}

// inPlace is the folder that the client reads a plugin from: of a marketplace that is a folder, the one in there, else
// the copy that it made.
func (l *look) inPlace(name, copied string) string {
	plugin, market, _ := strings.Cut(name, "@")
	var markets map[string]struct {
		Source struct{ Source, Path string }
	}
	readJSON(filepath.Join(l.Config, "plugins", "known_marketplaces.json"), &markets)
	from := markets[market].Source
	if from.Source != "directory" {
		return copied
	}
	var offers struct {
		Plugins []struct {
			Name   string
			Source any
		}
	}
	readJSON(filepath.Join(from.Path, ".claude-plugin", "marketplace.json"), &offers)
	for _, p := range offers.Plugins {
		if path, ok := p.Source.(string); ok && p.Name == plugin {
			return filepath.Join(from.Path, filepath.FromSlash(path))
		}
	}
	return copied
}

// readPlugin reads the hooks of the plugin in dir: those in hooks/hooks.json, and in files that its manifest names. What
// it cannot read, the client does not run.
func readPlugin(name, dir string) plugin {
	p := plugin{name: name}
	files := []string{filepath.Join(dir, "hooks", "hooks.json")}
	var manifest struct{ Hooks any }
	readJSON(filepath.Join(dir, ".claude-plugin", "plugin.json"), &manifest)
	named, isList := manifest.Hooks.([]any)
	if !isList {
		named = []any{manifest.Hooks}
	}
	for _, n := range named {
		if path, ok := n.(string); ok && filepath.Join(dir, path) != files[0] {
			files = append(files, filepath.Join(dir, filepath.FromSlash(path)))
		}
	}
	for _, file := range files {
		if entries, err := settings.Entries(file); err == nil {
			p.entries = append(p.entries, entries...)
		}
		var modules struct{ Modules []string }
		readJSON(file, &modules)
		for _, m := range modules.Modules {
			source, err := os.ReadFile(filepath.Join(filepath.Dir(file), filepath.FromSlash(m)))
			p.mod = p.mod || err == nil && strings.Contains(string(source), "session.compact")
		}
	}
	return p
}

// readJSON reads a file of the client into v, and leaves v as it is where the file says nothing, or not what is expected.
func readJSON(path string, v any) {
	if text, err := os.ReadFile(path); err == nil {
		json.Unmarshal(text, v)
	}
}
