//go:build unix

package app

import (
	"fmt"
	"os"
	"syscall"
)

// ownHome refuses root in another user's home, as sudo leaves it: what root makes there the user's hooks could not write.
func ownHome(home string) error {
	info, err := os.Stat(home)
	if err != nil || os.Geteuid() != 0 {
		return nil
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Uid != 0 {
		return fmt.Errorf("%s belongs to another user (%d), and this runs as root; nothing was changed. Run it as that user, without sudo", home, s.Uid)
	}
	return nil
}
