package client

import (
	"os"
	"slices"
	"strings"
)

// The switches that keep a client from running the hooks of the user's settings, seen on 2.1.332: arguments, and
// variables that count where they say yes.
var (
	offArgs = []string{"--bare", "--safe-mode", "--restricted"}
	offVars = []string{"CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_RESTRICTED"}
)

// OffVariable names the variable of an environment by which a client started in it runs no hook of the user's settings,
// empty where none does.
func OffVariable(getenv func(string) string) string {
	for _, name := range offVars {
		switch strings.ToLower(getenv(name)) {
		case "1", "true", "yes", "on":
			return name
		}
	}
	return ""
}

// Off says how the session was started without the hooks of the user's settings, empty where it was not, or where the
// system does not tell how a process was started.
func (s Session) Off() string {
	args, env := process(s.PID)
	return off(args, env)
}

func off(args, env []string) string {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	for i, arg := range args {
		name, value, given := strings.Cut(arg, "=")
		if slices.Contains(offArgs, name) {
			return "with " + name
		}
		if !given && i+1 < len(args) {
			value = args[i+1]
		}
		if name == "--settings" && strings.Contains(orFile(value), "disableAllHooks") {
			return "with --settings that hold disableAllHooks"
		}
		if name == "--setting-sources" && !slices.Contains(strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' }), "user") {
			return "with --setting-sources without user"
		}
	}
	name := OffVariable(func(name string) string {
		for _, pair := range env {
			if value, ok := strings.CutPrefix(pair, name+"="); ok {
				return value
			}
		}
		return ""
	})
	if name != "" {
		return "with " + name + " set"
	}
	return ""
}

// orFile is a text, or what the file of that name holds.
func orFile(value string) string {
	if text, err := os.ReadFile(value); err == nil {
		return string(text)
	}
	return value
}
