package client

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// FirstWithArgs is the first version that starts a hook with its arguments, by a third party's note. Ours are registered
// with arguments.
const FirstWithArgs = "2.1.139"

// Find finds the client that a person starts as claude: $CLAUDE_BIN, then claude on the path, then where its installers
// put it. It returns an empty path where there is none.
func Find(getenv func(string) string, home string) string {
	if path := getenv("CLAUDE_BIN"); path != "" {
		if executable(path) {
			return path
		}
		return ""
	}
	names := []string{"claude"}
	if runtime.GOOS == "windows" {
		names = []string{"claude.exe", "claude.cmd"}
	}
	folders := append(filepath.SplitList(getenv("PATH")), filepath.Join(home, ".claude", "local"), filepath.Join(home, ".local", "bin"))
	for _, folder := range folders {
		for _, name := range names {
			if path := filepath.Join(folder, name); filepath.IsAbs(path) && executable(path) {
				return path
			}
		}
	}
	return ""
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0)
}

var versionForm = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

// Version tells the version of the client at path without starting it, empty where what lies around it does not tell.
func Version(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	// the native installer: a link to versions/2.1.332
	if name := strings.TrimSuffix(filepath.Base(real), ".exe"); versionForm.MatchString(name) {
		return name
	}
	// npm: an executable or a script in the package, or a starter beside node_modules
	for dir, up := filepath.Dir(real), 0; up < 3; dir, up = filepath.Dir(dir), up+1 {
		if v := packageVersion(dir); v != "" {
			return v
		}
	}
	return packageVersion(filepath.Join(filepath.Dir(path), "node_modules", "@anthropic-ai", "claude-code"))
}

// packageVersion reads the package.json of the client's npm package.
func packageVersion(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	var p struct{ Name, Version string }
	if err != nil || json.Unmarshal(text, &p) != nil || !strings.HasPrefix(p.Name, "@anthropic-ai/claude-code") {
		return ""
	}
	return p.Version
}

// Older tells whether version a is older than b. What is not of the form 1.2.3 is not older than anything.
func Older(a, b string) bool {
	if !versionForm.MatchString(a) || !versionForm.MatchString(b) {
		return false
	}
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range as {
		x, _ := strconv.Atoi(as[i])
		y, _ := strconv.Atoi(bs[i])
		if x != y {
			return x < y
		}
	}
	return false
}
