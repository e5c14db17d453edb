// Package past finds the transcripts that the client has kept, and tells whose they are.
//
// Contract: it reads heads of files and changes nothing. A file that may belong to a project that is off is not opened:
// the client names a project's folder after its path, and so tells enough, though not all; who cannot be told apart from
// such a project counts as belonging to it. Subagents' transcripts are left out, and so is what is no regular file.
package past

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks"
	"github.com/compact-keeper/compact-keeper/hooks/client"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// Found is what was found.
type Found struct {
	Projects []Project // the one used last first
	Off      []Off     // files that were not opened, by the project that is off
	LeftOut  []LeftOut
}

// Project is a project with transcripts.
type Project struct {
	Root        string
	Transcripts []Transcript // in the order in which the sessions began
}

// Transcript is one file of a session.
type Transcript struct {
	hooks.Transcript
	Size  int64
	Taken int64 // bytes that were taken in before
	Known bool  // the ledger knows the session
	began time.Time
}

// Off counts the files that may belong to a project that is off.
type Off struct {
	Root  string
	Files int
}

// LeftOut is a file that cannot be taken in. Failed tells one that should have been.
type LeftOut struct {
	Path, Why string
	Failed    bool
}

// Reason is why files were left out that need not be taken in.
type Reason struct {
	Why   string
	Files int
}

// Reasons counts what was left out by its reason, and lists apart what should have been taken in.
func (f Found) Reasons() (reasons []Reason, failed []LeftOut) {
	for _, l := range f.LeftOut {
		if l.Failed {
			failed = append(failed, l)
			continue
		}
		i := slices.IndexFunc(reasons, func(r Reason) bool { return r.Why == l.Why })
		if i < 0 {
			i = len(reasons)
			reasons = append(reasons, Reason{Why: l.Why})
		}
		reasons[i].Files++
	}
	return reasons, failed
}

// quiet is after how long without a new row a transcript counts as ended, where no client is known to run.
const quiet = time.Hour

// Find lists the transcripts at paths, files or folders; for none, those of the client configuration folder.
func Find(ctx context.Context, d *db.DB, config string, paths []string) (f Found, err error) {
	s := search{found: &f, sessions: map[string]db.Session{}, running: map[string]bool{}, roots: map[[2]string]string{}, now: d.Now(),
		guarded: func(dir string) (string, error) { return hooks.Guarded(ctx, d, dir) }}
	if err := s.load(ctx, d, config); err != nil {
		return f, err
	}
	files, err := s.list(config, paths)
	if err != nil {
		return f, err
	}
	oldest, err := hooks.OldestKept(ctx, d)
	if err != nil {
		return f, err
	}
	var all []Transcript
	for _, file := range files {
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
		t, ok := s.look(file)
		if !ok {
			continue
		}
		if why, err := hooks.Unwanted(ctx, d, t.Transcript, oldest); err != nil {
			return f, err
		} else if why != "" {
			s.leaveOut(t.Path, why, false)
			continue
		}
		all = append(all, t)
	}
	s.group(s.single(all))
	return f, nil
}

type search struct {
	found    *Found
	sessions map[string]db.Session // that the ledger knows
	running  map[string]bool
	off      []offProject
	roots    map[[2]string]string // of the folders that a head names
	now      time.Time
	// guarded is the project of a folder where it is off or was forgotten.
	guarded func(dir string) (root string, err error)
}

func (s *search) load(ctx context.Context, d *db.DB, config string) error {
	known, err := d.SessionPlaces(ctx)
	if err != nil {
		return err
	}
	for _, k := range known {
		s.sessions[k.ID] = k
	}
	off, err := d.RootsOff(ctx)
	if err != nil {
		return err
	}
	for _, root := range off {
		s.off = append(s.off, newOffProject(root))
	}
	running, _ := client.Running(config) // what cannot be read there only makes a file count as ended later
	for _, r := range running {
		s.running[r.ID] = true
	}
	return nil
}

// look tells whose a file is. It opens the file only where its name and place leave that open.
func (s *search) look(file found) (t Transcript, ok bool) {
	id := strings.TrimSuffix(filepath.Base(file.path), ".jsonl")
	known, met := s.sessions[id]
	if !met {
		if root := s.offBy(filepath.Base(filepath.Dir(file.path))); root != "" {
			s.notOpened(root)
			return t, false
		}
		head, err := transcript.ReadHead(file.path)
		switch {
		case err != nil:
			return t, s.leaveOut(file.path, err.Error(), true)
		case !head.Known:
			return t, s.leaveOut(file.path, "not a transcript of the client", false)
		}
		if !isUUID(id) && head.SessionID != "" {
			id = head.SessionID
		}
		if known, met = s.sessions[id]; !met {
			if head.CWD == "" {
				return t, s.leaveOut(file.path, "no row names the folder it belongs to", false)
			}
			if known.Root, err = s.root(head); err != nil {
				return t, s.leaveOut(file.path, err.Error(), true)
			}
			known.Enabled = !slices.ContainsFunc(s.off, func(o offProject) bool { return o.root == known.Root })
		}
		t.began = head.At
	}
	if !known.Enabled {
		s.notOpened(known.Root)
		return t, false
	}
	t.Path, t.Session, t.Root, t.LastAt, t.Size = file.path, id, known.Root, file.changed, file.size
	t.Known = met
	t.Ended = !s.running[id] && s.now.Sub(file.changed) > quiet
	switch _, err := os.Lstat(known.Transcript); {
	case sameFile(known.Transcript, file.path):
		t.Path, t.Taken = known.Transcript, min(known.ReadOffset, file.size)
	case known.Transcript != "" && err == nil:
		return t, s.leaveOut(file.path, elsewhere, false)
	}
	return t, true
}

// root is the project of a transcript: the one its conversation began in, where that is off or was forgotten, else that of
// its session's folder. A folder may be gone, or have been another machine's.
func (s *search) root(head transcript.Head) (root string, err error) {
	dirs := [2]string{head.Began, head.CWD}
	if root, ok := s.roots[dirs]; ok {
		return root, nil
	}
	if filepath.IsAbs(head.Began) {
		root, err = s.guarded(head.Began)
	}
	if root == "" {
		root = head.CWD
		if filepath.IsAbs(root) {
			root = hooks.ProjectRoot(root)
		}
	}
	s.roots[dirs] = root
	return root, err
}

// elsewhere is why a copy of a session's transcript is left out.
const elsewhere = "its session is read from another file"

// single leaves one file to a session: the one that was written to last.
func (s *search) single(all []Transcript) []Transcript {
	best := map[string]int{}
	for i, t := range all {
		if b, ok := best[t.Session]; !ok || t.LastAt.After(all[b].LastAt) {
			best[t.Session] = i
		}
	}
	var one []Transcript
	for i, t := range all {
		if best[t.Session] == i {
			one = append(one, t)
		} else {
			s.leaveOut(t.Path, elsewhere, false)
		}
	}
	return one
}

// group puts the transcripts under their projects.
func (s *search) group(all []Transcript) {
	slices.SortStableFunc(all, func(a, b Transcript) int { return a.began.Compare(b.began) })
	at := map[string]int{}
	for _, t := range all {
		i, ok := at[t.Root]
		if !ok {
			i = len(s.found.Projects)
			at[t.Root] = i
			s.found.Projects = append(s.found.Projects, Project{Root: t.Root})
		}
		p := &s.found.Projects[i]
		p.Transcripts = append(p.Transcripts, t)
	}
	slices.SortStableFunc(s.found.Projects, func(a, b Project) int { return b.lastAt().Compare(a.lastAt()) })
}

func (p Project) lastAt() (last time.Time) {
	for _, t := range p.Transcripts {
		if t.LastAt.After(last) {
			last = t.LastAt
		}
	}
	return last
}

// Bytes is the size of what is left to take in.
func (p Project) Bytes() (n int64) {
	for _, t := range p.Transcripts {
		n += t.Size - t.Taken
	}
	return n
}

func (s *search) notOpened(root string) {
	i := slices.IndexFunc(s.found.Off, func(o Off) bool { return o.Root == root })
	if i < 0 {
		i = len(s.found.Off)
		s.found.Off = append(s.found.Off, Off{Root: root})
	}
	s.found.Off[i].Files++
}

func (s *search) leaveOut(path, why string, failed bool) bool {
	s.found.LeftOut = append(s.found.LeftOut, LeftOut{path, why, failed})
	return false
}

// sameFile also tells two ways to one file.
func sameFile(a, b string) bool {
	if a == "" || a == b {
		return a == b
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, c := range s {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (c == '-') || !dash && !strings.ContainsRune("0123456789abcdefABCDEF", c) {
			return false
		}
	}
	return true
}

// Fresh tells whether the project has a transcript that was never taken in, or not to its end.
func (p Project) Fresh() bool {
	return slices.ContainsFunc(p.Transcripts, func(t Transcript) bool { return !t.Known || t.Ended && t.Taken < t.Size })
}

// InOrder lists the transcripts of projects in the order in which their sessions began: a fork needs what its parent had
// decided.
func InOrder(projects []Project) (all []Transcript) {
	for _, p := range projects {
		all = append(all, p.Transcripts...)
	}
	slices.SortStableFunc(all, func(a, b Transcript) int { return a.began.Compare(b.began) })
	return all
}
