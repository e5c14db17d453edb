package hooks_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/compact-keeper/compact-keeper/hooks"
)

func TestAProjectIsTheMainRootOfItsRepository(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git := func(in string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.invalid", "-c", "protocol.file.allow=always"}, args...)...)
		cmd.Dir = in
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	path := func(elem ...string) string { return filepath.Join(append([]string{dir}, elem...)...) }
	for _, d := range []string{path("repo", "deep", "er"), path("plain", "folder"), path("odd")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	git(path("repo"), "init", "-q")
	git(path("repo"), "commit", "-q", "--allow-empty", "-m", "x")
	git(path("repo"), "worktree", "add", "-q", path("tree"))
	git(path("repo"), "submodule", "add", "-q", path("repo"), "sub")
	git(dir, "clone", "-q", "--bare", path("repo"), path("bare.git"))
	git(path("bare.git"), "worktree", "add", "-q", path("baretree"))
	if err := os.WriteFile(path("odd", ".git"), []byte("not what git writes"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, dir, want string }{
		{"the root of a repository", path("repo"), path("repo")},
		{"a folder in a repository", path("repo", "deep", "er"), path("repo")},
		{"a worktree belongs to its repository", path("tree"), path("repo")},
		{"a submodule is a project of its own", path("repo", "sub"), path("repo", "sub")},
		{"a worktree of a bare repository", path("baretree"), path("bare.git")},
		{"a folder outside any repository", path("plain", "folder"), path("plain", "folder")},
		{"a .git file that git did not write", path("odd"), path("odd")},
		{"a folder that is not there", path("gone"), path("gone")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := hooks.ProjectRoot(tc.dir); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}
