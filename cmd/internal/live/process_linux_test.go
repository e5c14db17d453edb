package live_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Neither the client's children nor a hook that the client started in a session of its own are left.
func TestNoProcessIsLeft(t *testing.T) {
	t.Parallel()
	const sleep = "sleep 600.0815"
	hook := program(t, "compact-keeper-hook", `echo ran >"$0.ran"; `+sleep+" & "+sleep)
	client := program(t, "claude", `[ "$1" = --version ] && { echo "2.1.332 (Claude Code)"; exit; }
setsid `+hook+` --state "${CLAUDE_CONFIG_DIR%/home/.claude}/state" & `+sleep+` & `+sleep)
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if _, err := prove(t, ctx, client, hook); err == nil {
		t.Error("a client that sleeps was proven")
	}
	if _, err := os.Stat(hook + ".ran"); err != nil {
		t.Errorf("no hook ran: %v", err)
	}
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		line, _ := os.ReadFile(f)
		if strings.Contains(strings.ReplaceAll(string(line), "\x00", " "), sleep) {
			t.Errorf("left: %s: %q", f, line)
		}
	}
}
