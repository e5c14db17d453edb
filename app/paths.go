package app

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"runtime"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// HookName is the file name of the hook executable.
func HookName() string {
	if runtime.GOOS == "windows" {
		return settings.HookName + ".exe"
	}
	return settings.HookName
}

// ConfigDir is the client's configuration folder: CLAUDE_CONFIG_DIR, else ~/.claude.
func ConfigDir(getenv func(string) string) (string, error) {
	if dir := getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	return inHome(getenv, ".claude")
}

// SettingsPath is the client's settings file for the user.
func SettingsPath(getenv func(string) string) (string, error) {
	dir, err := ConfigDir(getenv)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "settings.json"), nil
}

// StateDir is where the keeper keeps its database, for the client configuration folder in use: each has its own, and a
// folder and a symlink to it are one.
func StateDir(getenv func(string) string) (string, error) {
	base, err := BaseStateDir(getenv)
	if err != nil {
		return "", err
	}
	config, err := ConfigDir(getenv)
	if err != nil {
		return "", err
	}
	config = resolved(config)
	if usual, err := inHome(getenv, ".claude"); err == nil && config == resolved(usual) {
		return base, nil
	}
	return filepath.Join(base, "config-"+shortHash(config)), nil
}

// resolved is the folder behind a path's symlinks, the path itself where that cannot be told.
func resolved(path string) string {
	if folder, err := settings.Follow(path); err == nil {
		return folder
	}
	return path
}

// BaseStateDir is the state folder of the usual client configuration folder; those of others lie in it.
func BaseStateDir(getenv func(string) string) (string, error) {
	return inXDG(getenv, "XDG_STATE_HOME", ".local/state", "compact-keeper")
}

// HookPath is the stable place that the hook executable is copied to.
func HookPath(getenv func(string) string) (string, error) {
	return inXDG(getenv, "XDG_DATA_HOME", ".local/share", "compact-keeper", "bin", HookName())
}

func shortHash(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:4])
}

// inXDG is a path in the base folder that the variable names, else in the folder usual for it below home. The
// specification says to ignore a relative value. (adrg/xdg would read the environment once, at start, and give macOS other
// folders than we document.)
func inXDG(getenv func(string) string, variable, usual string, parts ...string) (string, error) {
	rest := filepath.Join(parts...)
	if base := getenv(variable); filepath.IsAbs(base) {
		return filepath.Join(base, rest), nil
	}
	return inHome(getenv, usual, rest)
}

func inHome(getenv func(string) string, parts ...string) (string, error) {
	home := getenv("HOME")
	if home == "" && runtime.GOOS == "windows" {
		home = getenv("USERPROFILE")
	}
	if !filepath.IsAbs(home) {
		return "", errors.New("find the home folder: HOME is not set to an absolute path")
	}
	return filepath.Join(home, filepath.Join(parts...)), nil
}
