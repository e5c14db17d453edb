package login

import (
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
)

// System is what the owner's desktop offers.
type System struct{ Home string }

// Find looks at this machine.
func Find(getenv func(string) string) (System, error) {
	home := getenv("HOME")
	if !filepath.IsAbs(home) {
		return System{}, fmt.Errorf("find the home folder: HOME is not set to an absolute path")
	}
	return System{home}, nil
}

func (s System) agent() place {
	return place{file: filepath.Join(s.Home, "Library", "LaunchAgents", "compact-keeper.plist"), text: agentFile}
}

// Look is Find.
func Look(getenv func(string) string) (System, error) { return Find(getenv) }

// Possible tells whether On can do something.
func (s System) Possible() bool { return true }

// State returns what starts the program at login, empty where nothing does.
func (s System) State() string {
	if p := s.agent(); p.on() {
		return p.sign()
	}
	return ""
}

// On has it started at login, and returns by which file.
func (s System) On(e Entry) (string, error) { return s.agent().sign(), s.agent().write(e) }

// Off takes it out again.
func (s System) Off() error { return s.agent().remove() }

// agentFile is the LaunchAgent.
func agentFile(e Entry) string {
	escape := func(s string) string {
		var b strings.Builder
		xml.EscapeText(&b, []byte(s))
		return b.String()
	}
	env := ""
	for _, v := range e.Env {
		name, value, _ := strings.Cut(v, "=")
		env += "\t\t<key>" + name + "</key><string>" + escape(value) + "</string>\n"
	}
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key><string>compact-keeper</string>
	<key>ProgramArguments</key><array><string>` + escape(e.Program) + `</string><string>--no-open</string></array>
	<key>EnvironmentVariables</key>
	<dict>
` + env + `	</dict>
	<key>RunAtLoad</key><true/>
	<key>LimitLoadToSessionType</key><string>Aqua</string>
</dict>
</plist>
`
}
