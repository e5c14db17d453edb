package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A browser gets the name of a file that leads on to the dashboard, since its command line is for all to read, and an
// address with a code would be good for whoever comes first. The file is the owner's alone.
const (
	pagePrefix = "compact-keeper-open-"
	pageSuffix = ".html"
	// pageTime is how long such a file lies there: as long as its code is good.
	pageTime = time.Minute
)

// ErrNoBrowser is returned where no browser can be opened.
var ErrNoBrowser = errors.New("no browser can be opened here")

// OpenBrowser shows the page at address, which holds a code, in the owner's browser. The running program removes the file
// that takes.
func OpenBrowser(state, address string) error {
	path := filepath.Join(pageDir(state), pagePrefix+rand.Text()+pageSuffix)
	text := fmt.Sprintf(`<!DOCTYPE html>
<meta charset="utf-8">
<title>compact-keeper</title>
<meta http-equiv="refresh" content="0; url=%[1]s">
<p><a href="%[1]s">Go on to compact-keeper</a></p>
`, html.EscapeString(address))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return fmt.Errorf("open a browser: %w", err)
	}
	if err := startBrowser(path); err != nil {
		os.Remove(path)
		return err
	}
	return nil
}

// removePages removes the files that led browsers on, those that are older than age.
func removePages(state string, age time.Duration) {
	for _, dir := range pageDirs(state) {
		names, _ := fs.Glob(os.DirFS(dir), pagePrefix+"*"+pageSuffix)
		for _, name := range names {
			path := filepath.Join(dir, name)
			if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()).Abs() >= age {
				os.Remove(path) // what stays goes another time; its code is good no more
			}
		}
	}
}
