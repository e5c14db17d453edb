package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// adopt makes this process the parent of what its children leave behind.
func adopt(t *testing.T) {
	t.Helper()
	const setChildSubreaper = 36
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); errno != 0 {
		t.Skipf("this process may not adopt others: %v", errno)
	}
}

// children lists the processes whose parent this one is, those that have ended included.
func children(t *testing.T) (left []string) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(all) == 0 {
		t.Skipf("no processes to be seen: %v", err)
	}
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		var state string
		var parent int
		if fmt.Sscan(rest, &state, &parent); parent == os.Getpid() {
			left = append(left, strings.TrimSpace(string(text)))
		}
	}
	return left
}
