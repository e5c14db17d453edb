package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// mount gives the test a file system of its own at dir. It is seen by this test's goroutine and the hooks that it starts,
// and is gone with them. Where mounting is refused the test is skipped.
func mount(t *testing.T, dir, options string) {
	t.Helper()
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and the mount with the thread
	err := syscall.Unshare(syscall.CLONE_NEWNS)
	if err == nil {
		err = syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, "")
	}
	if err == nil {
		err = syscall.Mount("tmpfs", dir, "tmpfs", 0, options)
	}
	if err != nil {
		t.Skipf("this user may not mount a file system: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
}

func TestAFullDiskCostsNoWordAndNoTime(t *testing.T) {
	for _, room := range []int{0, 4, 16, 80, 400} {
		t.Run(fmt.Sprintf("with room for %d KB", room), func(t *testing.T) {
			h := newHome(t)
			if err := os.Mkdir(h.state, 0o700); err != nil {
				t.Fatal(err)
			}
			mount(t, h.state, "size=2m,mode=700")
			old, fresh := h.session("old"), h.session("fresh")
			if room < 100 { // else the ledger itself is made on the full disk
				old.says(decision(1))
				old.fire("SessionStart", fields{"source": "startup"})
			}
			filler := filepath.Join(h.state, "filler")
			h.fill(filler, room<<10)
			for n := range 2 {
				for _, s := range []*session{old, fresh} {
					s.says(decision(10+n), "The build took four minutes today.")
					for _, e := range events {
						if r := s.fire(e.event, e.more); strings.HasPrefix(r.out, "{") {
							t.Errorf("%s printed %.200q", e.name, r.out)
						}
					}
				}
			}
			if err := os.Remove(filler); err != nil {
				t.Fatal(err)
			}
			if got := len(old.words(h.ledger())); room < 10 && got == len(old.said) {
				t.Errorf("all %d words were stored, so the disk was not full", got)
			}
			for _, s := range []*session{old, fresh} {
				s.fire("Stop", nil)
				s.kept(h.ledger())
			}
			h.sound()
			h.clean()
		})
	}
}

// fill leaves room bytes on the disk that path is on.
func (h *home) fill(path string, room int) {
	h.Helper()
	var fs syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &fs); err != nil {
		h.Fatal(err)
	}
	write(h, path, make([]byte, max(0, int(fs.Bavail)*int(fs.Bsize)-room)))
}

// Where no file may grow beyond a size, as with a quota, the system tells by a signal.
func TestAFileThatMayNotGrowCostsNoWord(t *testing.T) {
	h := newHome(t)
	s := h.session("session-1")
	s.says(decision(1))
	s.fire("SessionStart", fields{"source": "startup"})
	for blocks := 0; blocks < 400; blocks += 40 {
		s.says(decision(10 + blocks))
		for _, e := range events {
			cmd := h.command(s.stdin(e.event, e.more))
			cmd.Args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -f %d && exec "$0" "$@"`, blocks)}, cmd.Args...)
			cmd.Path = "/bin/sh"
			h.promised(finish(cmd), nil)
		}
	}
	s.fire("Stop", nil)
	s.kept(h.ledger())
	h.sound()
}

func TestAStateFolderThatCannotBeWrittenBlocksNothing(t *testing.T) {
	for _, tc := range []struct {
		name string
		make func(t *testing.T, h *home) (restore func())
	}{
		{"it is on a disk that is mounted to be read only", func(t *testing.T, h *home) func() {
			mount(t, h.state, "size=8m,mode=700")
			old := h.session("old")
			old.says(decision(1))
			old.fire("SessionStart", fields{"source": "startup"})
			if err := syscall.Mount("none", h.state, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
				t.Fatal(err)
			}
			return func() { syscall.Mount("none", h.state, "", syscall.MS_REMOUNT, "") }
		}},
		{"it lies below a file", func(t *testing.T, h *home) func() {
			write(t, filepath.Join(h.state, "file"), nil)
			state := h.state
			h.state = filepath.Join(state, "file", "state")
			return func() { h.state = state }
		}},
		{"its ledger is a folder", func(t *testing.T, h *home) func() {
			path := filepath.Join(h.state, "keeper.db")
			os.Mkdir(path, 0o700)
			return func() { os.Remove(path) }
		}},
		{"its ledger is a pipe", func(t *testing.T, h *home) func() {
			path := filepath.Join(h.state, "keeper.db")
			syscall.Mkfifo(path, 0o600)
			return func() { os.Remove(path) }
		}},
		{"its spool and its log are no places to write to", func(t *testing.T, h *home) func() {
			os.Mkdir(filepath.Join(h.state, "keeper.db"), 0o700)
			os.Mkdir(filepath.Join(h.state, "log"), 0o700)
			write(t, filepath.Join(h.state, "spool"), nil)
			return func() { os.RemoveAll(h.state) }
		}},
		{"its log is a pipe that nobody reads", func(t *testing.T, h *home) func() {
			os.Mkdir(filepath.Join(h.state, "keeper.db"), 0o700)
			syscall.Mkfifo(filepath.Join(h.state, "log"), 0o600)
			return func() { os.RemoveAll(h.state) }
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHome(t)
			if err := os.Mkdir(h.state, 0o700); err != nil {
				t.Fatal(err)
			}
			restore := tc.make(t, h)
			s := h.session("session-1")
			s.says(decision(1))
			for _, e := range events {
				if r := s.fire(e.event, e.more); r.out != "" {
					t.Errorf("%s printed %.200q", e.name, r.out)
				}
			}
			restore()
			s.fire("Stop", nil)
			s.kept(h.ledger())
			h.sound()
		})
	}
}
