package past

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFolderThatMayBeOfAProjectThatIsOffIsKnownByItsName(t *testing.T) {
	deep := "/home/owner/" + strings.Repeat("deep/", 50)
	tree := t.TempDir()
	repo := filepath.Join(tree, "repo")
	if err := os.MkdirAll(filepath.Join(repo, ".git", "worktrees", "one"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(repo, ".git", "worktrees", "one", "gitdir"), []byte("/srv/trees/one/.git\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, off, cwd string
		want           bool
	}{
		{"the project", "/home/owner/shop", "/home/owner/shop", true},
		{"a folder in it", "/home/owner/shop", "/home/owner/shop/src/deep", true},
		{"its hidden worktree", "/home/owner/shop", "/home/owner/shop/.claude/worktrees/x", true},
		{"a neighbour whose name goes on with a dash: it cannot be told apart", "/home/owner/shop", "/home/owner/shop-old", true},
		{"a neighbour that differs in a mark only", "/home/owner/my.shop", "/home/owner/my-shop", true},
		{"a neighbour that differs in case only", "/home/owner/Shop", "/home/owner/shop", true},
		{"letters beyond ASCII", "/home/owner/größe", "/home/owner/größe/x", true},
		{"signs beyond 16 bits", "/home/owner/😀", "/home/owner/😀", true},
		{"a neighbour whose name goes on with a letter", "/home/owner/shop", "/home/owner/shopping", false},
		{"the folder around it", "/home/owner/shop", "/home/owner", false},
		{"another project", "/home/owner/shop", "/home/owner/blog", false},
		{"a path so long that its name is cut", deep + "a", deep + "b", true},
		{"a long path in it", "/home/owner", deep, true},
		{"a long path elsewhere", "/home/other", deep, false},
		{"a worktree of the repository elsewhere", repo, "/srv/trees/one", true},
		{"a folder in that", repo, "/srv/trees/one/src", true},
		{"another's worktree", repo, "/srv/trees/two", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := search{off: []offProject{newOffProject(c.off)}}
			folder := clientName(c.cwd)
			if got := s.offBy(folder) != ""; got != c.want {
				t.Errorf("%s: off is %v, want %v", folder, got, c.want)
			}
		})
	}
}

// clientName is how client 2.1.332 names the folder of a project: see TestTheClientNamesAProjectsFolderAsWeDo.
func clientName(cwd string) string {
	name := []rune{}
	for _, c := range cwd {
		n := 1
		if c > 0xffff {
			n = 2
		}
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			name = append(name, c)
		} else {
			name = append(name, []rune("--")[:n]...)
		}
	}
	if len(name) > 200 {
		return string(name[:200]) + "-h4sh"
	}
	return string(name)
}
