// Package lab runs the real client offline: in a home of its own, against a fake API, in a network namespace that
// holds nothing but loopback where the system allows it.
//
// Contract: for tests only. A lab ends with its test, and so does every process it started. No key is real, and
// nothing of the person's own configuration is read or written.
package lab

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
)

// key is made up. The client wants one and asks, in the TUI, about its last 20 characters.
const key = "sk-ant-fake-key-for-loopback"

// Lab is one sandbox.
type Lab struct {
	T       testing.TB
	API     *fakeapi.Server
	Home    string // the client's HOME
	Project string // the folder the client works in
	Env     []string
	Model   string
	// Entrypoint is what the headless client takes itself to be started by: an editor, unless a test says sdk-cli, which is
	// its own default.
	Entrypoint string

	client string // the client's executable
	net    *namespace
}

// New makes a sandbox that ends with the test. It skips, or fails where CI is set, if there is no client.
func New(t testing.TB) *Lab {
	t.Helper()
	l := &Lab{T: t, client: Client(t), Model: "claude-opus-5-5", Entrypoint: "claude-vscode"}
	// not t.TempDir: its name holds the test's, and sockets allow 100 characters only
	dir, err := os.MkdirTemp("", "lab")
	l.must(err)
	t.Cleanup(func() { l.remove(dir) })
	l.Home, l.Project = filepath.Join(dir, "home"), filepath.Join(dir, "project")
	for _, d := range []string{filepath.Join(l.Home, ".claude"), l.Project, filepath.Join(dir, "tmp")} {
		l.must(os.MkdirAll(d, 0o700))
	}
	l.net = enterNamespace(t)
	var ln net.Listener
	l.net.do(func() { ln, err = net.Listen("tcp", "127.0.0.1:0") })
	l.must(err)
	l.API, err = fakeapi.Start(ln)
	l.must(err)
	t.Cleanup(func() { l.API.Close() })
	l.Env = append(l.Env, l.net.env...)
	l.Env = append(l.Env,
		"HOME="+l.Home, "USER=user", "SHELL=/bin/sh", "TERM=xterm-256color", "LANG=C.UTF-8", "IS_SANDBOX=1",
		"PATH="+os.Getenv("PATH"), "TMPDIR="+filepath.Join(dir, "tmp"),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=Owner", "GIT_AUTHOR_EMAIL=owner@example.com",
		"GIT_COMMITTER_NAME=Owner", "GIT_COMMITTER_EMAIL=owner@example.com",
		"ANTHROPIC_BASE_URL="+l.API.URL, "ANTHROPIC_API_KEY="+key,
		"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	)
	l.onboard()
	return l
}

// AutoCompact makes the client compact by itself when the API reports this many tokens or more.
const AutoCompact = 90_000

// onboard answers the first-run questions of the TUI and sets the window that AutoCompact overflows.
func (l *Lab) onboard() {
	l.Env = append(l.Env, "CLAUDE_CODE_AUTO_COMPACT_WINDOW=100000")
	l.writeJSON(l.SettingsPath(), settings{Hooks: map[string][]group{}, SkipPrompt: true})
	l.writeJSON(filepath.Join(l.Home, ".claude.json"), map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark",
		"customApiKeyResponses": map[string][]string{"approved": {key[len(key)-20:]}, "rejected": {}},
		"projects": map[string]any{
			l.Project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true, "allowedTools": []string{}},
		},
	})
}

// headless makes a command of the client in the project folder.
func (l *Lab) headless(args ...string) *exec.Cmd {
	cmd := exec.Command(l.client, args...)
	cmd.Dir, cmd.Env = l.Project, append(l.Env[:len(l.Env):len(l.Env)], "CLAUDE_CODE_ENTRYPOINT="+l.Entrypoint)
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// start starts cmd inside the namespace.
func (l *Lab) start(cmd *exec.Cmd) (err error) {
	l.net.do(func() { err = cmd.Start() })
	return err
}

// Run runs a command of ours with the sandbox's environment, inside the namespace, and returns what it printed.
func (l *Lab) Run(name string, args ...string) string {
	l.T.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = l.Project, l.Env
	var out []byte
	var err error
	l.net.do(func() { out, err = cmd.CombinedOutput() })
	if err != nil {
		l.T.Fatalf("run %s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// remove keeps the sandbox of a failed test where LAB_KEEP is set.
func (l *Lab) remove(dir string) {
	if l.T.Failed() && os.Getenv("LAB_KEEP") != "" {
		l.T.Logf("the sandbox is kept in %s", dir)
		return
	}
	// a client's last children may still write
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	l.T.Errorf("remove the sandbox %s: something still writes there", dir)
}

func (l *Lab) writeJSON(path string, v any) {
	l.T.Helper()
	b, err := json.MarshalIndent(v, "", "  ")
	l.must(err)
	l.must(os.WriteFile(path, b, 0o600))
}

func (l *Lab) must(err error) {
	if err != nil {
		l.T.Helper()
		l.T.Fatal(err)
	}
}
