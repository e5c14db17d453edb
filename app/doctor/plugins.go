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

// findPlugins lists the plugins that are switched on, and those in the client's skills folder, which always are.
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
	text, err := os.ReadFile(filepath.Join(l.Config, "plugins", "installed_plugins.json"))
	if err == nil && json.Unmarshal(text, &known) == nil {
		for name, copies := range known.Plugins {
			if len(copies) > 0 && on[name] {
				all = append(all, readPlugin(name, copies[len(copies)-1].Path))
			}
		}
	}
	skills, err := os.ReadDir(filepath.Join(l.Config, "skills"))
	if err == nil {
		for _, s := range skills {
			all = append(all, readPlugin(s.Name()+"@skills-dir", filepath.Join(l.Config, "skills", s.Name())))
		}
	}
	slices.SortFunc(all, func(a, b plugin) int { return strings.Compare(a.name, b.name) })
	return all
}

// readPlugin reads the hooks of the plugin in dir. What it cannot read, the client does not run.
func readPlugin(name, dir string) plugin {
	p := plugin{name: name}
	file := filepath.Join(dir, "hooks", "hooks.json")
	if entries, err := settings.Entries(file); err == nil {
		p.entries = entries
	}
	var modules struct{ Modules []string }
	text, err := os.ReadFile(file)
	if err == nil && json.Unmarshal(text, &modules) == nil {
		for _, m := range modules.Modules {
			source, err := os.ReadFile(filepath.Join(filepath.Dir(file), filepath.FromSlash(m)))
			p.mod = p.mod || err == nil && strings.Contains(string(source), "session.compact")
		}
	}
	return p
}
