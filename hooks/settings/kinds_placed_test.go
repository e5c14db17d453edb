//go:build unix

package settings_test

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

const (
	two          = "{\n  \"a\": 1\n}\n"
	twoInstalled = "{\n  \"a\": 1,\n  \"hooks\": ‹hooks›\n}\n"
	newInstalled = "{\n  \"hooks\": ‹hooks›\n}\n"
)

func init() {
	placedFiles = []file{
		{name: "a symlink into a repository", lay: linked("repo/claude.json"), before: two, after: twoInstalled},
		{name: "a symlink to a symlink", lay: linked("second", "repo/claude.json"), before: two, after: twoInstalled},
		{name: "a symlink to nothing", lay: linked("repo/claude.json"), before: none, after: newInstalled},
		{name: "a symlink to a symlink to nothing", lay: linked("second", "repo/claude.json"), before: none, after: newInstalled},
		{name: "a symlink to itself", lay: linked("settings.json"), before: none, refused: "too many links"},
		{name: "a folder that is a symlink", lay: inLinkedFolder, before: two, after: twoInstalled},
		{name: "a file that is executable", lay: withMode(0o755), before: two, after: twoInstalled},
		{name: "a file that all may write", lay: withMode(0o666), before: two, after: twoInstalled},
		{name: "a read-only file", lay: withMode(0o444), before: two, refused: "read-only (mode 0444); nothing was changed. Make it writable (chmod u+w)"},
		{name: "a folder in its place", lay: folderInstead, before: none, refused: "is not a file"},
		{name: "a FIFO in its place", lay: fifoInstead, before: none, refused: "is not a file"},
		{name: "a folder that takes no new file", lay: closedFolder, before: none, refused: "write ", late: true},
		{name: "a folder that is missing", lay: missingFolder, before: none, refused: "write ", late: true},
	}
}

// linked makes the settings file a symlink that leads over the other names to the last.
func linked(names ...string) func(lab, string) string {
	return func(l lab, before string) string {
		dir := filepath.Dir(l.path)
		l.must(os.Mkdir(filepath.Join(dir, "repo"), 0o755))
		from := l.path
		for _, name := range names {
			l.must(os.Symlink(name, from))
			from = filepath.Join(dir, name)
		}
		if before != none {
			l.must(os.WriteFile(from, []byte(before), 0o640))
		}
		return l.path
	}
}

func inLinkedFolder(l lab, before string) string {
	dir := filepath.Dir(l.path)
	l.must(os.Mkdir(filepath.Join(dir, "repo"), 0o755))
	l.must(os.Symlink("repo", filepath.Join(dir, "claude")))
	l.must(os.WriteFile(filepath.Join(dir, "repo", "settings.json"), []byte(before), 0o600))
	return filepath.Join(dir, "claude", "settings.json")
}

func withMode(mode os.FileMode) func(lab, string) string {
	return func(l lab, before string) string {
		l.write(before)
		l.must(os.Chmod(l.path, mode))
		return l.path
	}
}

func folderInstead(l lab, _ string) string {
	l.must(os.Mkdir(l.path, 0o755))
	return l.path
}

func fifoInstead(l lab, _ string) string {
	l.must(syscall.Mkfifo(l.path, 0o600))
	return l.path
}

// closedFolder is one that takes no file from the superuser either.
func closedFolder(l lab, _ string) string {
	if runtime.GOOS != "linux" {
		l.Skip("needs /proc")
	}
	return "/proc/self/settings.json"
}

func missingFolder(l lab, _ string) string {
	return filepath.Join(filepath.Dir(l.path), "no", "such", "settings.json")
}

func (l lab) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}
