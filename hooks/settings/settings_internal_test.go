package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAnEditOfSomeoneElseInBetweenIsNotOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	for name, before := range map[string][]byte{"another text": []byte(`{"a": 1}`), "no file": nil} {
		if err := os.WriteFile(path, []byte(`{"a": 2}`), 0o600); err != nil {
			t.Fatal(err)
		}
		err := Edit{path, before, []byte(`{"a": 1, "hooks": {}}`)}.write()
		if err == nil || !strings.Contains(err.Error(), "someone else changed it") {
			t.Errorf("planned on %s: error %v, want one that says so", name, err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != `{"a": 2}` {
			t.Errorf("planned on %s: the file is %q (%v)", name, text, err)
		}
	}
}

// Install keeps the copy first and writes the file then; a kill may come at any point of that.
func TestAKilledInstallCanBeDoneAgainAndUndone(t *testing.T) {
	const before, older = "{ \"hooks\": { } }", "/older/" + HookName
	for _, c := range []struct {
		name      string
		installed bool // an older release was
		kill      func(state string, was []byte, e Edit) error
	}{
		{"before anything was written", false, func(string, []byte, Edit) error { return nil }},
		{"with the copy kept", false, func(state string, was []byte, e Edit) error {
			_, err := backup{was, sum(e.After)}.save(state)
			return err
		}},
		{"an upgrade, with the copy kept anew", true, func(state string, was []byte, e Edit) error {
			_, err := backup{was, sum(e.After)}.save(state)
			return err
		}},
		{"an upgrade, with the file written and both copies there", true, func(state string, was []byte, e Edit) error {
			_, err := backup{was, sum(e.After)}.save(state)
			return errors.Join(err, e.write())
		}},
	} {
		for _, again := range []bool{false, true} {
			t.Run(c.name+map[bool]string{false: ", then uninstall", true: ", then install and uninstall"}[again], func(t *testing.T) {
				path, state := filepath.Join(t.TempDir(), "settings.json"), filepath.Join(t.TempDir(), "state")
				must := func(err error) {
					t.Helper()
					if err != nil {
						t.Fatal(err)
					}
				}
				must(os.WriteFile(path, []byte(before), 0o600))
				if c.installed {
					_, err := Install(path, older, state)
					must(err)
				}
				e, was, err := planInstall(path, "/newer/"+HookName, state)
				must(err)
				must(c.kill(state, was, e))
				if again {
					_, err := Install(path, "/newer/"+HookName, state)
					must(err)
				}
				_, err = Uninstall(path, state)
				must(err)
				text, err := os.ReadFile(path)
				must(err)
				if strings.Contains(string(text), HookName) {
					t.Errorf("an entry of ours is left:\n%s", text)
				}
				if string(text) != before {
					t.Errorf("the file is %q, want %q", text, before)
				}
				if left, err := os.ReadDir(state); err == nil && len(left) > 0 {
					t.Errorf("in the state folder is left %v", left)
				}
			})
		}
	}
}

// A state folder that cannot be written keeps the copy from being made: then the file is not touched.
func TestWithoutACopyNothingIsWritten(t *testing.T) {
	dir := t.TempDir()
	path, notAFolder := filepath.Join(dir, "settings.json"), filepath.Join(dir, "file")
	for _, f := range []string{path, notAFolder} {
		if err := os.WriteFile(f, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, state := range map[string]string{"a file in its place": notAFolder, "a file above it": filepath.Join(notAFolder, "state")} {
		if _, err := Install(path, "/x/"+HookName, state); err == nil {
			t.Errorf("%s: installed", name)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "{}" {
			t.Errorf("%s: the settings are %q (%v)", name, text, err)
		}
	}
}
