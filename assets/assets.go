// Package assets holds the files that the dashboard serves beside its pages.
//
// Contract: each file has one address that contains the checksum of its content, so that a browser may keep it for good.
package assets

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"
)

//go:embed *.css *.svg
var files embed.FS

// File is one asset.
type File struct {
	Name, Sum string
	Content   []byte
}

// Path is the file's address below the folder the assets are served from.
func (f File) Path() string { return f.Sum + "/" + f.Name }

var all = sync.OnceValue(func() map[string]File {
	m := map[string]File{}
	names, err := fs.Glob(files, "*")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(content)
		m[name] = File{name, hex.EncodeToString(sum[:8]), content}
	}
	return m
})

// Find returns the file called name.
func Find(name string) (File, bool) {
	f, ok := all()[name]
	return f, ok
}

// Path is the address of a file that pages name; one that is not there is a mistake in the program.
func Path(name string) string {
	f, ok := Find(name)
	if !ok {
		panic(fmt.Sprintf("no asset %q", name))
	}
	return f.Path()
}
