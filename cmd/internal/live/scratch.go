package live

import (
	"context"
	"encoding/json"
	"errors"
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

// newScratch makes the folder. The client finds its API at url, and everything else refused there.
func newScratch(url string) (*scratch, error) {
	dir, err := os.MkdirTemp("", "compact-keeper-live-")
	if err != nil {
		return nil, fmt.Errorf("make a scratch folder: %w", err)
	}
	home, tmp := filepath.Join(dir, "home"), filepath.Join(dir, "tmp")
	s := &scratch{dir: dir, config: filepath.Join(home, ".claude"), project: filepath.Join(dir, "project"), state: filepath.Join(dir, "state")}
	s.env = environment(url, home, s.config, tmp)
	for _, d := range []string{s.config, s.project, s.state, tmp} {
		err = errors.Join(err, os.MkdirAll(d, 0o700))
	}
	if err == nil {
		err = s.onboard()
	}
	if err == nil {
		s.log, err = os.Create(filepath.Join(dir, "client.log"))
	}
	if err == nil {
		s.errs, err = os.Create(filepath.Join(dir, "client.err"))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("fill the scratch folder: %w", err), os.RemoveAll(dir))
	}
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
