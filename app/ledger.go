package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/compact-keeper/compact-keeper/db"
)

// ledger keeps the database open, and opens it anew when another file stands in its place: a hook that meets a damaged
// one sets it aside and begins a fresh one.
type ledger struct {
	dir string

	mu            sync.Mutex
	file          os.FileInfo // as it was opened
	reader, write *db.DB
}

// Reader returns a connection that cannot change the ledger.
func (l *ledger) Reader(ctx context.Context) (*db.DB, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.open(ctx)
	return l.reader, err
}

// Writer returns a connection that can.
func (l *ledger) Writer(ctx context.Context) (*db.DB, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.open(ctx)
	return l.write, err
}

func (l *ledger) open(ctx context.Context) error {
	path := filepath.Join(l.dir, db.File)
	if now, err := os.Stat(path); err == nil && l.file != nil && os.SameFile(now, l.file) {
		return nil
	}
	if err := l.close(); err != nil {
		return fmt.Errorf("close the ledger that was replaced: %w", err)
	}
	write, _, err := db.OpenSound(ctx, l.dir, db.Options{})
	if err != nil {
		return err
	}
	reader, err := db.Open(ctx, l.dir, db.Options{ReadOnly: true})
	if err != nil {
		write.Close()
		return err
	}
	file, err := os.Stat(path)
	if err != nil {
		write.Close()
		reader.Close()
		return err
	}
	l.file, l.reader, l.write = file, reader, write
	return nil
}

// Close ends both connections.
func (l *ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.close()
}

func (l *ledger) close() error {
	if l.write == nil {
		return nil
	}
	err := l.reader.Close()
	if err2 := l.write.Close(); err == nil {
		err = err2
	}
	l.file, l.reader, l.write = nil, nil, nil
	return err
}
