package client_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/client"
)

func TestTheVersionIsToldWithoutStartingTheClient(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symlinks need a right there")
	}
	for _, c := range []struct {
		name, at, link string
		files          map[string]string
		want           string
	}{
		{"the native installer", "versions/2.1.332", ".local/bin/claude", nil, "2.1.332"},
		{"npm, an executable in the package", "lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe", "bin/claude",
			map[string]string{"lib/node_modules/@anthropic-ai/claude-code/package.json": `{"name":"@anthropic-ai/claude-code","version":"2.1.332"}`}, "2.1.332"},
		{"npm, a script in the package", "lib/node_modules/@anthropic-ai/claude-code/cli.js", "bin/claude",
			map[string]string{"lib/node_modules/@anthropic-ai/claude-code/package.json": `{"name":"@anthropic-ai/claude-code","version":"1.0.83"}`}, "1.0.83"},
		{"a starter beside node_modules", "local/claude", "",
			map[string]string{"local/node_modules/@anthropic-ai/claude-code/package.json": `{"name":"@anthropic-ai/claude-code","version":"2.0.1"}`}, "2.0.1"},
		{"another package", "lib/other/bin/claude", "", map[string]string{"lib/other/package.json": `{"name":"other","version":"9.9.9"}`}, ""},
		{"a lone executable", "claude", "", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, c.at)
			write(t, path, "#!/bin/sh\nexit 99\n")
			if err := os.Chmod(path, 0o755); err != nil {
				t.Fatal(err)
			}
			for name, text := range c.files {
				write(t, filepath.Join(dir, name), text)
			}
			if c.link != "" {
				link := filepath.Join(dir, c.link)
				write(t, filepath.Join(filepath.Dir(link), "x"), "")
				if err := os.Symlink(path, link); err != nil {
					t.Fatal(err)
				}
				path = link
			}
			if got := client.Version(path); got != c.want {
				t.Errorf("version %q, want %q", got, c.want)
			}
			if got := client.Find(func(name string) string { return map[string]string{"PATH": "relative:" + filepath.Dir(path)}[name] }, "/nowhere"); filepath.Base(path) == "claude" && got != path {
				t.Errorf("found %q, want %q", got, path)
			}
		})
	}
}

func TestOlderVersions(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"2.1.138", "2.1.139", true}, {"2.1.139", "2.1.139", false}, {"2.1.1000", "2.1.139", false}, {"1.9.999", "2.1.139", true}, {"", "2.1.139", false}, {"dev", "2.1.139", false},
	} {
		if got := client.Older(c.a, c.b); got != c.want {
			t.Errorf("%q older than %q: %t", c.a, c.b, got)
		}
	}
}
