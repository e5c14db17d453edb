package login

import (
	"errors"
	"fmt"

	"golang.org/x/sys/windows/registry"
)

// System is what the owner's desktop offers.
type System struct{}

// The key whose values Windows starts at login.
const (
	runKey = `Software\Microsoft\Windows\CurrentVersion\Run`
	value  = "compact-keeper"
)

// Find looks at this machine.
func Find(func(string) string) (System, error) { return System{}, nil }

// Look is Find.
func Look(getenv func(string) string) (System, error) { return Find(getenv) }

// Possible tells whether On can do something.
func (System) Possible() bool { return true }

// State returns what starts the program at login, empty where nothing does.
func (System) State() string {
	k, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	defer k.Close()
	if _, _, err := k.GetStringValue(value); err != nil {
		return ""
	}
	return `HKCU\` + runKey + `\` + value
}

// On has it started at login, and returns by which value.
func (s System) On(e Entry) (string, error) {
	if len(e.Env) > 0 {
		return "", fmt.Errorf("Windows starts programs without the variables set here: %v", e.Env)
	}
	k, _, err := registry.CreateKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if err == nil {
		defer k.Close()
		err = k.SetStringValue(value, `"`+e.Program+`" --no-open`) // a path has no quotation mark there
	}
	if err != nil {
		return "", fmt.Errorf("have the program started at login: %w", err)
	}
	return s.State(), nil
}

// Off takes it out again.
func (System) Off() error {
	k, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if err == nil {
		defer k.Close()
		err = k.DeleteValue(value)
	}
	if err != nil && !errors.Is(err, registry.ErrNotExist) {
		return fmt.Errorf("have the program not started at login any more: %w", err)
	}
	return nil
}
