package settings

import (
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
