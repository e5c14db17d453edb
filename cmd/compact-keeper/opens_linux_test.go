package main_test

import (
	"bytes"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// opens watches folders; the function it returns tells which files in them were opened since.
func opens(t *testing.T, dirs ...string) func() []string {
	t.Helper()
	fd, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	watched := map[int32]string{}
	for _, dir := range dirs {
		n, err := syscall.InotifyAddWatch(fd, dir, syscall.IN_OPEN)
		if err != nil {
			t.Fatal(err)
		}
		watched[int32(n)] = dir
	}
	return func() (names []string) {
		events := make([]byte, 64<<10)
		n, _ := syscall.Read(fd, events)
		for at := 0; at+syscall.SizeofInotifyEvent <= n; {
			e := (*syscall.InotifyEvent)(unsafe.Pointer(&events[at]))
			at += syscall.SizeofInotifyEvent
			name := string(bytes.TrimRight(events[at:at+int(e.Len)], "\x00"))
			names = append(names, filepath.Join(watched[e.Wd], name))
			at += int(e.Len)
		}
		return names
	}
}
