package app

import "path/filepath"

// Place is where things lie for one client configuration.
type Place struct {
	Config    string // the client's configuration folder
	Settings  string // its settings file for the user
	State     string // the keeper's state folder
	BaseState string // that of the usual client configuration
	Hook      string // where install puts the hook executable
}

// FindPlace works out from an environment where things lie. It refuses a home that is somebody else's.
func FindPlace(getenv func(string) string) (p Place, err error) {
	find := func(path func(getenv func(string) string) (string, error)) string {
		found, e := path(getenv)
		if err == nil {
			err = e
		}
		return found
	}
	p = Place{find(ConfigDir), find(SettingsPath), find(StateDir), find(BaseStateDir), find(HookPath)}
	if err != nil {
		return p, err
	}
	return p, ownHome(getenv("HOME"))
}

// place is where things lie for a running program.
func (m *Main) place() Place {
	return Place{Config: m.ConfigDir, Settings: filepath.Join(m.ConfigDir, "settings.json"), State: m.StateDir, Hook: m.Hook}
}
