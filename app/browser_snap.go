//go:build linux

package app

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// pageDirs are the folders in which files that lead browsers on may lie: the state folder first, and those of the browsers
// that were installed as snaps, which may read nothing below a folder whose name begins with a dot.
func pageDirs(state string) []string {
	all := []string{state}
	if home, err := os.UserHomeDir(); err == nil {
		snaps, _ := filepath.Glob(filepath.Join(home, "snap", "*", "common"))
		all = append(all, snaps...)
	}
	return all
}

// pageDir is the one that the owner's browser reads.
func pageDir(state string) string {
	all := pageDirs(state)
	if len(all) == 1 {
		return state
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	usual, err := exec.CommandContext(ctx, "xdg-settings", "get", "default-web-browser").Output()
	if err != nil {
		return state
	}
	// A snap's desktop file is called after the snap and the program in it: firefox_firefox.desktop.
	name, _, isSnap := strings.Cut(strings.TrimSpace(string(usual)), "_")
	for _, dir := range all[1:] {
		if isSnap && filepath.Base(filepath.Dir(dir)) == name {
			return dir
		}
	}
	return state
}
