// Package login has the program started when the owner logs in, for this user alone.
//
// Contract: it writes one small file, or one value on Windows, in the place where the system looks for such, and takes it out
// again. What is started is this program, by the path it has now, with --no-open.
package login

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Entry is how the program is started at login.
type Entry struct {
	Program string   // its absolute path
	Env     []string // NAME=VALUE that it needs to find the same state
}

// ErrNowhere is returned where nothing starts programs at login.
var ErrNowhere = errors.New("nothing here starts programs at login")

// Here is the entry for this program, as it runs now.
func Here(getenv func(string) string) (Entry, error) {
	program, err := os.Executable()
	if err != nil {
		return Entry{}, fmt.Errorf("find this program: %w", err)
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		return Entry{}, fmt.Errorf("find this program: %w", err)
	}
	if strings.Contains(program, string(filepath.Separator)+"go-build") {
		return Entry{}, fmt.Errorf("%s is gone once it has ended: build it first, by go build", program)
	}
	e := Entry{Program: program}
	for _, name := range []string{"CLAUDE_CONFIG_DIR", "XDG_STATE_HOME", "XDG_DATA_HOME"} {
		value := getenv(name)
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' }) {
			return Entry{}, fmt.Errorf("%s holds a control character, which no login entry can", name)
		}
		if value != "" {
			e.Env = append(e.Env, name+"="+value)
		}
	}
	return e, nil
}

// place is a file that starts the program.
type place struct {
	file string // its path
	link string // path of a link to it, which is what turns it on; empty: the file does
	text func(e Entry) string
}

func (p place) on() bool {
	_, err := os.Lstat(p.sign())
	return err == nil
}

// sign is the file that turns it on.
func (p place) sign() string {
	if p.link != "" {
		return p.link
	}
	return p.file
}

func (p place) write(e Entry) error {
	err := os.MkdirAll(filepath.Dir(p.file), 0o755)
	if err == nil {
		err = os.WriteFile(p.file, []byte(p.text(e)), 0o644)
	}
	if err == nil && p.link != "" && !p.on() {
		if err = os.MkdirAll(filepath.Dir(p.link), 0o755); err == nil {
			err = os.Symlink(p.file, p.link)
		}
	}
	if err != nil {
		return fmt.Errorf("have the program started at login: %w", err)
	}
	return nil
}

func (p place) remove() error {
	for _, path := range []string{p.link, p.file} {
		if path == "" {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("have the program not started at login any more: %w", err)
		}
	}
	return nil
}
