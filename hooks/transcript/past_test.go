package transcript

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readPast reads a file batch by batch, with nothing but the stored state between two.
func readPast(t *testing.T, path string) (batches [][]Item, st State) {
	t.Helper()
	for more := true; more; {
		stored, err := json.Marshal(st)
		if err == nil {
			st = State{}
			err = json.Unmarshal(stored, &st)
		}
		if err != nil {
			t.Fatal(err)
		}
		var items []Item
		if items, more, _, err = ReadPast(context.Background(), path, &st, nil, true); err != nil {
			t.Fatal(err)
		}
		batches = append(batches, items)
	}
	return batches, st
}

func TestThePastIsWhatReadAllTellsInSmallBatches(t *testing.T) {
	for _, path := range append(samples(t), generated(t, 3<<20)) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			all, end, err := ReadAll(context.Background(), path, nil)
			if err != nil {
				t.Fatal(err)
			}
			batches, st := readPast(t, path)
			var items []Item
			for _, b := range batches {
				items = append(items, b...)
				for i, it := range b {
					if it.Compaction != nil && it.Compaction.Summary != "" && i > 0 {
						t.Errorf("the compaction of line %d comes behind %d items of its batch", it.Compaction.Line, i)
					}
				}
			}
			if a, b := show(items), show(all); a != b {
				t.Errorf("in batches:\n%s\nat once:\n%s", a, b)
			}
			info, err := os.Stat(path)
			if err != nil || st.Offset != info.Size() || st.Skipped != end.Skipped {
				t.Errorf("read %d bytes of %d, %v; left out %+v, want %+v", st.Offset, info.Size(), err, st.Skipped, end.Skipped)
			}
			again, more, reset, err := ReadPast(context.Background(), path, &st, nil, true)
			if len(again) > 0 || more || reset || err != nil {
				t.Errorf("read again: %d items, more %v, reset %v, %v", len(again), more, reset, err)
			}
		})
	}
}

func TestTheHeadTellsWhoseSessionItIs(t *testing.T) {
	const at = "2026-11-30T12:00:00Z"
	row := func(more string) string {
		return `{"parentUuid":null,"isSidechain":false,"cwd":"/home/owner/shop","sessionId":"s1","type":"user","timestamp":"` + at + `"` + more + "}\n"
	}
	first := `{"type":"summary","summary":"shop"}` + "\n"
	for _, c := range []struct {
		name, text string
		want       Head
	}{
		{"the first row", row(""), Head{SessionID: "s1", CWD: "/home/owner/shop", Known: true}},
		{"behind rows that name no folder", first + `{"type":"mode","sessionId":"s0"}` + "\n" + row(""), Head{SessionID: "s0", CWD: "/home/owner/shop", Known: true}},
		{"behind a long copy of a file", `{"type":"file-history-snapshot","x":"` + strings.Repeat("x", 300<<10) + "\"}\n" + row(""), Head{SessionID: "s1", CWD: "/home/owner/shop", Known: true}},
		{"in a row longer than what is looked at", strings.TrimSuffix(row(`,"message":"`), "}\n") + strings.Repeat("x", 20<<20), Head{SessionID: "s1", CWD: "/home/owner/shop", Known: true}},
		{"behind a malformed row", "{\"type\n" + row(""), Head{SessionID: "s1", CWD: "/home/owner/shop", Known: true}},
		{"of a fork made in another folder", row("") + `{"type":"attachment","cwd":"/home/owner/shop","attachment":{"type":"environment","snapshot":{"workingDirectory":"/home/owner/blog"}}}` + "\n",
			Head{SessionID: "s1", CWD: "/home/owner/shop", Began: "/home/owner/blog", Known: true}},
		{"that moved after the first answer", row("") + `{"type":"assistant","cwd":"/home/owner/shop"}` + "\n" + `{"type":"attachment","attachment":{"type":"environment","snapshot":{"workingDirectory":"/home/owner/blog"}}}` + "\n",
			Head{SessionID: "s1", CWD: "/home/owner/shop", Known: true}},
		{"no row names a folder", first, Head{Known: true}},
		{"no transcript", "a,b\n1,2\n", Head{}},
		{"empty", "", Head{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ReadHead(write(t, c.text))
			if got.At = got.At.UTC(); c.want.CWD != "" {
				c.want.At = clock(at)
			}
			c.want.Began = or(c.want.Began, c.want.CWD)
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
	if _, err := ReadHead(t.TempDir()); err == nil {
		t.Error("a folder was read as a file")
	}
}
