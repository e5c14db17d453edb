//go:build unix

package settings_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

func TestAFileThatIsReplacedStaysItsOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte("{}"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 1000, 1001); err != nil {
		t.Fatal(err)
	}
	if err := settings.WriteFile(path, []byte("[]"), 0o640); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 1000 || s.Gid != 1001 || info.Mode().Perm() != 0o640 {
		t.Errorf("owner %d:%d, mode %v", s.Uid, s.Gid, info.Mode())
	}
}
