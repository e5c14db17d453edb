package live

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	clients "github.com/compact-keeper/compact-keeper/hooks/client"
)

// versionTime bounds the question for the version, which takes a client half a second.
const versionTime = 30 * time.Second

var versionLine = regexp.MustCompile(`^(\d+\.\d+\.\d+)\b.*Claude Code`)

// version asks the client for its version, and refuses one that cannot pass.
func (s *scratch) version(ctx context.Context, client string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	out, err := s.command(ctx, client, "--version").Output()
	if ctx.Err() != nil {
		return "", fmt.Errorf("%s --version gives no answer. Start it once by hand, or name another client by CLAUDE_BIN", client)
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		said := oneLine(string(out))
		if said == "" && err != nil {
			said = err.Error()
		}
		return "", fmt.Errorf("%s is no Claude Code, or cannot start without your home folder: --version says %q. Name another client by CLAUDE_BIN", client, said)
	}
	version := string(m[1])
	if clients.Older(version, clients.FirstWithArgs) {
		return version, fmt.Errorf("Claude Code %s starts hooks without their arguments, so they keep nothing: update it (claude update) to %s or later", version, clients.FirstWithArgs)
	}
	return version, nil
}

// oneLine shortens for a message what another program said.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return s
}
