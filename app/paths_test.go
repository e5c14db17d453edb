package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/compact-keeper/compact-keeper/app"
)

func TestDefaultPaths(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name                          string
		env                           map[string]string
		config, settings, state, hook string
	}{
		{"HOME alone", map[string]string{"HOME": "/home/u"},
			"/home/u/.claude", "/home/u/.claude/settings.json", "/home/u/.local/state/compact-keeper", "/home/u/.local/share/compact-keeper/bin/compact-keeper-hook"},
		{"base folders", map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d"},
			"/home/u/.claude", "/home/u/.claude/settings.json", "/s/compact-keeper", "/d/compact-keeper/bin/compact-keeper-hook"},
		{"relative base folders do not count", map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "s", "XDG_DATA_HOME": "./d"},
			"/home/u/.claude", "/home/u/.claude/settings.json", "/home/u/.local/state/compact-keeper", "/home/u/.local/share/compact-keeper/bin/compact-keeper-hook"},
		{"another client folder has a state of its own", map[string]string{"HOME": "/home/u", "CLAUDE_CONFIG_DIR": "/srv/claude"},
			"/srv/claude", "/srv/claude/settings.json", "/home/u/.local/state/compact-keeper/config-bc29611f", "/home/u/.local/share/compact-keeper/bin/compact-keeper-hook"},
		{"the usual client folder by name", map[string]string{"HOME": "/home/u", "CLAUDE_CONFIG_DIR": "/home/u/./.claude/"},
			"/home/u/.claude", "/home/u/.claude/settings.json", "/home/u/.local/state/compact-keeper", "/home/u/.local/share/compact-keeper/bin/compact-keeper-hook"},
		{"a relative client folder", map[string]string{"HOME": "/home/u", "XDG_STATE_HOME": "/s", "CLAUDE_CONFIG_DIR": "x"},
			here + "/x", here + "/x/settings.json", "", "/home/u/.local/share/compact-keeper/bin/compact-keeper-hook"},
		{"no home, all else named", map[string]string{"XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d", "CLAUDE_CONFIG_DIR": "/srv/claude"},
			"/srv/claude", "/srv/claude/settings.json", "/s/compact-keeper/config-bc29611f", "/d/compact-keeper/bin/compact-keeper-hook"},
	} {
		t.Run(c.name, func(t *testing.T) {
			getenv := func(name string) string { return c.env[name] }
			for what, p := range map[string]struct {
				path func(func(string) string) (string, error)
				want string
			}{
				"client folder": {app.ConfigDir, c.config}, "settings": {app.SettingsPath, c.settings}, "state": {app.StateDir, c.state}, "hook": {app.HookPath, c.hook},
			} {
				got, err := p.path(getenv)
				if err != nil {
					t.Errorf("%s: %v", what, err)
				}
				if p.want != "" && got != p.want {
					t.Errorf("%s is %s, want %s", what, got, p.want)
				}
			}
		})
	}
}

func TestAClientFolderAndALinkToItHaveOneState(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(path string) string { return filepath.Join(dir, path) }
	for _, path := range []string{"home", "data/claude", "work/claude"} {
		if err := os.MkdirAll(at(path), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"home/.claude": "../data/claude", "link": "work/claude", "dangling": "later/claude", "folder": "work"} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	state := func(config string) string {
		path, err := app.StateDir(func(name string) string {
			return map[string]string{"HOME": at("home"), "CLAUDE_CONFIG_DIR": config}[name]
		})
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	usual := at("home/.local/state/compact-keeper")
	for name, c := range map[string]struct{ a, b, want string }{
		"the usual folder is a link, named or not":     {"", at("home/.claude"), usual},
		"the usual folder is a link, its target named": {"", at("data/claude"), usual},
		"a link to another folder":                     {at("work/claude"), at("link"), ""},
		"a folder below a link":                        {at("work/claude"), at("folder/claude"), ""},
		"a link to what is not made yet":               {at("later/claude"), at("dangling"), ""},
		"what is not made yet, below a link":           {at("work/new/claude"), at("folder/new/claude"), ""},
	} {
		a, b := state(c.a), state(c.b)
		if a != b || c.want != "" && a != c.want || c.want == "" && a == usual {
			t.Errorf("%s: states %s and %s, want one (%s)", name, a, b, c.want)
		}
	}
	if state(at("work/claude")) == state(at("later/claude")) {
		t.Error("two folders have one state")
	}
	before := state(at("later/claude"))
	if err := os.MkdirAll(at("later/claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	if after := state(at("dangling")); after != before {
		t.Errorf("the state moved from %s to %s when the folder was made", before, after)
	}
}

func TestWithoutAHomeNoPathIsGuessed(t *testing.T) {
	for _, home := range []string{"", "relative"} {
		getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
		for name, path := range map[string]func(func(string) string) (string, error){
			"ConfigDir": app.ConfigDir, "SettingsPath": app.SettingsPath, "StateDir": app.StateDir, "BaseStateDir": app.BaseStateDir, "HookPath": app.HookPath,
		} {
			if got, err := path(getenv); err == nil || got != "" {
				t.Errorf("%s with HOME %q is %q, want an error", name, home, got)
			}
		}
	}
}
