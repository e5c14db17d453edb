package settings

import (
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// HookName is the base name of the hook executable. An entry that starts a program of this name is ours, wherever the
// program lies.
const HookName = "compact-keeper-hook"

// registration is one matcher group of ours.
type registration struct {
	event, matcher string // matcher empty: none
	// parts is how many entries share what one event prints, told apart by --part; 0 is one entry without. The client
	// cuts the output of each entry by itself, and runs entries that are equal only once.
	parts int
}

// registrations is all that the client runs of ours, and when.
var registrations = []registration{
	{"PreCompact", "manual", 1},
	{"PreCompact", "auto", 4},
	{"SessionStart", "compact", 4},
	{"SessionStart", "startup|resume|clear|fork", 0},
	{"SubagentStop", "^$", 0}, // unnamed agents: the one that writes the summary is among them
	{"PostCompact", "", 0},
	{"Stop", "", 0},
	{"StopFailure", "", 0},
	{"UserPromptSubmit", "", 0},
	{"SessionEnd", "", 0},
}

// timeout is in seconds; the hook's own deadline is far below it.
const timeout = 10

// group and entry are the client's format. With args the client starts the command itself: no shell, so no quoting.
type group struct {
	Matcher string // empty: none
	Hooks   []entry
}

type entry struct {
	Type, Command string
	Args          []string
	Timeout       int
}

func (r registration) group(hookPath, stateDir string) group {
	g := group{Matcher: r.matcher}
	for part := range max(r.parts, 1) {
		args := []string{"--state", stateDir}
		if r.parts > 0 {
			args = append(args, "--part", fmt.Sprint(part+1))
		}
		g.Hooks = append(g.Hooks, entry{"command", hookPath, args, timeout})
	}
	return g
}

// Events names the client's events that our hooks are registered for, each once.
func Events() []string {
	var events []string
	for _, r := range registrations {
		if len(events) == 0 || events[len(events)-1] != r.event {
			events = append(events, r.event)
		}
	}
	return events
}

// ours reports whether a hook entry starts our executable.
func ours(v *hujson.Value) bool {
	command := text(member(v, "command"))
	if member(v, "args") == nil {
		command = firstWord(command)
	}
	base := command[strings.LastIndexAny(command, `/\`)+1:]
	return strings.TrimSuffix(base, ".exe") == HookName
}

// firstWord is the program that a shell command starts: up to the closing quote, or to a space that no backslash hides.
func firstWord(command string) string {
	command = strings.TrimLeft(command, " \t")
	if command == "" {
		return ""
	}
	if quote := command[0]; quote == '"' || quote == '\'' {
		word, _, _ := strings.Cut(command[1:], string(quote))
		return word
	}
	for i := range len(command) {
		if strings.IndexByte(" \t\n;&|", command[i]) >= 0 && (i == 0 || command[i-1] != '\\') {
			return command[:i]
		}
	}
	return command
}
