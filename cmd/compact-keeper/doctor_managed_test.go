package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLiveIsRefusedWhereTheAdministratorsSettingsCouldSendItAway(t *testing.T) {
	for _, c := range []struct {
		name, file, text, says string
	}{
		{"no settings", "", "", ""},
		{"harmless settings", "managed-settings.json", `{"permissions": {"deny": ["Read(/secret)"]}}`, ""},
		{"another API", "managed-settings.json", `{"env": {"ANTHROPIC_BASE_URL": "http://gateway"}}`, "ANTHROPIC_"},
		{"a key", "managed-settings.json", `{"apiKeyHelper": "echo key"}`, "apiKeyHelper"},
		{"a proxy, in the folder", "managed-settings.d/net.json", `{"env": {"HTTPS_PROXY": "http://proxy"}}`, "_PROXY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if path := filepath.Join(dir, c.file); c.file != "" {
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			err := sendsElsewhere(dir)
			if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}
