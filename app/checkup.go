package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/compact-keeper/compact-keeper/app/doctor"
	"github.com/compact-keeper/compact-keeper/web"
)

// Doctor is this machine as doctor looks at it, for a person who works in folder.
func (p Place) Doctor(folder string) (s doctor.System, err error) {
	s = doctor.Machine()
	s.Folder, s.Config, s.Settings, s.State, s.Hook = folder, p.Config, p.Settings, p.State, p.Hook
	if s.Home, err = os.UserHomeDir(); err != nil {
		return s, fmt.Errorf("find your home folder: %w", err)
	}
	beside, err := folderOfProgram()
	if err != nil {
		return s, err
	}
	s.Built = filepath.Join(beside, HookName())
	s.Dashboard = func(ctx context.Context) (bool, error) {
		_, err := RunningAddress(ctx, s.State)
		if errors.Is(err, ErrNotRunning) {
			return false, nil
		}
		return err == nil, err
	}
	return s, nil
}

// checks looks at every link for the dashboard, which is no folder's: the client's own folder stands for one, since it is
// there whenever hooks are.
func (p Place) checks(ctx context.Context) []web.Check {
	s, err := p.Doctor(p.Config)
	if err != nil {
		return []web.Check{{Name: "doctor", State: string(doctor.Fault), Found: err.Error(), Next: "Look in a terminal:", Command: "compact-keeper doctor"}}
	}
	s.Dashboard = func(context.Context) (bool, error) { return true, nil }
	return Checks(s.Look(ctx))
}

// Checks are the findings of a report, for the dashboard.
func Checks(r doctor.Report) (all []web.Check) {
	for _, f := range r.Checks {
		all = append(all, web.Check{Name: f.Name, State: string(f.State), Found: f.Found, Next: f.Next, Command: f.Command})
	}
	return all
}
