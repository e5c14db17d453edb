package lab

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// ClientVersion is the client these tests were written against; .ci/client.sh installs it.
const ClientVersion = "2.1.332"

// Need skips a test whose program is missing; where CI is set the test fails instead.
func Need(t testing.TB, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		missing(t, "this test needs "+program)
	}
	return path
}

// Client finds the client's executable: $CLAUDE_BIN, then claude on the path, then where .ci/client.sh puts it.
func Client(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the real client")
	}
	if path := os.Getenv("CLAUDE_BIN"); path != "" {
		return path
	}
	if path, err := exec.LookPath("claude"); err == nil {
		return path
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		path := filepath.Join(cache, "compact-keeper-ci", "client-"+ClientVersion, "node_modules", ".bin", "claude")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	missing(t, "this test needs Claude Code: .ci/client.sh installs it, CLAUDE_BIN names it")
	return ""
}

func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}
