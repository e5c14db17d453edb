package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
)

// projectRoot returns the project that the folder dir belongs to, as the hooks see it.
func projectRoot(dir string) (string, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the folder %s: %w", dir, err)
	}
	real, err := filepath.EvalSymlinks(full) // the client tells its folder with links followed
	if err != nil {
		return "", fmt.Errorf("there is no folder %s", full)
	}
	return hooks.ProjectRoot(real), nil
}

// findProject returns the project of the folder dir as the ledger knows it, also of one that is there no more.
func findProject(ctx context.Context, d *db.DB, dir string) (db.Project, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return db.Project{}, fmt.Errorf("find the folder %s: %w", dir, err)
	}
	if p, err := d.ProjectByRoot(ctx, full); !errors.Is(err, db.ErrNotFound) {
		return p, err
	}
	root, err := projectRoot(dir)
	if err != nil {
		return db.Project{}, err
	}
	p, err := d.ProjectByRoot(ctx, root)
	if errors.Is(err, db.ErrNotFound) {
		return p, fmt.Errorf("nothing is kept of %s: no session has run in it", root)
	}
	return p, err
}
