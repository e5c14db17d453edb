package main_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

const page = 4096

// rubbish is what a bad disk, or another program, writes.
func rubbish(n int) []byte {
	rnd := rand.New(rand.NewPCG(5, 6))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	return b
}

// foreign puts another program's database of that version in the ledger's place.
func foreign(version int) func(h *home) {
	return func(h *home) {
		os.Remove(filepath.Join(h.state, db.File))
		h.exec("create table other (a)")
		h.exec(fmt.Sprintf("pragma user_version = %d", version))
	}
}

// TestADamagedLedgerIsSetAsideAndWrittenAnew damages a ledger of two sessions and a project that is off, the WAL taken
// into the database or not, and lets each session's next hook find it.
func TestADamagedLedgerIsSetAsideAndWrittenAnew(t *testing.T) {
	edit := func(name string, f func(b []byte) []byte) func(h *home) {
		return func(h *home) {
			path := filepath.Join(h.state, name)
			b, err := os.ReadFile(path)
			if err != nil {
				h.Fatal(err)
			}
			write(h, path, f(b))
		}
	}
	scribble := func(from, to int) func(b []byte) []byte {
		return func(b []byte) []byte { copy(b[from:min(to, len(b))], rubbish(1<<20)); return b }
	}
	for _, tc := range []struct {
		name   string
		wal    bool // the damage meets a WAL that no checkpoint has taken in
		damage func(h *home)
		aside  bool // it must stand aside as it was; else what is left of it may do
	}{
		{"its header is overwritten", false, edit(db.File, scribble(0, 100)), true},
		{"its header is zero", false, edit(db.File, func(b []byte) []byte { clear(b[:100]); return b }), true},
		{"its version is zero", false, edit(db.File, func(b []byte) []byte { clear(b[60:64]); return b }), true},
		{"its schema is scribbled over", false, edit(db.File, scribble(100, 2*page)), true},
		{"its schema is zero", false, edit(db.File, func(b []byte) []byte { clear(b[100:page]); return b }), true},
		{"every page but the first is scribbled over", false, edit(db.File, scribble(page, 1<<20)), true},
		{"every page but the first is zero", false, edit(db.File, func(b []byte) []byte { clear(b[page:]); return b }), true},
		{"it is cut to half", false, edit(db.File, func(b []byte) []byte { return b[:len(b)/2/page*page] }), true},
		{"it is cut inside a page", false, edit(db.File, func(b []byte) []byte { return b[:page+page/2] }), true},
		{"it is cut to its first page", false, edit(db.File, func(b []byte) []byte { return b[:page] }), true},
		{"it is cut inside its header", false, edit(db.File, func(b []byte) []byte { return b[:50] }), true},
		{"it is empty", false, edit(db.File, func(b []byte) []byte { return nil }), false},
		{"it is a text", false, edit(db.File, func(b []byte) []byte { return bytes.Repeat([]byte("no ledger\n"), 1000) }), true},
		{"it is a short text", false, edit(db.File, func(b []byte) []byte { return []byte("no ledger\n") }), true},
		{"it is another program's database", false, foreign(1), true},
		{"it is another program's database, of many versions", false, foreign(1000), true},
		{"its WAL is scribbled over", true, edit(db.File+"-wal", scribble(0, 1<<20)), false},
		{"its WAL is scribbled over behind its header", true, edit(db.File+"-wal", scribble(32, 1<<20)), false},
		{"its WAL is cut", true, edit(db.File+"-wal", func(b []byte) []byte { return b[:len(b)/2] }), false},
		{"its WAL is empty", true, edit(db.File+"-wal", func(b []byte) []byte { return nil }), false},
		{"its WAL is gone", true, func(h *home) { os.Remove(filepath.Join(h.state, db.File+"-wal")) }, false},
		{"it is empty beside a WAL", true, edit(db.File, func(b []byte) []byte { return nil }), false},
		{"it is a text beside a WAL", true, edit(db.File, func(b []byte) []byte { return bytes.Repeat([]byte("no ledger\n"), 1000) }), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			secret := h.off("secret")
			var all []*session
			for i := range 2 {
				s := h.session(fmt.Sprintf("session-%d", i))
				for n := range 30 {
					s.says(decision(n))
				}
				s.fire("Stop", nil)
				all = append(all, s)
			}
			if !tc.wal {
				h.checkpoint()
			}
			tc.damage(h)
			damaged, err := os.ReadFile(filepath.Join(h.state, db.File))
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range all {
				s.says("The build took four minutes today.")
				s.fire([]string{"PreCompact", "Stop"}[i], fields{"trigger": "auto"})
				s.kept(h.ledger())
			}
			h.sound()
			secret.stillOff()
			h.setAside(damaged, tc.aside)
			h.clean()
		})
	}
}

// TestAPageThatIsScribbledOverIsNoticedOrDoesNoHarm damages one page at a time. No hook looks at every page, so that some
// damage stays unnoticed for now: then too every hook exits 0, and what is off stays off.
func TestAPageThatIsScribbledOverIsNoticedOrDoesNoHarm(t *testing.T) {
	h := newHome(t)
	secret := h.off("secret")
	s := h.session("session-1")
	for n := range 60 {
		s.says(decision(n))
	}
	for _, e := range events {
		s.fire(e.event, e.more)
	}
	h.checkpoint()
	path := filepath.Join(h.state, db.File)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pages := len(sound) / page
	rnd := rand.New(rand.NewPCG(7, 8))
	noticed, tries := 0, min(pages, rounds(6))
	for _, n := range rnd.Perm(pages)[:tries] {
		left, _ := filepath.Glob(path + "*")
		for _, old := range left {
			os.Remove(old)
		}
		damaged := bytes.Clone(sound)
		copy(damaged[n*page:], rubbish(page))
		write(t, path, damaged)
		s.says(decision(len(s.said)))
		for _, e := range events {
			s.fire(e.event, e.more)
		}
		secret.stillOff()
		if aside, _ := filepath.Glob(path + ".damaged-*"); len(aside) > 0 {
			noticed++
			s.fire("Stop", nil) // the last hook before may be the one that noticed
			h.sound()
			s.kept(h.ledger())
		}
	}
	t.Logf("of %d pages, %d were scribbled over; %d times hooks noticed", pages, tries, noticed)
	if noticed == 0 {
		t.Error("no damage was noticed")
	}
}

// setAside checks that the damaged file stands aside as it was, once.
func (h *home) setAside(damaged []byte, want bool) {
	h.Helper()
	aside, err := filepath.Glob(filepath.Join(h.state, db.File+".damaged-*[0-9]"))
	if err != nil || !want {
		return
	}
	if len(aside) != 1 {
		h.Errorf("set aside: %q; want one file", aside)
		return
	}
	if got, err := os.ReadFile(aside[0]); err != nil || !bytes.Equal(got, damaged) {
		h.Errorf("what stands aside is not the damaged file, %v", err)
	}
}

// checkpoint takes the WAL into the database and removes it.
func (h *home) checkpoint() {
	h.Helper()
	d := h.sql()
	if _, err := d.Exec("pragma wal_checkpoint(truncate)"); err != nil {
		h.Fatal(err)
	}
	d.Close()
}

// off is a session of a project that is switched off.
func (h *home) off(name string) *session {
	h.Helper()
	s := h.session(name)
	s.cwd = filepath.Join(h.dir, name)
	if err := os.Mkdir(s.cwd, 0o700); err != nil {
		h.Fatal(err)
	}
	d := h.ledger()
	defer d.Close()
	if err := d.SwitchProject(ctx, s.cwd, false); err != nil {
		h.Fatal(err)
	}
	return s
}

// stillOff checks that not a byte of the session is printed or stored.
func (s *session) stillOff() {
	s.Helper()
	s.says("Never let anybody know of the xyzzy.")
	for _, e := range events {
		if r := s.fire(e.event, e.more); r.out != "" {
			s.Errorf("%s of a project that is off printed %q", e.name, r.out)
		}
	}
	filepath.WalkDir(s.state, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if text, err := os.ReadFile(path); err != nil || bytes.Contains(text, []byte("xyzzy")) {
				s.Errorf("%s holds a word of a project that is off, %v", path, err)
			}
		}
		return nil
	})
}
