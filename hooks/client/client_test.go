package client_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/hooks/client"
)

// began is when this process began, as the client writes it down on Linux.
func began(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		return ""
	}
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))[19]
}

func TestRunningSessions(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	gone, self, start := ended.Process.Pid, os.Getpid(), began(t)
	for _, c := range []struct {
		name, file string
		ids        string
		fails      bool
	}{
		{"a session whose process lives", fmt.Sprintf(`{"pid":%d,"sessionId":"a","cwd":"/p","startedAt":1796061411134,"procStart":%q,"version":"2.1.332","kind":"interactive","entrypoint":"cli","status":"idle","more":[1]}`, self, start), "a", false},
		{"one that tells less", fmt.Sprintf(`{"pid":%d,"sessionId":"a"}`, self), "a", false},
		{"one whose process was killed", fmt.Sprintf(`{"pid":%d,"sessionId":"a"}`, gone), "", false},
		{"no session", `{}`, "", false},
		{"a file cut short", `{"pid":`, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := t.TempDir()
			write(t, filepath.Join(config, "sessions", "1.json"), c.file)
			write(t, filepath.Join(config, "sessions", "1.0123.key"), "a secret")
			all, err := client.Running(config)
			if (err != nil) != c.fails {
				t.Errorf("error %v", err)
			}
			var ids []string
			for _, s := range all {
				ids = append(ids, s.ID)
			}
			if got := strings.Join(ids, " "); got != c.ids {
				t.Errorf("running: %q, want %q", got, c.ids)
			}
		})
	}
	t.Run("what it tells", func(t *testing.T) {
		config := t.TempDir()
		write(t, filepath.Join(config, "sessions", "1.json"), fmt.Sprintf(`{"pid":%d,"sessionId":"a","cwd":"/p","startedAt":1796061411134,"version":"2.1.332","kind":"interactive","entrypoint":"cli","status":"busy"}`, self))
		all, err := client.Running(config)
		want := client.Session{PID: self, ID: "a", Cwd: "/p", Kind: "interactive", Entrypoint: "cli", Status: "busy", Version: "2.1.332", StartedAt: time.UnixMilli(1796061411134)}
		if err != nil || len(all) != 1 || all[0] != want {
			t.Errorf("%+v, %v; want %+v", all, err, want)
		}
	})
	t.Run("another process got the id of one that was killed", func(t *testing.T) {
		if runtime.GOOS != "linux" {
			t.Skip("only Linux tells when a process began")
		}
		config := t.TempDir()
		write(t, filepath.Join(config, "sessions", "1.json"), fmt.Sprintf(`{"pid":%d,"sessionId":"a","procStart":"1"}`, self))
		if all, err := client.Running(config); err != nil || len(all) != 0 {
			t.Errorf("%+v, %v; want none", all, err)
		}
	})
	t.Run("no client has run here", func(t *testing.T) {
		if all, err := client.Running(t.TempDir()); err != nil || len(all) != 0 {
			t.Errorf("%+v, %v; want none", all, err)
		}
	})
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
