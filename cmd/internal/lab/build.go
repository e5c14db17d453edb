package lab

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var bin struct {
	sync.Mutex
	dir   string
	built map[string]error
}

// Build compiles a program of cmd, once for all tests of the package, and returns its path. The package's TestMain
// calls Main, which removes it.
func Build(t testing.TB, program string) string {
	t.Helper()
	bin.Lock()
	defer bin.Unlock()
	if bin.dir == "" {
		dir, err := os.MkdirTemp("", "lab-bin")
		if err != nil {
			t.Fatal(err)
		}
		bin.dir, bin.built = dir, map[string]error{}
	}
	path := filepath.Join(bin.dir, filepath.Base(program))
	err, known := bin.built[program]
	if !known {
		out, buildErr := exec.Command("go", "build", "-o", path, "github.com/compact-keeper/compact-keeper/cmd/"+program).CombinedOutput()
		if buildErr != nil {
			err = fmt.Errorf("build %s: %w\n%s", program, buildErr, out)
		}
		bin.built[program] = err
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Main runs a package's tests and removes what Build made for them.
func Main(m *testing.M) int {
	defer func() {
		if bin.dir != "" {
			os.RemoveAll(bin.dir)
		}
	}()
	return m.Run()
}
