package lab

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
)

// settings is the part of the client's settings that labs write.
type settings struct {
	Hooks map[string][]group `json:"hooks"`
	// the client asks about --dangerously-skip-permissions otherwise
	SkipPrompt bool `json:"skipDangerousModePermissionPrompt"`
}

type group struct {
	Matcher string `json:"matcher,omitempty"`
	Hooks   []hook `json:"hooks"`
}

type hook struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// SettingsPath is the client's settings file.
func (l *Lab) SettingsPath() string { return filepath.Join(l.Home, ".claude", "settings.json") }

// AddHook registers a command for an event, behind those that stand there. It must come before the product's install,
// whose entries hold more than labs know.
func (l *Lab) AddHook(event, matcher, command string, args ...string) {
	l.T.Helper()
	var s settings
	b, err := os.ReadFile(l.SettingsPath())
	l.must(err)
	l.must(json.Unmarshal(b, &s))
	s.Hooks[event] = append(s.Hooks[event], group{matcher, []hook{{"command", command, args}}})
	l.writeJSON(l.SettingsPath(), s)
}

// RemoveHooks takes out what stands for an event under a matcher, as a client does that has no such event.
func (l *Lab) RemoveHooks(event, matcher string) {
	l.T.Helper()
	b, err := os.ReadFile(l.SettingsPath())
	l.must(err)
	var s map[string]any
	l.must(json.Unmarshal(b, &s))
	hooks := s["hooks"].(map[string]any)
	groups := hooks[event].([]any)
	kept := slices.DeleteFunc(slices.Clone(groups), func(g any) bool { return g.(map[string]any)["matcher"] == matcher })
	if len(kept) == len(groups) {
		l.T.Fatalf("no hooks of %s stand under %q", event, matcher)
	}
	hooks[event] = kept
	l.writeJSON(l.SettingsPath(), s)
}
