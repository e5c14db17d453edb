package settings_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/compact-keeper/compact-keeper/hooks/settings"
)

// file is one kind of settings file that people have. Install makes of it the bytes in after, or refuses it, and then
// nothing is touched. Uninstall gives it back as it was, or as edited, without our entries.
type file struct {
	name, before string
	lay          func(l lab, before string) (path string) // lays it out, where it is more than a plain file

	after     string // empty: only looked through for our entries
	unit, eol string // of after; two spaces and \n where empty
	refused   string // what install says
	at        [2]int // line and column of what a person has to correct
	late      bool   // only writing shows it

	edit   func(installed string) string // what someone does to it meanwhile
	repair bool                          // install, run again, puts back what the edit took out
	undone string                        // what uninstall gives back, where it is not before
}

// placedFiles lie in another place, are something else, or may not be written; where there is Unix.
var placedFiles []file

func TestBR30_BR31_BR34_BR40_EveryKindOfFile(t *testing.T) {
	files := slices.Concat(plainFiles, placedFiles, filesWithHooks, refusedFiles, editedFiles)
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			f.run(newLab(t), false)
		})
		if f.edit != nil {
			t.Run(f.name+", and install is run again", func(t *testing.T) { f.run(newLab(t), true) })
		}
	}
}

func (f file) run(l lab, again bool) {
	switch {
	case f.lay != nil:
		l.path = f.lay(l, f.before)
	case f.before != none:
		l.write(f.before)
	}
	found := l.folder()
	plan, planErr := settings.PlanInstall(l.path, hookPath, l.state)
	l.want("planning changed something", l.folder(), found)
	edit, err := settings.Install(l.path, hookPath, l.state)
	if f.refused != "" {
		l.refusal("install", err, f)
		if !f.late {
			l.refusal("install --dry-run", planErr, f)
		}
		if _, err := settings.Uninstall(l.path, l.state); err != nil {
			l.refusal("uninstall", err, f)
		}
		l.want("what was refused is changed", l.folder(), found)
		return
	}
	if err != nil || planErr != nil {
		l.Fatalf("install: %v; planned: %v", err, planErr)
	}
	if !bytes.Equal(plan.After, edit.After) {
		l.Error("install wrote something else than planned")
	}
	if f.after != "" {
		after := l.expand(f.after, or(f.unit, "  "), or(f.eol, "\n"))
		if strings.HasPrefix(f.before, utf16Mark) {
			after = utf16le(after)
		}
		l.want("after install", l.file(), after)
	}
	l.entriesOfOursStand()
	if err := settings.Check(l.path); err != nil {
		l.Errorf("the client would skip what install wrote: %v", err)
	}
	if second := l.install(); second.Changed() {
		l.Errorf("a second install changed something:\n%s", second.Diff())
	}
	if f.edit != nil {
		if edited := f.edit(l.file()); edited != none {
			l.write(edited)
		} else if err := os.Remove(l.path); err != nil {
			l.Fatal(err)
		}
	}
	if again {
		if e := l.install(); e.Changed() != f.repair {
			l.Errorf("install after the edit changed something: %t, want %t\n%s", e.Changed(), f.repair, e.Diff())
		}
		l.entriesOfOursStand()
	}
	l.uninstall()
	l.want("after uninstall", l.file(), or(f.undone, f.before))
	if f.edit == nil && f.undone == "" {
		l.want("in the folder after uninstall", l.folder(), found)
	}
	if e := l.uninstall(); e.Changed() {
		l.Errorf("a second uninstall changed something:\n%s", e.Diff())
	}
	if settings.Installed(l.state) {
		l.Error("still counts as installed")
	}
}

func (l lab) refusal(verb string, err error, f file) {
	l.Helper()
	if err == nil || !strings.Contains(err.Error(), f.refused) {
		l.Errorf("%s: error %v, want %q", verb, err, f.refused)
	}
	var r *settings.Refusal
	if correct := errors.As(err, &r); correct != (f.at != [2]int{}) || correct && (r.Line != f.at[0] || r.Column != f.at[1]) {
		l.Errorf("%s: refused with %v, want line %d, column %d", verb, err, f.at[0], f.at[1])
	}
}

func (l lab) entriesOfOursStand() {
	l.Helper()
	list, err := settings.Entries(l.path)
	if err != nil {
		l.Fatal(err)
	}
	read := slices.DeleteFunc(list, func(r settings.Registered) bool { return !r.Ours || r.Unread })
	if len(read) != len(settings.Expected(hookPath, l.state)) {
		l.Errorf("%d entries of ours are read, want %d", len(read), len(settings.Expected(hookPath, l.state)))
	}
}

// folder lists all around the settings file, the state folder left out: names, modes, links and what regular files hold.
func (l lab) folder() string {
	l.Helper()
	var b strings.Builder
	root := filepath.Dir(l.state)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == l.state {
			if left, err := os.ReadDir(path); err != nil || len(left) > 0 {
				fmt.Fprintln(&b, "the state folder holds something", left, err)
			}
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		link, _ := os.Readlink(path)
		fmt.Fprintln(&b, info.Mode(), strings.TrimPrefix(path, root), link)
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			b.Write(text)
			return err
		}
		return nil
	})
	if err != nil {
		l.Fatal(err)
	}
	return b.String()
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

const utf16Mark = "\xff\xfe"

func utf16le(text string) string {
	b := []byte(utf16Mark)
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return string(b)
}
