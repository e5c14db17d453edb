package main_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// recordingHook stands in for the hook executable: it notes the event and what it was given.
const recordingHook = `#!/bin/sh
event=$(sed 's/.*"hook_event_name":"\([A-Za-z]*\)".*/\1/')
shift 2
echo "$event${*:+ $*}" >>"$HOME/ran"
`

func TestTheRealClientRunsWhatIsInstalledAndNothingAfterUninstall(t *testing.T) {
	t.Parallel()
	const others = `"skipDangerousModePermissionPrompt": true, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo theirs >>\"$HOME/ran\""}]}]}`
	for _, c := range []struct {
		name, before string
		lay          func(*lab.Lab)
	}{
		{"two spaces", "{\n  " + others + "\n}\n", nil},
		{"a symlink, a byte order mark, CRLF and a key twice", "\ufeff{\r\n\t\"model\": \"x\",\r\n\t\"model\": \"claude-opus-5-5\",\r\n\t" + others + "\r\n}\r\n", linkedSettings},
		{"BR-36 BR-37 a home that a shell would take apart, one line, unknown keys, values that are left out",
			`{"compaction":{"keep":[]},"theme":7,"\u0068ooks":{},` + others + `}`, oddHome},
		{"UTF-16, as old Windows shells write it", "\xff\xfe" + utf16le("{\r\n  "+others+"\r\n}\r\n"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := lab.New(t)
			if c.lay != nil {
				c.lay(l)
			}
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
			if text, err := os.ReadFile(l.SettingsPath()); err != nil || string(text) != c.before {
				t.Errorf("after uninstall the file is %q (%v), before it was %q", text, err, c.before)
			}
		})
	}
}

// The file came to a machine without compact-keeper, or someone deleted the executable.
func TestBR41_WithoutTheExecutableTheClientGoesOn(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	removed := false
	err := filepath.WalkDir(filepath.Join(l.Home, ".local", "share"), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == "compact-keeper-hook" {
			removed = true
			return os.Remove(path)
		}
		return err
	})
	if err != nil || !removed {
		t.Fatalf("no executable was removed: %v", err)
	}
	first := l.Print("hello")
	second := l.Resume(first.SessionID, "/compact")
	if third := l.Resume(first.SessionID, "and now"); first.IsError || second.IsError || third.IsError || third.Text == "" {
		t.Errorf("the client answered %+v, %+v, %+v", first, second, third)
	}
}

// linkedSettings makes the settings file a symlink, as people do who keep theirs in a repository.
func linkedSettings(l *lab.Lab) {
	repository := filepath.Join(l.Home, "dotfiles", "claude.json")
	for _, err := range []error{os.MkdirAll(filepath.Dir(repository), 0o700), os.Rename(l.SettingsPath(), repository), os.Symlink(repository, l.SettingsPath())} {
		if err != nil {
			l.T.Fatal(err)
		}
	}
}

// oddHome gives the lab's home a name that a shell would take apart.
func oddHome(l *lab.Lab) {
	home := filepath.Join(filepath.Dir(l.Home), `First & "Last" (it's) $HOME ünï 文`)
	if err := os.Rename(l.Home, home); err != nil {
		l.T.Fatal(err)
	}
	l.Home = home
	l.Env = append(l.Env, "HOME="+home)
}

func utf16le(text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return string(b)
}
