package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

const (
	littleSpace = 200 << 20 // bytes, below which a warning is due
	noSpace     = 20 << 20  // and below which the ledger may soon not be written
)

// state tells whether the state folder is there, the person's own, closed to others, and can be written.
func state(_ context.Context, l *look) {
	info, err := os.Stat(l.State)
	name := l.short(l.State)
	l.unusable = err != nil && !errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.add("state", OK, name+" is not there yet; the first hook makes it")
		return
	case err != nil:
		l.add("state", Fault, name+" cannot be looked at: "+err.Error()+".", "See who may enter the folders above it:", "ls -ld "+l.short(filepath.Dir(l.State)))
		return
	case !info.IsDir():
		l.add("state", Fault, name+" is a file, and must be a folder.", "Move it away:", "mv "+name+" "+name+".away")
		return
	}
	before := len(l.found)
	l.owned()
	if err := l.Writable(l.State); err != nil {
		l.unusable = true
		l.add("state", Fault, name+" cannot be written: "+plain(err)+".", "See whether its file system is mounted read-only, and let yourself write there:", "chmod u+rwx "+name)
	}
	if bytes, err := l.Free(l.State); err == nil && bytes < littleSpace {
		s := Warning
		if bytes < noSpace {
			s = Fault
		}
		l.add("state", s, fmt.Sprintf("%d MB are free on the disk of %s; with none, nothing is kept.", bytes>>20, name), "Free some:", "df -h "+name)
	}
	if l.Networked(l.State) {
		l.add("state", Warning, name+" lies on a network file system: hooks are slower there.", "Set XDG_STATE_HOME to a folder of this machine, then register the hooks for it:", installCommand)
	}
	if len(l.found) == before {
		l.add("state", OK, name+", only you can read it")
	}
}

// owned looks for files in the state folder that others can read, or own.
func (l *look) owned() {
	var open, foreign []string
	err := filepath.WalkDir(l.State, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a file that came and went
		}
		if err != nil {
			return err
		}
		if uid, ok := owner(info); ok && l.UID >= 0 && uid != l.UID {
			foreign = append(foreign, l.short(path))
		}
		if runtime.GOOS != "windows" && info.Mode()&fs.ModeSymlink == 0 && info.Mode().Perm()&0o077 != 0 {
			open = append(open, l.short(path))
		}
		return nil
	})
	name := l.short(l.State)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.add("state", Fault, "something in "+name+" cannot be looked at: "+plain(err)+".", "Make it yours:", `sudo chown -R "$(id -un)" `+name)
	}
	if len(foreign) > 0 {
		l.add("state", Fault, "another user owns "+list(foreign, 2)+".", "Make it yours:", `sudo chown -R "$(id -un)" `+name)
	}
	if len(open) > 0 {
		l.add("state", Fault, "others can read "+list(open, 2)+".", "Close it to them:", "chmod -R go= "+name)
	}
}

// plain is the cause alone of an error about a path.
func plain(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func (l *look) ledgerPath() string { return filepath.Join(l.State, db.File) }

// damaged lists the ledgers that were set aside, without what lies beside them.
func (l *look) damaged() (all []string) {
	files, err := os.ReadDir(l.State)
	if err != nil {
		return nil // state has told it
	}
	for _, f := range files {
		if strings.HasPrefix(f.Name(), db.File+".damaged-") && !strings.HasSuffix(f.Name(), "-wal") && !strings.HasSuffix(f.Name(), "-shm") {
			all = append(all, l.short(filepath.Join(l.State, f.Name())))
		}
	}
	return all
}
