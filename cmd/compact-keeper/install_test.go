package main_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// machine is a person's home folder, and the two programs in a folder of their own.
type machine struct {
	*testing.T
	home, bin string
	env       []string
}

func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine{T: t, home: filepath.Join(t.TempDir(), "First Last"), bin: t.TempDir()}
	// By a program, not by this one: a child that another test starts meanwhile would hold the file open for writing, and it
	// could not be run ("text file busy").
	if out, err := exec.Command("cp", lab.Build(t, "compact-keeper"), m.bin).CombinedOutput(); err != nil {
		t.Fatalf("copy the program: %v\n%s", err, out)
	}
	m.put(filepath.Join(m.bin, "compact-keeper-hook"), "#!/bin/sh\necho one\n", 0o755)
	m.put(filepath.Join(m.home, "note"), "", 0o600)
	m.env = []string{"HOME=" + m.home}
	return m
}

func (m machine) put(path, text string, mode os.FileMode) {
	m.Helper()
	for _, err := range []error{os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode)} {
		if err != nil {
			m.Fatal(err)
		}
	}
}

// run runs compact-keeper and returns what it printed and its exit code.
func (m machine) run(args ...string) (out string, code int) {
	m.Helper()
	cmd := exec.Command(filepath.Join(m.bin, "compact-keeper"), args...)
	cmd.Env = m.env
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		m.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

func (m machine) does(says string, args ...string) {
	m.Helper()
	if out, code := m.run(args...); code != 0 || !strings.Contains(out, says) {
		m.Errorf("%v: exit %d, want 0 and %q in\n%s", args, code, says, out)
	}
}

// program is how the tests call ours.
func (m machine) program() string { return filepath.Join(m.bin, "compact-keeper") }

func (m machine) at(path string) string { return filepath.Join(m.home, filepath.FromSlash(path)) }

func (m machine) read(path string) string {
	m.Helper()
	text, err := os.ReadFile(m.at(path))
	if err != nil {
		m.Fatal(err)
	}
	return string(text)
}

// tree lists all that lies in the home folder, with modes.
func (m machine) tree() string {
	m.Helper()
	var b strings.Builder
	err := filepath.WalkDir(m.home, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		text, _ := os.ReadFile(path)
		b.WriteString(info.Mode().String() + " " + strings.TrimPrefix(path, m.home) + " " + string(text) + "\n")
		return err
	})
	if err != nil {
		m.Fatal(err)
	}
	return b.String()
}

const hookPlace = ".local/share/compact-keeper/bin/compact-keeper-hook"

func TestInstallAndUninstallLeaveTheHomeAsItWas(t *testing.T) {
	m := newMachine(t)
	const before = "{\n\t\"model\": \"opus\"\n}\n"
	m.put(m.at(".claude/settings.json"), before, 0o640)
	m.put(m.at(".local/state/other/x"), "", 0o600)
	m.put(m.at(".local/share/other/x"), "", 0o600)
	home := m.tree()

	m.does("\n+\t\"hooks\": {\n", "install", "--dry-run")
	if got := m.tree(); got != home {
		t.Errorf("a dry run changed the home:\n%s", got)
	}
	m.does("Copied the hook executable to "+m.at(hookPlace)+"\nRegistered it in "+m.at(".claude/settings.json"), "install")
	if got := m.read(hookPlace); got != "#!/bin/sh\necho one\n" {
		t.Errorf("the hook executable is %q", got)
	}
	installed := m.tree()
	m.does("Nothing to change", "install", "--dry-run")
	m.does("Nothing changed", "install")
	m.does("\n-\t\"hooks\": {\n", "uninstall", "--dry-run")
	if got := m.tree(); got != installed {
		t.Errorf("a second install, or a dry run, changed the home:\n%s", got)
	}
	m.does("Took the hooks out of", "uninstall")
	if got := m.tree(); got != home {
		t.Errorf("BR-40: after uninstall the home is\n%s\nbefore it was\n%s", got, home)
	}
	m.does("No hooks of compact-keeper stand in", "uninstall")
}

func TestInstallForAClientThatNeverRan(t *testing.T) {
	m := newMachine(t)
	home := m.tree()
	m.does("Would make "+m.at(".claude"), "install", "--dry-run")
	m.does("Made "+m.at(".claude"), "install")
	info, err := os.Stat(m.at(".claude"))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the client's folder: %v, mode %v, want 0700", err, info.Mode())
	}
	m.does("Would remove the folder "+m.at(".claude"), "uninstall", "--dry-run")
	m.does("Removed the empty folder "+m.at(".claude"), "uninstall")
	if got := m.tree(); withoutFolders(got) != withoutFolders(home) || strings.Contains(got, ".claude") {
		t.Errorf("after uninstall the home is\n%s\nbefore it was\n%s", got, home)
	}
}

// withoutFolders leaves out the folders .local, .local/state and .local/share, which everybody has.
func withoutFolders(tree string) string {
	return regexp.MustCompile(`(?m)^d\S+ /\.local(/state|/share)? \n`).ReplaceAllString(tree, "")
}

func TestUninstallKeepsAFolderThatInstallDidNotMakeOrThatIsInUse(t *testing.T) {
	for name, use := range map[string]func(m machine){
		"it was there": func(m machine) {
			m.put(m.at(".claude/x"), "", 0o600)
			os.Remove(m.at(".claude/x"))
			m.does("", "install")
		},
		"the client wrote it": func(m machine) { m.does("Made", "install"); m.put(m.at(".claude/projects/x"), "", 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			use(m)
			m.does("Removed "+m.at(".claude/settings.json")+", which install had made", "uninstall")
			if _, err := os.Stat(m.at(".claude")); err != nil {
				t.Errorf("the client's folder is gone: %v", err)
			}
			if _, err := os.Stat(m.at(".local/state/compact-keeper")); err == nil {
				t.Error("a state folder is left")
			}
		})
	}
}

func TestUninstallKeepsWhatTheKeeperKept(t *testing.T) {
	m := newMachine(t)
	m.does("Copied", "install")
	m.put(m.at(".local/state/compact-keeper/keeper.db"), "words", 0o600)
	m.does("What was kept stays in "+m.at(".local/state/compact-keeper"), "uninstall")
	if got := m.read(".local/state/compact-keeper/keeper.db"); got != "words" {
		t.Errorf("the database is %q", got)
	}
	if _, err := os.Stat(m.at(hookPlace)); err == nil {
		t.Error("the hook executable is left")
	}
}

func TestTwoClientConfigurationsShareTheHookExecutable(t *testing.T) {
	m := newMachine(t)
	m.does("Copied", "install")
	other := m
	other.env = append(other.env, "CLAUDE_CONFIG_DIR="+m.at("second"))
	other.does("Registered it in "+m.at("second/settings.json"), "install")
	states := map[string]bool{}
	for _, file := range []string{".claude/settings.json", "second/settings.json"} {
		var s struct {
			Hooks map[string][]struct{ Hooks []struct{ Args []string } }
		}
		if err := json.Unmarshal([]byte(m.read(file)), &s); err != nil {
			t.Fatal(err)
		}
		states[s.Hooks["Stop"][0].Hooks[0].Args[1]] = true
	}
	if len(states) != 2 {
		t.Errorf("state folders %v, want one for each configuration", states)
	}
	m.does("Left the hook executable: another client configuration uses it", "uninstall")
	if _, err := os.Stat(m.at(hookPlace)); err != nil {
		t.Errorf("the hook executable is gone: %v", err)
	}
	other.does("Removed the hook executable", "uninstall")
}

func TestBR41_SettingsInARepositoryGetAHint(t *testing.T) {
	m := newMachine(t)
	m.put(m.at("dotfiles/.git/HEAD"), "", 0o600)
	m.put(m.at("dotfiles/claude/settings.json"), "{}", 0o600)
	if err := os.MkdirAll(m.at(".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(m.at("dotfiles/claude/settings.json"), m.at(".claude/settings.json")); err != nil {
		t.Fatal(err)
	}
	m.does("It lies in the repository "+m.at("dotfiles")+". The hooks name paths of this machine", "install")
}

func TestInstallRefusalsChangeNothing(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(machine)
		args    []string
		code    int
		says    string
	}{
		{"BR-31 a comment", func(m machine) { m.put(m.at(".claude/settings.json"), "{\n  // x\n}", 0o600) }, []string{"install"}, 1, "settings.json, line 2, column 3: a comment"},
		{"BR-31 a comment, uninstall", func(m machine) { m.put(m.at(".claude/settings.json"), "{\n  // x\n}", 0o600) }, []string{"uninstall"}, 1, "line 2, column 3"},
		{"a read-only file", func(m machine) { m.put(m.at(".claude/settings.json"), "{}", 0o444) }, []string{"install"}, 1, "read-only (mode 0444)"},
		{"a read-only file, dry run", func(m machine) { m.put(m.at(".claude/settings.json"), "{}", 0o444) }, []string{"install", "--dry-run"}, 1, "read-only (mode 0444)"},
		{"no hook executable", func(m machine) { os.Remove(filepath.Join(m.bin, "compact-keeper-hook")) }, []string{"install"}, 1, "go build -o bin/ ./cmd/..."},
		{"an unknown flag", func(machine) {}, []string{"install", "--force"}, 2, "compact-keeper install [--dry-run]"},
		{"an argument", func(machine) {}, []string{"uninstall", "now"}, 2, "compact-keeper uninstall [--dry-run]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			c.prepare(m)
			home := m.tree()
			if out, code := m.run(c.args...); code != c.code || !strings.Contains(out, c.says) {
				t.Errorf("exit %d, want %d and %q in\n%s", code, c.code, c.says, out)
			}
			if got := m.tree(); got != home {
				t.Errorf("the home changed:\n%s", got)
			}
		})
	}
	t.Run("no home", func(t *testing.T) {
		m := newMachine(t)
		m.env = []string{"PATH=/bin"}
		if out, code := m.run("install"); code != 1 || !strings.Contains(out, "HOME is not set") {
			t.Errorf("exit %d, want 1 and a word of HOME in\n%s", code, out)
		}
	})
}

func TestInstallSaysWhenTheClientRunsNoHookAtAll(t *testing.T) {
	m := newMachine(t)
	m.put(m.at(".claude/settings.json"), "{\n  \"disableAllHooks\": true\n}\n", 0o600)
	m.does("disableAllHooks: the client runs no hook", "install")
	m.does("disableAllHooks: the client runs no hook", "install") // also where nothing changed
}
