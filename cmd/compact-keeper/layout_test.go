package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/compact-keeper/compact-keeper"

// sources reads the project's own Go files, tests and generated ones left out: by package, relative to the module.
func sources(t *testing.T) map[string][]*ast.File {
	t.Helper()
	root := filepath.Join("..", "..")
	packages := map[string][]*ast.File{}
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && file != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || e.Name() == "bin"):
			return fs.SkipDir
		case e.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_templ.go"):
			return nil
		}
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(file))
		packages[filepath.ToSlash(dir)] = append(packages[filepath.ToSlash(dir)], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 8 {
		t.Fatalf("found %d packages only", len(packages))
	}
	return packages
}

func TestEveryPackageSaysWhatItIsOnce(t *testing.T) {
	for dir, files := range sources(t) {
		said := 0
		for _, f := range files {
			if f.Doc != nil {
				said++
			}
		}
		if said != 1 {
			t.Errorf("%s has %d package comments, want 1", dir, said)
		}
	}
}

// TestArrowsPointOneWay holds the layers apart: cmd → app → web and hooks → db.
func TestArrowsPointOneWay(t *testing.T) {
	allowed := map[string][]string{ // what a layer may import of ours
		"assets": nil,
		"db":     {"db"},
		"hooks":  {"db", "hooks"},
		"web":    {"db", "assets"},
		"app":    {"db", "assets", "web", "hooks", "app"},
		"cmd":    {"db", "assets", "web", "hooks", "app", "cmd"},
	}
	for dir, files := range sources(t) {
		layer, _, _ := strings.Cut(dir, "/")
		may, known := allowed[layer]
		if !known {
			t.Errorf("%s belongs to no layer", dir)
		}
		for _, f := range files {
			for _, i := range f.Imports {
				target, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module+"/")
				if to, _, _ := strings.Cut(target, "/"); ours && !slices.Contains(may, to) {
					t.Errorf("%s imports %s", dir, target)
				}
			}
		}
	}
}

func TestTheHookExecutableLinksLittle(t *testing.T) {
	sources(t) // so that a cached result ends when a file changes
	ours := []string{"cmd/compact-keeper-hook", "db", "hooks"}
	theirs := []string{"modernc.org/", "github.com/dustin/go-humanize", "github.com/google/uuid", "github.com/mattn/go-isatty",
		"github.com/ncruces/go-strftime", "github.com/remyoudompheng/bigfft", "golang.org/x/sys/"} // modernc's
	slow := []string{"net/http", "text/template", "html/template", "crypto/tls", "testing"}
	for _, p := range goList(t, "-deps", "-f", `{{if .Standard}}std {{end}}{{.ImportPath}}`, module+"/cmd/compact-keeper-hook") {
		name, std := strings.CutPrefix(p, "std ")
		own, isOurs := strings.CutPrefix(name, module+"/")
		within := func(prefixes []string, name string) bool {
			return slices.ContainsFunc(prefixes, func(prefix string) bool {
				return name == strings.TrimSuffix(prefix, "/") || strings.HasPrefix(name, strings.TrimSuffix(prefix, "/")+"/")
			})
		}
		switch {
		case std && slices.Contains(slow, name):
			t.Errorf("it links %s, which starts slowly", name)
		case isOurs && !within(ours, own), !std && !isOurs && !within(theirs, name):
			t.Errorf("it links %s", name)
		}
	}
}

// TestLibcIsTheOneThatSQLiteWasBuiltWith: modernc.org/sqlite works with the version of modernc.org/libc it names only.
func TestLibcIsTheOneThatSQLiteWasBuiltWith(t *testing.T) {
	gomod := goList(t, "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite")[0]
	text, err := os.ReadFile(gomod)
	if err != nil {
		t.Fatal(err)
	}
	used := goList(t, "-m", "-f", "{{.Path}} {{.Version}}", "modernc.org/libc")[0]
	if _, err := os.ReadFile(filepath.Join("..", "..", "go.mod")); err != nil { // so that a cached result ends with it
		t.Fatal(err)
	}
	if !slices.ContainsFunc(strings.Split(string(text), "\n"), func(line string) bool {
		return strings.TrimPrefix(strings.TrimSpace(line), "require ") == used
	}) {
		t.Errorf("we use %s; %s names another", used, path.Base(path.Dir(filepath.ToSlash(gomod))))
	}
}

func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
