package lab

import (
	"os"
	"path/filepath"
)

// Mod puts a plugin into the client's skills folder whose module hears session.compact. Body is the JavaScript of
// async ($, e, next) => { … }.
func (l *Lab) Mod(name, body string) {
	l.T.Helper()
	dir := filepath.Join(l.Home, ".claude", "skills", name)
	for path, text := range map[string]string{
		".claude-plugin/plugin.json": `{"name": "` + name + `", "version": "1.0.0", "description": "A mod of our tests"}`,
		"hooks/hooks.json":           `{"modules": ["./register.js"]}`,
		"hooks/register.js":          "export function register(on) {\n  on('session.compact', async ($, e, next) => {" + body + "})\n}\n",
	} {
		path = filepath.Join(dir, path)
		l.must(os.MkdirAll(filepath.Dir(path), 0o700))
		l.must(os.WriteFile(path, []byte(text), 0o600))
	}
}
