package transcript

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

func typed(text string) string {
	return `{"parentUuid":null,"type":"user","message":{"role":"user","content":` + quoted(text) + `},"uuid":` + quoted(text) + `,"timestamp":"2026-11-30T10:00:00Z","sessionId":"s","version":"1.0.24"}` + "\n"
}

func quoted(s string) string { b, _ := json.Marshal(s); return string(b) }

func TestLinesOfEveryForm(t *testing.T) {
	row := strings.TrimSuffix(typed("hello"), "\n")
	for _, tt := range []struct {
		name, file string
		want       []string
		skipped    Skipped
	}{
		{"CRLF", row + "\r\n" + typed("two"), []string{"hello", "two"}, Skipped{}},
		{"a BOM", "\xef\xbb\xbf" + row + "\n", []string{"hello"}, Skipped{}},
		{"empty lines", "\n\r\n" + row + "\n\n", []string{"hello"}, Skipped{}},
		{"lines that are no objects", "[1]\n\"x\"\nnull\n7\nplain words\n" + row + "\n", []string{"hello"}, Skipped{Malformed: 5}},
		{"a row cut off in the middle", row[:60] + "\n" + row + "\n", []string{"hello"}, Skipped{Malformed: 1}},
		{"a row behind one that was cut off", row[:60] + row + "\n", []string{"hello"}, Skipped{Malformed: 1}},
		{"two rows on one line", row + strings.Replace(typed("two"), "\n", "", 1) + `{"type":"summary"}` + "\n", []string{"hello", "two"}, Skipped{}},
		{"bytes that are no text", "\x00\xff\xfe{\n" + row + "\n", []string{"hello"}, Skipped{Malformed: 1}},
		{"types from the future", `{"type":"hologram"}` + "\n" + `{"uuid":"x"}` + "\n" + row + "\n", []string{"hello"}, Skipped{Unknown: 2}},
		{"a parent that is not there", strings.Replace(row, "null", `"gone"`, 1) + "\n", []string{"hello"}, Skipped{}},
		{"two rows of one uuid", typed("hello") + strings.ReplaceAll(typed("other"), `"uuid":"other"`, `"uuid":"hello"`), []string{"hello", "other"}, Skipped{}},
		{"BR-63 fields of other types than ever seen", `{"type":"user","message":{"role":"user","content":"hello","tokens":{"a":[1]}},"isMeta":"no","origin":"human","version":3,"cwd":{},"toolUseResult":[[]],"compactMetadata":7}` + "\n", []string{"hello"}, Skipped{}},
		{"BR-63 a message that is none", `{"type":"user","message":"hello"}` + "\n" + `{"type":"user","message":{"content":[7,"x",{"type":"text"},{"type":"hologram"}]}}` + "\n" + row + "\n", []string{"hello"}, Skipped{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var st State
			items, _ := readOn(t, write(t, tt.file), &st)
			if got := texts(items); !slices.Equal(got, tt.want) {
				t.Errorf("words %q, want %q", got, tt.want)
			}
			if st.Skipped != tt.skipped {
				t.Errorf("skipped %+v, want %+v", st.Skipped, tt.skipped)
			}
			if want := strings.Count(tt.file, "\n"); st.Line != want || st.Offset != int64(len(tt.file)) {
				t.Errorf("stands at line %d, byte %d; want line %d, byte %d", st.Line, st.Offset, want, len(tt.file))
			}
		})
	}
}

func TestUnfinishedLastLineWaits(t *testing.T) {
	path := write(t, typed("one"), strings.TrimSuffix(typed("two"), "\n"))
	var st State
	if items, _ := readOn(t, path, &st); !slices.Equal(texts(items), []string{"one"}) {
		t.Errorf("a row without its newline was taken: %q", texts(items))
	}
	if items, _ := readOn(t, path, &st); len(items) != 0 {
		t.Errorf("nothing new told %q", texts(items))
	}
	add(t, path, "\n"+typed("three"))
	if items, _ := readOn(t, path, &st); !slices.Equal(texts(items), []string{"two", "three"}) {
		t.Errorf("then %q", texts(items))
	}
	all, _, err := ReadAll(context.Background(), write(t, strings.TrimSuffix(typed("last"), "\n")), nil)
	if err != nil || !slices.Equal(texts(all), []string{"last"}) {
		t.Errorf("a file that nobody writes to: %q, %v", texts(all), err)
	}
}

func TestBR56_LinesOfAnyLength(t *testing.T) {
	long := strings.Repeat("0123456789abcdef", 70<<20/16)
	result := `{"isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"` + long + `"}]}}` + "\n"
	words := long[:20<<20]
	owner := strings.Replace(typed("@"), `"content":"@"`, `"content":"`+words+`"`, 1)
	var st State
	items, _ := readOn(t, write(t, typed("before"), result, typed("between"), owner, typed("after")), &st)
	if got := texts(items); len(got) != 4 || got[0] != "before" || got[1] != "between" || got[2] != words || got[3] != "after" {
		t.Fatalf("%d words", len(got))
	}
	if st.Skipped != (Skipped{Overlong: 1}) || st.Line != 5 {
		t.Errorf("skipped %+v, line %d", st.Skipped, st.Line)
	}
}

func TestLineOf100MBCostsLittleMemory(t *testing.T) {
	path := write(t)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"`)
	for range 100 {
		f.WriteString(strings.Repeat("x", 1<<20))
	}
	f.WriteString("\"}]}}\n" + typed("after"))
	f.Close()
	debug.FreeOSMemory()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	items, _ := readOn(t, path, &State{})
	runtime.ReadMemStats(&after)
	if !slices.Equal(texts(items), []string{"after"}) {
		t.Errorf("words %q", texts(items))
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 32<<20 {
		t.Errorf("took %d MB", took>>20)
	}
}

// A deadline stops the reading, and the next one goes on where it stopped, even inside a line without an end.
func TestBR57_HugeFileIsReadInSteps(t *testing.T) {
	path := write(t, typed("one"))
	if err := os.Truncate(path, 5<<30); err != nil {
		t.Skip("no sparse files here:", err)
	}
	var st State
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	items, _, err := ReadFile(ctx, path, &st, nil)
	if st.Offset >= 5<<30 {
		t.Errorf("it read to the end, byte %d", st.Offset)
	}
	if !slices.Equal(texts(items), []string{"one"}) {
		t.Errorf("words %q", texts(items))
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	at := st.Offset
	if at <= int64(len(typed("one"))) {
		t.Fatalf("no step was made: byte %d", at)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, reset, _ := ReadFile(ctx, path, &st, nil); reset || st.Offset < at || at < 5<<30 && st.Offset == at {
		t.Errorf("the second step went from byte %d to %d, reset %t", at, st.Offset, reset)
	}
}

func TestDeadlineStopsBetweenRows(t *testing.T) {
	path := write(t, typed("one"), typed("two"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var st State
	items, _, err := ReadFile(ctx, path, &st, nil)
	if !errors.Is(err, context.Canceled) || len(items) != 0 || st.Offset != 0 {
		t.Errorf("items %q, byte %d, error %v", texts(items), st.Offset, err)
	}
	if items, reset := readOn(t, path, &st); reset || len(texts(items)) != 2 {
		t.Errorf("then %q, reset %t", texts(items), reset)
	}
}

func TestFileThatIsNotTheOneReadBefore(t *testing.T) {
	for _, tt := range []struct {
		name, then string
		reset      bool
		want       []string
	}{
		{"nothing happened", typed("one") + typed("two"), false, nil},
		{"it grew", typed("one") + typed("two") + typed("three"), false, []string{"three"}},
		{"it shrank", typed("one"), true, []string{"one"}},
		{"it was emptied", "", true, nil},
		{"another one of the same length took its place", typed("one") + typed("owt"), true, []string{"one", "owt"}},
		{"another one with another beginning", typed("eno") + typed("two") + typed("three"), true, []string{"eno", "two", "three"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, typed("one"), typed("two"))
			var st State
			readOn(t, path, &st)
			if err := os.WriteFile(path, []byte(tt.then), 0o600); err != nil {
				t.Fatal(err)
			}
			items, reset := readOn(t, path, &st)
			if reset != tt.reset || !slices.Equal(texts(items), tt.want) {
				t.Errorf("reset %t, words %q; want %t, %q", reset, texts(items), tt.reset, tt.want)
			}
			if st.Offset != int64(len(tt.then)) {
				t.Errorf("stands at byte %d of %d", st.Offset, len(tt.then))
			}
		})
	}
}

// The fingerprint looks at both ends of what was read.
func TestLongFileThatWasReplaced(t *testing.T) {
	rows := make([]string, 40)
	for i := range rows {
		rows[i] = typed(fmt.Sprint("message ", i+10))
	}
	for i, want := range map[int]bool{0: true, 39: true, 20: false} { // the middle is not looked at: the client never changes it
		path := write(t, rows...)
		var st State
		readOn(t, path, &st)
		changed := slices.Clone(rows)
		changed[i] = typed("massage " + fmt.Sprint(i+10))
		if err := os.WriteFile(path, []byte(strings.Join(changed, "")), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, reset := readOn(t, path, &st); reset != want {
			t.Errorf("row %d changed: reset %t", i, reset)
		}
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	real, link, folder := filepath.Join(dir, "real"), filepath.Join(dir, "link"), filepath.Join(dir, "folder")
	if err := errors.Join(os.WriteFile(real, []byte(typed("x")), 0o600), os.Symlink(real, link), os.Mkdir(folder, 0o700)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, folder, os.DevNull} {
		if items, _, err := ReadFile(context.Background(), path, &State{}, nil); !errors.Is(err, ErrNotRegular) || len(items) != 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, _, err := ReadFile(context.Background(), filepath.Join(dir, "none"), &State{}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestEveryTextIsMasked(t *testing.T) {
	mask := func(s string) string { return strings.ReplaceAll(s, "hunter2", "[masked]") }
	for _, path := range samples(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// Every text gets the secret: words, questions, proposals, tasks, summaries, echoes, the queue.
		for _, s := range []string{`"content":"`, `"text":"`, `"prompt":"`, `"subject":"`, "said:\\n", "-args>", "stdout>", `"answers":{"`} {
			data = []byte(strings.ReplaceAll(string(data), s, s+" hunter2 "))
		}
		data = append(data, "\n"+`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"open","name":"Bash","input":{"command":"git commit -m hunter2"}}]}}`+"\n"...)
		var st State
		path, items := write(t, string(data)), []Item(nil)
		for more := true; more; {
			batch, _, err := ReadFile(context.Background(), path, &st, mask)
			if err != nil {
				t.Fatal(err)
			}
			items, more = append(items, batch...), len(batch) >= Batch
		}
		if len(st.Calls) == 0 {
			t.Fatal("no call is open")
		}
		state, _ := json.Marshal(st)
		if i := strings.Index(show(items)+string(state), "hunter2"); i >= 0 {
			t.Errorf("%s: a secret got through: …%.200s", filepath.Base(path), (show(items) + string(state))[max(0, i-100):])
		}
	}
}
