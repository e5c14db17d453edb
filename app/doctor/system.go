package doctor

import (
	"os"
	"runtime"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// Machine is the system that this program runs on, without the paths that differ from person to person.
func Machine() System {
	return System{
		Getenv: os.Getenv, Managed: managedFolder(runtime.GOOS), Now: time.Now, UID: os.Geteuid(),
		Free: free, Networked: db.Networked, Writable: writable, ProbeTime: 10 * time.Second,
	}
}

// managedFolder is where the client looks for settings of the machine's administrator.
func managedFolder(system string) string {
	switch system {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// writable tries to write a file into dir.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	return f.Close()
}
