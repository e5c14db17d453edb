package hooks

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// ProjectRoot returns the project that a folder belongs to: the main root of its repository, which all worktrees
// share, else the folder itself. It reads .git and asks no program.
func ProjectRoot(dir string) string {
	dir = realFolder(filepath.Clean(dir)) // so that a link is no way around a switch
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

// realFolder follows links, also of a folder that is there no more: those of what is left of its path.
func realFolder(dir string) string {
	rest := ""
	for at := dir; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return dir
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// Guarded returns the project of a folder if it is off, or was forgotten, and else nothing. A folder that is there no
// more, so that nobody sees how far its repository reached, counts as part of every such project that it lay in.
func Guarded(ctx context.Context, d *db.DB, dir string) (root string, err error) {
	roots := []string{ProjectRoot(dir)}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		for at := realFolder(filepath.Clean(dir)); at != filepath.Dir(at); at = filepath.Dir(at) {
			roots = append(roots, at)
		}
	}
	for _, root := range roots {
		if guarded, err := d.Guarded(ctx, root); guarded || err != nil {
			return root, err
		}
	}
	return "", nil
}

// goHome moves a session of which nothing was read yet to the project that its conversation began in, where that one is
// off or was forgotten: the client resumes and forks a conversation in whatever folder (2.1.332), and its past must not
// come in by that.
func (r *run) goHome(ctx context.Context) error {
	path := r.in.TranscriptPath
	if path == "" {
		path = r.session.Transcript
	}
	if r.session.ReadOffset > 0 || !r.session.Enabled || path == "" {
		return nil
	}
	head, err := transcript.ReadHead(path)
	if err != nil || !filepath.IsAbs(head.Began) {
		return nil // not there yet, as at a first prompt
	}
	root, err := Guarded(ctx, r.db, head.Began)
	if root == "" || root == r.session.Root || err != nil {
		return err
	}
	return r.db.Write(ctx, func(t *db.Tx) (err error) {
		r.session, err = t.MoveSession(r.session.ID, root)
		return err
	})
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
