package transcript

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// The cursor reads strings as encoding/json does, but that it takes a run of bytes that are no text for one character
// and does not mind a raw control character.
func FuzzUnescape(f *testing.F) {
	for _, s := range []string{`plain`, `a\nb\t\"c\" \\ \/ \b\f\r`, `\u00e9\u4f60`, `\ud83d\ude00`, `\ud83d`, `\ud83dx`, `\ude00\ud83d`, `\ud83d\u0041`, `\u12`, `\x`, `\`, `é😀`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }) {
			t.Skip()
		}
		c := cursor{b: []byte(`"` + s + `"`)}
		if c.str(); c.bad || c.i != len(s)+2 {
			t.Skip() // not one string
		}
		var want string
		err := json.Unmarshal([]byte(`"`+s+`"`), &want)
		got, ok := unescape([]byte(s))
		if ok != (err == nil) || ok && got != want {
			t.Errorf("unescape(%q) = %q, %t; encoding/json: %q, %v", s, got, ok, want, err)
		}
	})
}

// What parse reads of the shared transcripts is what encoding/json reads.
func TestParseReadsWhatEncodingJSONReads(t *testing.T) {
	for _, path := range samples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			lines := bufio.NewScanner(f)
			lines.Buffer(nil, 64<<20)
			for n := 0; lines.Scan(); n++ {
				var want map[string]any
				err := json.Unmarshal(lines.Bytes(), &want)
				got, rest, ok := parse(lines.Bytes())
				if ok && len(rest) > 0 {
					continue // two rows on one line
				}
				if ok != (err == nil && want != nil) {
					t.Fatalf("line %d: %t, encoding/json: %v", n, ok, err)
				}
				if !ok {
					continue
				}
				text := func(v any) string { s, _ := v.(string); return s }
				message, _ := want["message"].(map[string]any)
				var texts []string
				switch c := message["content"].(type) {
				case string:
					texts = append(texts, c)
				case []any:
					for _, b := range c {
						if b, _ := b.(map[string]any); text(b["type"]) == "text" {
							texts = append(texts, text(b["text"]))
						}
					}
				}
				meta, _ := want["isMeta"].(bool)
				side, _ := want["isSidechain"].(bool)
				for field, pair := range map[string][2]string{
					"type": {got.Type, text(want["type"])}, "subtype": {got.Subtype, text(want["subtype"])}, "uuid": {got.UUID, text(want["uuid"])},
					"timestamp": {got.Timestamp, text(want["timestamp"])}, "version": {got.Version, text(want["version"])}, "content": {got.Content, text(want["content"])},
					"promptId": {got.PromptID, text(want["promptId"])}, "texts": {got.blocks().text(), strings.Join(texts, "\n")},
				} {
					if pair[0] != pair[1] {
						t.Errorf("line %d: %s %q, encoding/json: %q", n, field, pair[0], pair[1])
					}
				}
				if got.Meta != meta || got.Sidechain != side {
					t.Errorf("line %d: meta %t, sidechain %t", n, got.Meta, got.Sidechain)
				}
			}
		})
	}
}
