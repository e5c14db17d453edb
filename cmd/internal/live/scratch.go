package live

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// scratch is the folder in which everything happens, and what the client is told of the world.
type scratch struct {
	dir, config, project, state string
	env                         []string
	log, errs                   *os.File // what the client printed
}

// key is made up. The client does not start without one.
const key = "sk-ant-fake-key-for-loopback"

// newScratch makes the folder. The client finds its API at url and everything else refused there.
func newScratch(url string) (*scratch, error) {
	dir, err := os.MkdirTemp("", "compact-keeper-live-")
	if err != nil {
		return nil, fmt.Errorf("make a scratch folder: %w", err)
	}
	home := filepath.Join(dir, "home")
	s := &scratch{dir: dir, config: filepath.Join(home, ".claude"), project: filepath.Join(dir, "project"), state: filepath.Join(dir, "state")}
	tmp := filepath.Join(dir, "tmp")
	for _, d := range []string{s.config, s.project, s.state, tmp} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return nil, fmt.Errorf("make a scratch folder: %w", err)
		}
	}
	if s.log, err = os.Create(filepath.Join(dir, "client.log")); err == nil {
		s.errs, err = os.Create(filepath.Join(dir, "client.err"))
	}
	if err != nil {
		return nil, fmt.Errorf("make a log: %w", err)
	}
	if err := s.onboard(); err != nil {
		return nil, fmt.Errorf("answer the client's first questions: %w", err)
	}
	for _, name := range []string{"PATH", "LANG", "LC_ALL", "USER", "LOGNAME", "USERNAME", "SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "ProgramFiles", "ProgramData"} {
		if value, ok := os.LookupEnv(name); ok {
			s.env = append(s.env, name+"="+value)
		}
	}
	s.env = append(s.env,
		"HOME="+home, "USERPROFILE="+home, "APPDATA="+home, "LOCALAPPDATA="+home, "TMPDIR="+tmp, "TMP="+tmp, "TEMP="+tmp,
		"SHELL=/bin/sh", "TERM=dumb", "CLAUDE_CONFIG_DIR="+s.config,
		"ANTHROPIC_BASE_URL="+url, "ANTHROPIC_API_KEY="+key,
		"HTTP_PROXY="+url, "HTTPS_PROXY="+url, "http_proxy="+url, "https_proxy="+url, "ALL_PROXY="+url, "all_proxy="+url,
		"NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost",
		"DISABLE_AUTOUPDATER=1", "DISABLE_UPDATES=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "DISABLE_GROWTHBOOK=1",
		"DISABLE_INSTALLATION_CHECKS=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL=1",
		// an app in which a person types: of claude -p older clients do not say who wrote a prompt
		"CLAUDE_CODE_ENTRYPOINT=claude-vscode",
		fmt.Sprintf("CLAUDE_CODE_AUTO_COMPACT_WINDOW=%d", window),
	)
	return s, nil
}

// onboard answers what a client asks at its first start, and whether it may use the key.
func (s *scratch) onboard() error {
	text, err := json.Marshal(map[string]any{
		"hasCompletedOnboarding": true,
		"customApiKeyResponses":  map[string][]string{"approved": {key[len(key)-20:]}, "rejected": {}},
		"projects":               map[string]any{s.project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.config, ".claude.json"), text, 0o600)
}

// register installs the hooks, as install does.
func (s *scratch) register(hook string) error {
	_, err := settings.Install(s.settings(), hook, s.state)
	return err
}

func (s *scratch) settings() string { return filepath.Join(s.config, "settings.json") }

// unregister takes out what stands for an event under a matcher, as if the client had no such event.
func (s *scratch) unregister(event, matcher string) error {
	text, err := os.ReadFile(s.settings())
	if err != nil {
		return err
	}
	type group = map[string]any
	var file struct {
		Hooks map[string][]group `json:"hooks"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return fmt.Errorf("read %s: %w", s.settings(), err)
	}
	file.Hooks[event] = slices.DeleteFunc(file.Hooks[event], func(g group) bool { return g["matcher"] == matcher })
	if text, err = json.Marshal(file); err != nil {
		return err
	}
	return os.WriteFile(s.settings(), text, 0o600)
}

// command makes a command in the scratch project that ends, with all it started, when ctx does.
func (s *scratch) command(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env = s.project, s.env
	ownGroup(cmd)
	cmd.Cancel = func() error { return endGroup(cmd) }
	cmd.WaitDelay = 2 * time.Second
	return cmd
}

// remove removes the folder; a client's last children may still write there.
func (s *scratch) remove() (err error) {
	s.log.Close()
	s.errs.Close()
	for range 40 {
		if err = os.RemoveAll(s.dir); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("remove the scratch folder: %w", err)
}

// keep leaves the folder to whoever looks into it, with the requests that the client made.
func (s *scratch) keep(requests []fakeapi.Request) error {
	s.log.Close()
	s.errs.Close()
	text, err := json.MarshalIndent(requests, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, "requests.json"), text, 0o600)
	}
	return err
}

// hookLog is the last failure that a hook could tell nobody but its log.
func (s *scratch) hookLog() string {
	text, _ := os.ReadFile(filepath.Join(s.state, "log"))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
