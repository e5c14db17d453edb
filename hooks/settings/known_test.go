package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

// The sample holds a right value for every key of the table; the client takes it (cmd/compact-keeper/settings_client_test.go).
func TestTheSampleHoldsEveryKeyOfTheTable(t *testing.T) {
	sample, err := os.ReadFile("testdata/known.json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := parse("", sample)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.check("sample"); err != nil {
		t.Errorf("a right value is refused: %v", err)
	}
	seen := map[*node]bool{}
	var walk func(n *node, v *hujson.Value)
	walk = func(n *node, v *hujson.Value) {
		if n == nil {
			return
		}
		seen[n] = true
		for _, m := range taken(v) {
			if below := n.below[text(&m.Name)]; below != nil {
				walk(below, &m.Value)
			} else {
				walk(n.below["*"], &m.Value)
			}
		}
		for i := range elements(v) {
			walk(n.below["*"], &elements(v)[i])
		}
	}
	walk(known(), &d.root)
	var missing func(n *node, name string)
	missing = func(n *node, name string) {
		if !seen[n] {
			t.Errorf("no value for %s", name)
		}
		for below, n := range n.below {
			missing(n, name+"."+below)
		}
	}
	missing(known(), "")
}

func TestWhatTheClientSkipsWhole(t *testing.T) {
	for _, f := range []struct {
		name, text   string
		line, column int
		says         string
	}{
		{"a number for a string", "{\n  \"model\": 7\n}", 2, 12, `"model" is 7 and must be a string; the client skips a file with one wrong value whole. Correct it`},
		{"a string for a boolean", `{"verbose": "true"}`, 1, 13, `"verbose" is "true" and must be true or false`},
		{"null where the client takes none", `{"disableAllHooks": null}`, 1, 21, `"disableAllHooks" is null and must be true or false`},
		{"no whole number", `{"cleanupPeriodDays": 1.5}`, 1, 23, `is 1.5 and must be a whole number from 1 up`},
		{"a number beyond all", `{"statusLine": {"type": "command", "command": "x", "padding": 1e400}}`, 1, 63, `"statusLine"."padding" is 1e400 and must be a number`},
		{"a list for an object", `{"permissions": []}`, 1, 17, `"permissions" is a list and must be an object { }`},
		{"a word for a list", `{"permissions": {"deny": "Bash"}}`, 1, 26, `"permissions"."deny" is "Bash" and must be a list [ ]`},
		{"a mode that the client does not know", `{"permissions": {"defaultMode": "yolo"}}`, 1, 33, `must be one of "acceptEdits", "auto"`},
		{"a wrong element of a list", "{\"companyAnnouncements\": [\n\"a\",\n7]}", 3, 1, `"companyAnnouncements"[1] is 7 and must be a string`},
		{"something missing", `{"statusLine": {"command": "x"}}`, 1, 16, `must be an object { } with "type" and "command"`},
		{"a plugin neither on nor off", `{"enabledPlugins": {"a@b": "yes"}}`, 1, 28, `"enabledPlugins"."a@b" is "yes" and must be true, false or a list of strings`},
		{"the last of two, of which the client takes it", `{"model": "x", "model": 7}`, 1, 25, `"model" is 7`},
		{"a guard that is no list", `{"hooks": {"PreToolUse": {}}}`, 1, 26, `"hooks"."PreToolUse" is an object and must be a list [ ]`},
		{"a guard that cannot run", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}]}}`, 1, 38, `must be a hook { } with a "type" and what that type takes`},
		{"a timeout of none", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}`, 1, 85, `is 0 and must be a number above 0`},
		{"an event beside hooks", `{"PreToolUse": {"hooks": []}}`, 1, 16, `hooks in a wrong place`},
		{"a group beside hooks", `{"x": [{"matcher": "", "hooks": [{"type": "command"}]}]}`, 1, 7, `hooks in a wrong place`},
		{"groups in a list without an event", `{"hooks": [{"hooks": []}]}`, 1, 11, `hooks in a wrong place`},
		{"a file larger than the client reads", "{\n\"a\": \"" + strings.Repeat("x", sizeLimit) + "\"}", 2, sizeLimit - 1, "has 2097162 bytes, and the client skips one of more than 2097152 whole"},
	} {
		t.Run(f.name, func(t *testing.T) {
			path, state := filepath.Join(t.TempDir(), "settings.json"), filepath.Join(t.TempDir(), "state")
			if err := os.WriteFile(path, []byte(f.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, install := Install(path, "/x/"+HookName, state)
			for verb, err := range map[string]error{"check": Check(path), "install": install} {
				r, ok := err.(*Refusal)
				if !ok || r.Path != path || r.Line != f.line || r.Column != f.column || !strings.Contains(r.What, f.says) {
					t.Errorf("%s: %v, want line %d, column %d and %q", verb, err, f.line, f.column, f.says)
				}
			}
			if text, err := os.ReadFile(path); err != nil || string(text) != f.text {
				t.Errorf("the file is not what it was (%v)", err)
			}
			if e, err := Uninstall(path, state); err != nil || e.Changed() {
				t.Errorf("uninstall: changed %t, error %v; want nothing, since nothing of ours stands there", e.Changed(), err)
			}
		})
	}
}

func TestWhatTheClientPassesOverIsNotRefused(t *testing.T) {
	for name, text := range map[string]string{
		"a key that it does not know":                `{"modell": 7, "compaction": 7, "permissions.allow": 7}`,
		"a wrong value that it leaves out":           `{"effortLevel": 7, "theme": [], "viewMode": "x", "autoCompactWindow": "x", "modelPicker": 7}`,
		"a permission that is none":                  `{"permissions": {"allow": [7, "nonsense((", null], "other": 7}}`,
		"an environment of anything":                 `{"env": {"A": 1, "B": null, "C": {"PreToolUse": "x"}}}`,
		"the first of two":                           `{"model": 7, "model": "x"}`,
		"null where it takes that for none":          `{"verbose": true, "enableArtifact": null, "disableAutoMode": null, "strictKnownMarketplaces": null}`,
		"entries it leaves out":                      `{"hooks": {"Stop": [7, {"hooks": 7}, {"matcher": 7, "hooks": [{"type": "x"}, {"timeout": "x"}]}], "Later": 7, "PostToolUse": {}}}`,
		"guards that hold nothing":                   `{"PreToolUse": [], "x": {"PermissionRequest": null}, "hooks": {"PreToolUse": null, "PermissionRequest": []}}`,
		"an event beside hooks that guards nothing":  `{"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}`,
		"whole numbers in other words":               `{"cleanupPeriodDays": 1e2, "desktopSessionCleanupPeriodDays": 7.0}`,
		"the largest file that it reads":             `{"a": "` + strings.Repeat("x", sizeLimit-len(`{"a": ""}`)) + `"}`,
		"a source of no kind, of a marketplace":      `{"extraKnownMarketplaces": {"a": {"source": {"source": 7}}, "b": 7}}`,
		"a hook of a guard with more than is needed": `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "", "x": 7}], "y": 8}]}}`,
	} {
		d, err := parse("", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.check(name); err != nil {
			t.Error(err)
		}
	}
}
