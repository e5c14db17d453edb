package settings

import (
	"slices"

	"github.com/tailscale/hujson"
)

// guards are the events whose hooks may refuse a tool call. One that cannot be loaded may be what holds a permission up,
// so the client then skips the file whole.
var guards = []string{"PreToolUse", "PermissionRequest", "PreSkillShellCommand"}

// events are all that client 2.1.332 knows.
var events = append([]string{"ConfigChange", "CwdChanged", "DirectoryAdded", "Elicitation", "ElicitationResult", "FileChanged",
	"InstructionsLoaded", "MessageDisplay", "Notification", "PermissionDenied", "PostCompact", "PostModelSwitch", "PostToolBatch",
	"PostToolUse", "PostToolUseFailure", "PreCompact", "PreModelSwitch", "SessionEnd", "SessionStart", "Setup", "Stop",
	"StopFailure", "SubagentStart", "SubagentStop", "TaskCompleted", "TaskCreated", "TeammateIdle", "UserPromptExpansion",
	"UserPromptSubmit", "WorktreeCreate", "WorktreeRemove"}, guards...)

// apart are keys whose values the client does not search for hooks.
var apart = []string{"enabledPlugins", "env", "extraKnownMarketplaces", "lspServers", "managedMcpServers", "mcpServers",
	"modelSettings", "pluginConfigs", "skillOverrides"}

// misplaced finds hooks where the client does not look for them, nil where there are none. It searches as far as the
// client does: a few levels deep, outside of "hooks" for groups as well as for guards.
func misplaced(root *hujson.Value) *hujson.Value {
	if v := guardIn(root); v != nil {
		return v
	}
	if hooks := member(root, "hooks"); hooks != nil {
		if v := misplacedBelow(hooks); v != nil {
			return v
		}
	}
	for _, m := range taken(root) {
		if key := text(&m.Name); key != "hooks" && !slices.Contains(apart, key) && holdsHooks(&m.Value, 3, !slices.Contains(events, key), false, apart) {
			return &m.Value
		}
	}
	return nil
}

// misplacedBelow searches the value of "hooks" itself.
func misplacedBelow(hooks *hujson.Value) *hujson.Value {
	if group := isGroup(hooks); group || slices.ContainsFunc(elements(hooks), func(v hujson.Value) bool { return object(&v) != nil }) {
		return hooks
	}
	for _, m := range taken(hooks) {
		switch v := &m.Value; {
		case slices.Contains(guards, text(&m.Name)):
		case !slices.Contains(events, text(&m.Name)):
			if holdsHooks(v, 3, array(v) == nil, false, nil) {
				return v
			}
		case array(v) == nil:
			if holdsHooks(v, 3, false, false, nil) {
				return v
			}
		default:
			for i := range elements(v) {
				if g := &elements(v)[i]; holdsHooks(g, 3, false, false, nil) {
					return g
				}
			}
		}
	}
	return nil
}

// holdsHooks reports whether a guard stands in v or up to depth levels below it, or, where groups count, a group.
func holdsHooks(v *hujson.Value, depth int, groupsCount, amongHooks bool, apart []string) bool {
	switch {
	case guardIn(v) != nil || groupsCount && isGroup(v):
		return true
	case depth == 0:
		return false
	case array(v) != nil:
		return slices.ContainsFunc(elements(v), func(e hujson.Value) bool { return holdsHooks(&e, depth-1, groupsCount, amongHooks, apart) })
	case amongHooks && text(member(v, "type")) != "":
		return false
	}
	return slices.ContainsFunc(taken(v), func(m *hujson.ObjectMember) bool {
		key := text(&m.Name)
		return !slices.Contains(apart, key) &&
			holdsHooks(&m.Value, depth-1, groupsCount && !slices.Contains(events, key), key == "hooks" && array(&m.Value) != nil, apart)
	})
}

// guardIn is the value of a guard event that is a member of v and says anything.
func guardIn(v *hujson.Value) *hujson.Value {
	for _, m := range taken(v) {
		if slices.Contains(guards, text(&m.Name)) && m.Value.Value.Kind() != 'n' && !(array(&m.Value) != nil && len(elements(&m.Value)) == 0) {
			return &m.Value
		}
	}
	return nil
}

// isGroup reports whether v looks like a matcher group with hooks in it.
func isGroup(v *hujson.Value) bool {
	if member(v, "matcher") == nil && slices.ContainsFunc(taken(v), func(m *hujson.ObjectMember) bool { return slices.Contains(events, text(&m.Name)) }) {
		return false
	}
	hooks := member(v, "hooks")
	if array(hooks) != nil {
		return len(elements(hooks)) > 0
	}
	return object(hooks) != nil && (member(v, "matcher") != nil || text(member(hooks, "type")) != "")
}
