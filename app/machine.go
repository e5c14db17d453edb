package app

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
	"github.com/compact-keeper/compact-keeper/hooks/client"
	"github.com/compact-keeper/compact-keeper/web"
)

// clients lists the clients that run now, for the dashboard.
func clients(config string) ([]web.Client, error) {
	running, err := client.Running(config)
	var all []web.Client
	for _, c := range running {
		all = append(all, web.Client{Session: c.ID, Folder: c.Cwd, Status: c.Status, Kind: c.Kind, Version: c.Version, StartedAt: c.StartedAt})
	}
	return all, err
}

// files tells what lies in the state folder.
func files(state string) (f web.Files, err error) {
	f.Folder = state
	for _, name := range []string{db.File, db.File + "-wal"} {
		if info, err := os.Stat(filepath.Join(state, name)); err == nil {
			f.LedgerBytes += info.Size()
		}
	}
	spooled, err := os.ReadDir(filepath.Join(state, hooks.SpoolDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	for _, e := range spooled {
		if info, err := e.Info(); err == nil && filepath.Ext(e.Name()) == ".json" {
			f.Spooled++
			f.SpoolBytes += info.Size()
		}
	}
	aside, err := db.SetAsides(state)
	for _, path := range aside {
		if !strings.HasSuffix(path, "-wal") && !strings.HasSuffix(path, "-shm") {
			f.SetAside++
		}
	}
	return f, err
}

// owner is the name of the person whose program this is.
func owner() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "owner"
}
