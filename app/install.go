package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// Installation is what Install did, or what PlanInstall found it would do.
type Installation struct {
	Edit       settings.Edit // of the client's settings file
	MadeConfig bool          // the client's folder was not there
	Copied     bool          // the hook executable was not there, or of another build
	Says       string        // which version gave way to which, empty where there is nothing to tell
}

// Changed reports whether anything had to be done.
func (i Installation) Changed() bool { return i.Edit.Changed() || i.Copied }

// Repository is the folder of the repository that the settings file lies in, empty where it lies in none: the hooks name
// paths of this machine.
func (i Installation) Repository() string {
	for dir := filepath.Dir(i.Edit.Path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// PlanInstall works out what Install would do, and changes nothing.
func (p Place) PlanInstall() (Installation, error) {
	i, _, err := p.planInstall()
	return i, err
}

func (p Place) planInstall() (i Installation, built *hookBuild, err error) {
	if i.Edit, err = settings.PlanInstall(p.Settings, p.Hook, p.State); err != nil {
		return i, nil, err
	}
	if built, err = p.newerHook(); err != nil {
		return i, nil, err
	}
	if built != nil {
		i.Copied, i.Says = true, built.says
	}
	_, err = os.Stat(p.Config)
	i.MadeConfig = err != nil
	return i, built, nil
}

// Install copies the hook executable to its place and registers it with the client. With an error it returns what was done
// all the same.
func (p Place) Install() (done Installation, err error) {
	// Looked at first, so that nothing is copied for a file that is then refused; written last, so that the client never
	// sees a hook that is not there yet.
	plan, built, err := p.planInstall()
	if err != nil {
		return done, err
	}
	done.Edit.Path = plan.Edit.Path
	if done.MadeConfig, err = p.makeConfig(); err != nil {
		return done, err
	}
	if built != nil {
		if err := p.copyHook(built); err != nil {
			done.MadeConfig = done.MadeConfig && !p.unmakeConfig()
			return done, err
		}
		done.Copied, done.Says = true, plan.Says
	}
	edit, err := settings.Install(p.Settings, p.Hook, p.State)
	if err != nil {
		done.MadeConfig = done.MadeConfig && !p.unmakeConfig()
		return done, err
	}
	done.Edit = edit
	return done, nil
}

// HookIsCurrent tells whether the hook executable in its place is the one that was built with this program. Where none was
// built beside it, there is nothing to compare, and it counts as current.
func (p Place) HookIsCurrent() bool {
	built, err := p.newerHook()
	return built == nil || err != nil
}

// Uninstallation is what Uninstall did, or what PlanUninstall found it would do.
type Uninstallation struct {
	Edit          settings.Edit
	RemovedConfig bool   // the client's folder, which install had made
	OtherUser     string // the state folder of another client configuration that runs the hook executable
	RemovedHook   bool
	HookFailed    error // why the hook executable could not be removed
	StateStays    bool  // what was kept is not deleted
}

// PlanUninstall works out what Uninstall would do, and changes nothing.
func (p Place) PlanUninstall() (u Uninstallation, err error) {
	if u.Edit, err = settings.PlanUninstall(p.Settings, p.State); err != nil {
		return u, err
	}
	left, err := os.ReadDir(p.Config)
	u.RemovedConfig = err == nil && p.ownConfig() && u.Edit.After == nil && u.Edit.Changed() && len(left) == 1
	u.OtherUser = p.otherUser()
	_, err = os.Stat(p.Hook)
	u.RemovedHook = err == nil && u.OtherUser == ""
	_, err = os.Stat(p.State)
	u.StateStays = err == nil
	return u, nil
}

// Uninstall takes the hooks out of the client's settings, and removes the hook executable unless another client
// configuration uses it.
func (p Place) Uninstall() (u Uninstallation, err error) {
	if u.Edit, err = settings.Uninstall(p.Settings, p.State); err != nil {
		return u, err
	}
	u.RemovedConfig = p.unmakeConfig()
	if u.OtherUser = p.otherUser(); u.OtherUser == "" {
		switch err := os.Remove(p.Hook); {
		case err == nil:
			u.RemovedHook = true
			p.removeHookFolders()
		case !errors.Is(err, fs.ErrNotExist):
			u.HookFailed = err
			return u, nil
		}
	}
	os.Remove(p.State) // only where nothing was ever kept in it
	_, err = os.Stat(p.State)
	u.StateStays = err == nil
	return u, nil
}

// removeHookFolders removes what else install left where the hook executable was.
func (p Place) removeHookFolders() {
	removeSetAside(p.Hook)
	// Only while nothing else lies in them.
	if os.Remove(filepath.Dir(p.Hook)) == nil {
		os.Remove(filepath.Dir(filepath.Dir(p.Hook)))
	}
}

// otherUser is the state folder of another client configuration that runs the hook executable, empty where none does.
func (p Place) otherUser() string {
	folders := []string{p.BaseState}
	entries, _ := os.ReadDir(p.BaseState)
	for _, e := range entries {
		folders = append(folders, filepath.Join(p.BaseState, e.Name()))
	}
	for _, folder := range folders {
		if folder != p.State && settings.Installed(folder) {
			return folder
		}
	}
	return ""
}
