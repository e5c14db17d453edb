//go:build unix

package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner and group of the file at path that it will replace: one that root edits stays its owner's.
func keepOwner(f *os.File, path string) error {
	was, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	now, err := f.Stat()
	if err != nil {
		return err
	}
	of, mine := was.Sys().(*syscall.Stat_t), now.Sys().(*syscall.Stat_t)
	if of.Uid == mine.Uid && of.Gid == mine.Gid {
		return nil
	}
	if err := f.Chown(int(of.Uid), int(of.Gid)); err != nil && of.Uid != mine.Uid {
		return fmt.Errorf("it belongs to another user (%d) and would become yours; nothing was changed. Run this as that user", of.Uid)
	}
	return nil
}
