//go:build linux

package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/app"
)

// tools puts programs first on the path, and returns the file that they write to.
func tools(t *testing.T, programs map[string]string) (out string) {
	t.Helper()
	dir := t.TempDir()
	out = filepath.Join(dir, "out")
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+strings.ReplaceAll(text, "OUT", "'"+out+"'")), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("DISPLAY", ":99")
	return out
}

// opened waits for what the browser was given.
func opened(t *testing.T, out string) string {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(out); err == nil && strings.HasSuffix(string(text), "\n") {
			return strings.TrimSpace(string(text))
		}
	}
	t.Fatal("no browser was opened")
	return ""
}

// A browser that was installed as a snap may not read the state folder.
func TestABrowserOfASnapGetsAFileThatItMayRead(t *testing.T) {
	for usual, want := range map[string]string{
		"firefox_firefox.desktop": "snap/firefox/common", "firefox.desktop": "state", "chromium_chromium.desktop": "state", "": "state",
	} {
		t.Run("the usual browser is "+usual, func(t *testing.T) {
			home := t.TempDir()
			t.Setenv("HOME", home)
			for _, dir := range []string{"snap/firefox/common", "state"} {
				if err := os.MkdirAll(filepath.Join(home, dir), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			out := tools(t, map[string]string{"xdg-open": `echo "$1" >OUT`, "xdg-settings": "echo " + usual})
			if err := app.OpenBrowser(filepath.Join(home, "state"), "http://127.0.0.1:1/open?code=X"); err != nil {
				t.Fatal(err)
			}
			if got := opened(t, out); filepath.Dir(got) != filepath.Join(home, want) {
				t.Errorf("the file is %s, want it in %s", got, want)
			}
			_, stop := start(t, filepath.Join(home, "state"))
			stop()
			left, err := filepath.Glob(filepath.Join(home, want, "*.html"))
			if err != nil || len(left) > 0 {
				t.Errorf("left over: %q, %v", left, err)
			}
		})
	}
}
