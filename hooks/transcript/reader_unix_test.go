//go:build unix

package transcript

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestPipeDoesNotBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { _, _, err := ReadFile(context.Background(), path, &State{}, nil); done <- err }()
	select {
	case err := <-done:
		if !errors.Is(err, ErrNotRegular) {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it waits for a writer")
	}
}
