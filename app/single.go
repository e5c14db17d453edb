package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/compact-keeper/compact-keeper/db"
)

var (
	// ErrRunning is returned to a second start in a state folder.
	ErrRunning = errors.New("compact-keeper is running already")
	// ErrNotRunning is returned to whoever looks for a program that does not run.
	ErrNotRunning = errors.New("compact-keeper is not running")
)

const (
	lockName    = "app.lock"
	contactName = "app.json"
	// lockTime is how long a start waits for a lock whose owner does not answer: it is just starting, or just ending.
	lockTime  = 3 * time.Second
	retryTime = 50 * time.Millisecond
)

// takeLock makes this process the one that serves the folder. The lock alone decides; a process id or a file that
// someone left behind would not.
func takeLock(ctx context.Context, dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	end := time.Now().Add(lockTime)
	for {
		ok, err := lock.TryLock()
		if err != nil {
			return nil, fmt.Errorf("lock the state folder: %w", err)
		}
		if ok {
			return lock, nil
		}
		_, err = ask(ctx, dir)
		if err == nil {
			return nil, ErrRunning
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("another process holds %s and does not answer: %w", lock.Path(), err)
		}
		if err := sleep(ctx, retryTime); err != nil {
			return nil, err
		}
	}
}

// RunningAddress gets a fresh address from the process that serves the state folder dir, or ErrNotRunning.
func RunningAddress(ctx context.Context, dir string) (string, error) {
	end := time.Now().Add(lockTime)
	for {
		if !locked(dir) {
			// Its port may be anyone's by now, so nobody is asked.
			return "", ErrNotRunning
		}
		address, err := ask(ctx, dir)
		if err == nil {
			return address, nil
		}
		if time.Now().After(end) {
			return "", err
		}
		if err := sleep(ctx, retryTime); err != nil {
			return "", err
		}
	}
}

// locked tells whether a process serves the folder.
func locked(dir string) bool {
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDWR))
	ok, err := lock.TryRLock()
	lock.Close()
	return err == nil && !ok
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// contact is how another process of the same owner reaches this one. It lies in a file that only the owner reads.
type contact struct {
	Addr   string `json:"addr"`
	Secret string `json:"secret"`
}

func (c contact) save(dir string) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return db.WriteFile(filepath.Join(dir, contactName), text)
}

func forget(dir string) error {
	err := os.Remove(filepath.Join(dir, contactName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// ask gets a fresh address from the process whose contact lies in dir.
func ask(ctx context.Context, dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, contactName))
	if err != nil {
		return "", err
	}
	var c contact
	if err := json.Unmarshal(text, &c); err != nil {
		return "", fmt.Errorf("read %s: %w", contactName, err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+c.Addr+"/code", nil)
	if err != nil {
		return "", err
	}
	r.Header.Set("Authorization", "Bearer "+c.Secret)
	// Not the default client: that one would go through a proxy if the environment names one.
	a, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		return "", err
	}
	defer a.Body.Close()
	body, err := io.ReadAll(io.LimitReader(a.Body, 4096))
	if err != nil {
		return "", err
	}
	var answer struct{ Path string }
	if a.StatusCode != http.StatusOK || json.Unmarshal(body, &answer) != nil || !strings.HasPrefix(answer.Path, "/open?") {
		return "", fmt.Errorf("%s does not answer as compact-keeper does (status %d)", c.Addr, a.StatusCode)
	}
	return "http://" + c.Addr + answer.Path, nil
}
