package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Transcript is a conversation's file.
type Transcript struct {
	ID      string // the session's
	Path    string
	Changed time.Time
}

// Transcripts lists the transcripts of the main conversations, the one changed last first. None is opened.
func Transcripts(configDir string) []Transcript {
	paths, err := filepath.Glob(filepath.Join(escape(configDir), "projects", "*", "*.jsonl"))
	if err != nil {
		return nil // the pattern is ours
	}
	var all []Transcript
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			name := filepath.Base(path)
			all = append(all, Transcript{name[:len(name)-len(".jsonl")], path, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b Transcript) int { return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.Path, b.Path)) })
	return all
}

// escape makes a folder name mean itself in a pattern. Where a backslash parts folders there is no way to.
func escape(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	var b []byte
	for _, c := range []byte(dir) {
		if bytes.IndexByte([]byte(`*?[\`), c) >= 0 {
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return string(b)
}

// Row is what a transcript's row tells about the client and the hooks it ran.
type Row struct {
	Version    string `json:"version"` // the client's
	Attachment struct {
		Type    string `json:"type"` // hook_success
		Event   string `json:"hookEvent"`
		Command string `json:"command"`
		Stdout  string `json:"stdout"`
	} `json:"attachment"`
}

// edge is how much of each end of a transcript Rows reads.
const edge = 256 << 10

// Rows reads the rows that stand whole in the first and the last 256 KB of a transcript.
func (t Transcript) Rows() ([]Row, error) {
	f, err := os.Open(t.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.NewSectionReader(f, 0, edge))
	if err != nil {
		return nil, err
	}
	tail, err := io.ReadAll(io.NewSectionReader(f, max(edge, info.Size()-edge), edge))
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, line := range slices.Concat(bytes.Split(head, []byte("\n")), bytes.Split(tail, []byte("\n"))) {
		var r Row
		if json.Unmarshal(line, &r) == nil {
			rows = append(rows, r)
		}
	}
	return rows, nil
}
