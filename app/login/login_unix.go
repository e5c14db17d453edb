//go:build unix && !darwin

package login

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// System is what the owner's desktop offers.
type System struct {
	Config  string // $XDG_CONFIG_HOME
	Desktop bool   // a graphical session is there
	Manager bool   // a systemd user manager runs
	// Graphical tells that the manager knows of the graphical session: its target graphical-session.target is active.
	Graphical bool
	reload    func()
}

// Look looks at this machine, and starts no program for it, so that Graphical is left out.
func Look(getenv func(string) string) (System, error) {
	s := System{Config: getenv("XDG_CONFIG_HOME"), reload: func() { systemctl("daemon-reload") }}
	if !filepath.IsAbs(s.Config) {
		home := getenv("HOME")
		if !filepath.IsAbs(home) {
			return s, fmt.Errorf("find the home folder: HOME is not set to an absolute path")
		}
		s.Config = filepath.Join(home, ".config")
	}
	s.Desktop = getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
	if run := getenv("XDG_RUNTIME_DIR"); run != "" {
		_, err := os.Stat(filepath.Join(run, "systemd", "private")) // the manager's socket
		s.Manager = err == nil
	}
	return s, nil
}

// Find looks at this machine.
func Find(getenv func(string) string) (System, error) {
	s, err := Look(getenv)
	s.Graphical = err == nil && s.Manager && s.Desktop && systemctl("is-active", "--quiet", graphicalTarget) == nil
	return s, err
}

func systemctl(args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, "systemctl", append([]string{"--user"}, args...)...).Run()
}

const (
	graphicalTarget = "graphical-session.target"
	defaultTarget   = "default.target"
)

func (s System) unit(target string) place {
	dir := filepath.Join(s.Config, "systemd", "user")
	return place{
		file: filepath.Join(dir, "compact-keeper.service"),
		link: filepath.Join(dir, target+".wants", "compact-keeper.service"),
		text: func(e Entry) string { return unitFile(e, target) },
	}
}

func (s System) autostart() place {
	return place{file: filepath.Join(s.Config, "autostart", "compact-keeper.desktop"), text: desktopFile}
}

// all are the places it can stand in.
func (s System) all() []place {
	return []place{s.unit(graphicalTarget), s.unit(defaultTarget), s.autostart()}
}

// best is where it stands when it is turned on. The tray and the browser need the graphical session. A unit is started with
// it only where the desktop tells systemd of it, which GNOME and Plasma do and others do not; those all read autostart
// files. default.target is reached before any of it, and by a login over ssh, too: right only where there is no desktop.
func (s System) best() (place, error) {
	switch {
	case s.Graphical:
		return s.unit(graphicalTarget), nil
	case s.Desktop:
		return s.autostart(), nil
	case s.Manager:
		return s.unit(defaultTarget), nil
	}
	return place{}, ErrNowhere
}

// Possible tells whether On can do something.
func (s System) Possible() bool {
	_, err := s.best()
	return err == nil
}

// State returns what starts the program at login, empty where nothing does.
func (s System) State() string {
	for _, p := range s.all() {
		if p.on() {
			return p.sign()
		}
	}
	return ""
}

// On has it started at login, in one place only, and returns which.
func (s System) On(e Entry) (string, error) {
	p, err := s.best()
	if err != nil {
		return "", err
	}
	for _, other := range s.all() {
		if other.sign() != p.sign() {
			if err := other.remove(); err != nil {
				return "", err
			}
		}
	}
	if err := p.write(e); err != nil {
		return "", err
	}
	s.changed()
	return p.sign(), nil
}

// Off takes it out of every place.
func (s System) Off() error {
	for _, p := range s.all() {
		if err := p.remove(); err != nil {
			return err
		}
	}
	s.changed()
	return nil
}

func (s System) changed() {
	if s.Manager && s.reload != nil {
		s.reload() // else it sees the change at the next login
	}
}

// unitFile is the systemd user unit. It is not restarted: what ended has a reason to, and the hooks need no program.
func unitFile(e Entry, target string) string {
	quote := func(s string) string { // see "Quoting" in systemd.syntax(7), and its specifiers
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `%`, `%%`).Replace(s) + `"`
	}
	var b strings.Builder
	b.WriteString("[Unit]\nDescription=compact-keeper: tray, notices and dashboard\n")
	if target == graphicalTarget {
		b.WriteString("PartOf=" + target + "\nAfter=" + target + "\n")
	}
	b.WriteString("\n[Service]\n")
	for _, v := range e.Env {
		b.WriteString("Environment=" + quote(v) + "\n")
	}
	fmt.Fprintf(&b, "ExecStart=%s --no-open\n", strings.ReplaceAll(quote(e.Program), "$", "$$"))
	// Only the program itself: a browser that it started belongs to the owner.
	b.WriteString("KillMode=process\n\n[Install]\nWantedBy=" + target + "\n")
	return b.String()
}

// desktopFile is the autostart file, see the Desktop Entry Specification.
func desktopFile(e Entry) string {
	quote := func(s string) string {
		s = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`).Replace(s) + `"`
		return strings.NewReplacer(`\`, `\\`, `%`, `%%`).Replace(s) // a value is read as a string first
	}
	command := ""
	if len(e.Env) > 0 {
		command = "env "
		for _, v := range e.Env {
			command += quote(v) + " "
		}
	}
	return "[Desktop Entry]\nType=Application\nName=compact-keeper\nComment=Tray, notices and dashboard\nExec=" + command + quote(e.Program) + " --no-open\nTerminal=false\n"
}
