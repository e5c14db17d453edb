package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	clients "github.com/compact-keeper/compact-keeper/hooks/client"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// muchText is how much a hook of others may print at the start of a session, in UTF-16 units, before it is told: over
// 10,000 the client cuts it.
const muchText = 8000

// others tells what else answers compactions, or prints much where our text is put back.
func others(_ context.Context, l *look) {
	before := len(l.found)
	var hooks, mods []string
	add := func(where string, entries []settings.Registered) {
		for _, e := range entries {
			if name := e.Event + " in " + where; !e.Ours && !e.Unread && (e.Event == "PreCompact" || e.Event == "PostCompact") && !slices.Contains(hooks, name) {
				hooks = append(hooks, name)
			}
		}
	}
	for _, f := range l.layers {
		add(l.short(f.path), f.entries)
	}
	for _, p := range l.plugins {
		add("the plugin "+p.name, p.entries)
		if p.mod {
			mods = append(mods, p.name)
		}
	}
	if len(mods) > 0 {
		l.add("others", Warning, "these plugins can change or replace a compaction: "+list(mods, 5)+". What they drop is put back at the latest at your next message.", "To compare, switch one off:", "claude plugin disable "+quote(mods[0]))
	}
	if len(hooks) > 0 {
		l.add("others", Warning, "hooks of others answer compactions as well: "+list(hooks, 5)+". What they print stands beside ours.", "See them in the client:", "/hooks")
	}
	for command, units := range l.loud() {
		l.add("others", Warning, fmt.Sprintf("at the start of a session this hook prints %d characters, beside which ours are easily passed over: %s", units, shorten(command)), "See it in the client:", "/hooks")
	}
	if len(l.found) == before {
		l.add("others", OK, "nothing else answers compactions or prints much")
	}
}

// loud lists others' SessionStart hooks that printed much in the newest conversations, and how much.
func (l *look) loud() map[string]int {
	all := map[string]int{}
	for i, t := range clients.Transcripts(l.Config) {
		if i == 3 {
			break
		}
		rows, err := t.Rows()
		if err != nil {
			continue
		}
		for _, r := range rows {
			a := r.Attachment
			n := len(utf16.Encode([]rune(a.Stdout)))
			if a.Type == "hook_success" && a.Event == "SessionStart" && n > muchText && !strings.Contains(a.Command, settings.HookName) {
				all[a.Command] = max(all[a.Command], n)
			}
		}
	}
	return all
}

// compactions tells whether the client compacts by itself.
func compactions(_ context.Context, l *look) {
	off := func(name string) string {
		on := func(v any) bool { return slices.Contains([]any{"1", "true", "yes", "on", true}, v) }
		if on(strings.ToLower(l.Getenv(name))) {
			return "here"
		}
		for _, f := range slices.Backward(l.layers) {
			if v, there := f.keys.Env[name]; there && on(v) {
				return "in " + l.short(f.path)
			}
		}
		return ""
	}
	if where := off("DISABLE_COMPACT"); where != "" {
		l.add("compaction", OK, "off, /compact too: DISABLE_COMPACT is set "+where)
		return
	}
	if where := off("DISABLE_AUTO_COMPACT"); where != "" {
		l.add("compaction", OK, "only by /compact: DISABLE_AUTO_COMPACT is set "+where)
		return
	}
	for _, f := range slices.Backward(l.layers) {
		if on := f.keys.AutoCompact; on != nil {
			l.autoCompact(*on, f.path)
			return
		}
	}
	var own keys
	file := filepath.Join(filepath.Dir(l.Config), ".claude.json")
	if l.Getenv("CLAUDE_CONFIG_DIR") != "" {
		file = filepath.Join(l.Config, ".claude.json")
	}
	if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &own) == nil && own.AutoCompact != nil {
		l.autoCompact(*own.AutoCompact, file)
		return
	}
	l.add("compaction", OK, "by itself and by /compact")
}

func (l *look) autoCompact(on bool, file string) {
	if on {
		l.add("compaction", OK, "by itself and by /compact")
	} else {
		l.add("compaction", OK, "only by /compact: autoCompactEnabled is false in "+l.short(file))
	}
}
