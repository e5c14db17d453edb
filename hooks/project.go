package hooks

import (
	"os"
	"path/filepath"
	"strings"
)

// ProjectRoot returns the project that a folder belongs to: the main root of its repository, which all worktrees
// share, else the folder itself. It reads .git and asks no program.
func ProjectRoot(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real // so that a link is no way around a switch
	}
	dir = filepath.Clean(dir)
	for at := dir; ; at = filepath.Dir(at) {
		dotgit := filepath.Join(at, ".git")
		info, err := os.Lstat(dotgit)
		switch {
		case err != nil:
		case info.IsDir():
			return at
		case info.Mode().IsRegular() && info.Size() < 4096:
			return mainRoot(at, dotgit)
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// mainRoot follows a worktree's .git file to the repository it was made from. A submodule, whose git folder names no
// common one, is a project of its own.
func mainRoot(at, dotgit string) string {
	text, err := os.ReadFile(dotgit)
	gitdir, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if err != nil || !ok {
		return at
	}
	gitdir = absolute(at, gitdir)
	common, err := os.ReadFile(filepath.Join(gitdir, "commondir"))
	if err != nil {
		return at
	}
	git := absolute(gitdir, strings.TrimSpace(string(common)))
	if filepath.Base(git) == ".git" {
		return filepath.Dir(git)
	}
	return git // a bare repository has no folder but itself
}

func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}
