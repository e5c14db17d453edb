package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// recordingHook stands in for the hook executable: it notes the event and what it was given.
const recordingHook = `#!/bin/sh
event=$(sed 's/.*"hook_event_name":"\([A-Za-z]*\)".*/\1/')
shift 2
echo "$event${*:+ $*}" >>"$HOME/ran"
`

func TestTheRealClientRunsWhatIsInstalledAndNothingAfterUninstall(t *testing.T) {
	const others = `"skipDangerousModePermissionPrompt": true, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo theirs >>\"$HOME/ran\""}]}]}`
	for _, c := range []struct{ name, before string }{
		{"two spaces", "{\n  " + others + "\n}\n"},
		{"a byte order mark, CRLF and a key twice", "\ufeff{\r\n\t\"model\": \"x\",\r\n\t\"model\": \"claude-opus-5-5\",\r\n\t" + others + "\r\n}\r\n"},
		{"one line and unknown keys", `{"compaction":{"keep":[]},` + others + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := lab.New(t)
			m := newMachine(t)
			m.home, m.env = l.Home, l.Env
			m.put(filepath.Join(m.bin, "compact-keeper-hook"), recordingHook, 0o755)
			m.put(l.SettingsPath(), c.before, 0o600)
			ran := func() []string {
				session := l.Print("hello")
				l.Resume(session.SessionID, "and now [[text "+strings.Repeat("word ", 400)+"]]")
				l.Resume(session.SessionID, "/compact")
				text, err := os.ReadFile(filepath.Join(l.Home, "ran"))
				if err != nil {
					t.Fatal(err)
				}
				os.Remove(filepath.Join(l.Home, "ran"))
				lines := strings.Split(strings.TrimSpace(string(text)), "\n")
				slices.Sort(lines)
				return slices.Compact(lines)
			}

			m.does("Registered", "install")
			want := []string{"PostCompact", "PreCompact --part 1", "SessionEnd", "SessionStart",
				"SessionStart --part 1", "SessionStart --part 2", "SessionStart --part 3", "SessionStart --part 4",
				"Stop", "SubagentStop", "UserPromptSubmit", "theirs"}
			if got := ran(); !slices.Equal(got, want) {
				t.Errorf("after install the client ran %q, want %q", got, want)
			}
			m.does("Took the hooks out", "uninstall")
			if got := ran(); !slices.Equal(got, []string{"theirs"}) {
				t.Errorf("after uninstall the client ran %q, want only theirs", got)
			}
		})
	}
}
