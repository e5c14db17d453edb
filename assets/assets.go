// Package assets holds the files that the dashboard serves beside its pages.
//
// Contract: each file has one address that contains the checksum of its content, so that a browser may keep it for good.
// The style sheets of css stand in one file, app.css, in the order of their names; the scripts in another, page.js, so that
// a browser runs them at once and htmx never begins before its extension is there. What others wrote is kept as it was
// published:
//
//	htmx.min.js    htmx.org 4.0.1, dist/htmx.min.js            (Zero-Clause BSD)
//	hx-sse.min.js  htmx.org 4.0.1, dist/ext/hx-sse.min.js      (Zero-Clause BSD)
package assets

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"sync"
)

//go:embed css/*.css *.js *.svg
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
	add := func(name string, content []byte) {
		sum := sha256.Sum256(content)
		m[name] = File{name, hex.EncodeToString(sum[:8]), content}
	}
	var sheets bytes.Buffer
	for _, pattern := range []string{"css/*", "*.*"} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			panic(err)
		}
		for _, name := range names {
			content, err := files.ReadFile(name)
			if err != nil {
				panic(err)
			}
			if path.Ext(name) == ".css" {
				sheets.Write(content)
			} else {
				add(name, content)
			}
		}
	}
	add("app.css", sheets.Bytes())
	var scripts bytes.Buffer
	for _, name := range []string{"htmx.min.js", "hx-sse.min.js", "app.js"} {
		scripts.Write(m[name].Content)
		scripts.WriteByte('\n')
	}
	add("page.js", scripts.Bytes())
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
