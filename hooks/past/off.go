package past

import (
	"os"
	"path/filepath"
	"strings"
)

// offProject is a project that is off, with the names that the client gives to the folders of its transcripts.
type offProject struct {
	root  string
	names []string
}

func newOffProject(root string) offProject {
	o := offProject{root, []string{folderName(root)}}
	for _, tree := range worktrees(root) {
		o.names = append(o.names, folderName(tree))
	}
	return o
}

// worktrees lists the folders of a repository's other worktrees, which belong to its project wherever they lie.
func worktrees(root string) (dirs []string) {
	for _, git := range []string{filepath.Join(root, ".git"), root} { // root itself where the repository is bare
		files, _ := filepath.Glob(filepath.Join(escapeGlob(git), "worktrees", "*", "gitdir"))
		for _, f := range files {
			if text, err := os.ReadFile(f); err == nil {
				dirs = append(dirs, filepath.Dir(strings.TrimSpace(string(text))))
			}
		}
	}
	return dirs
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// longestName is where the client cuts a folder's name and puts a hash behind it (2.1.332).
const longestName = 200

// folderName is what the client makes of a path: everything but letters and digits becomes a dash, so that different
// paths may get one name. Case is folded here, since some file systems do.
func folderName(path string) string {
	var b strings.Builder
	for _, c := range path {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z':
			b.WriteRune(c)
		case c >= 'A' && c <= 'Z':
			b.WriteRune(c - 'A' + 'a')
		case c > 0xffff: // JavaScript counts two
			b.WriteString("--")
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

// offBy returns the root of a project that is off and that may have made the folder: by its own name or by that of a folder
// in it. Empty where there is none.
func (s *search) offBy(folder string) string {
	folder = strings.ToLower(folder)
	for _, o := range s.off {
		for _, name := range o.names {
			if folder == name || strings.HasPrefix(folder, name[:min(len(name), longestName)]+"-") {
				return o.root
			}
		}
	}
	return ""
}
