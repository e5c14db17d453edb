package transcript

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// What each client version's rows tell, every channel and everything that only looks like the owner.
func TestRowsOfEveryClient(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.jsonl")
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			items, st, err := ReadAll(context.Background(), path, nil)
			if err != nil {
				t.Fatal(err)
			}
			skipped, _ := json.Marshal(st.Skipped)
			got := show(items) + "skipped " + string(skipped) + "\n"
			golden := strings.TrimSuffix(path, ".jsonl") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// However a file grows, piece by piece and in the middle of rows, it tells what it tells when it is read at once.
func TestReadInPieces(t *testing.T) {
	for _, path := range samples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, '\n')
			once, _ := readOn(t, write(t, string(data)), &State{})
			rnd := rand.New(rand.NewPCG(7, uint64(len(data))))
			growing := write(t)
			var st State
			var items []Item
			for len(data) > 0 {
				n := min(len(data), 1+rnd.IntN(len(data)/8+2000))
				add(t, growing, string(data[:n]))
				data = data[n:]
				more, reset := readOn(t, growing, &st)
				if reset {
					t.Fatal("a file that grew was taken for another one")
				}
				items = append(items, more...)
			}
			if a, b := show(items), show(once); a != b {
				t.Errorf("in pieces:\n%s\nat once:\n%s", a, b)
			}
			if stored, _ := json.Marshal(st); len(stored) > 64<<10 {
				t.Errorf("the state takes %d bytes", len(stored))
			}
		})
	}
}
