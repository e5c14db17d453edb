package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/hooks"
	"github.com/compact-keeper/compact-keeper/hooks/past"
)

func TestProgressFitsTheTerminal(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		done  int64
		want  string
	}{
		{"a wide terminal", 120, 1.5e9, "\r[####################....................]  50 % of 3.0 GB  150 MB/s  10s left"},
		{"a narrow one", 60, 1.5e9, "\r[##########...........]  50 % of 3.0 GB  150 MB/s  10s left"},
		{"no room for a bar", 40, 1.5e9, "\r 50 % of 3.0 GB  150 MB/s  10s left"},
		{"hardly any room", 10, 1.5e9, "\r 50 % of "},
		{"all is done", 60, 3e9, "\r[######################] 100 % of 3.0 GB  300 MB/s  0s left"},
		{"nothing is done", 60, 0, "\r[........................................]   0 % of 3.0 GB"},
		{"no terminal", 0, 1.5e9, " 50 % of 3.0 GB  150 MB/s  10s left\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
			p := newProgress(&out, 3e9)
			p.width, p.now = func() int { return c.width }, func() time.Time { return now }
			p.began, p.last = now, now
			now = now.Add(50 * time.Millisecond)
			if p.at(c.done); out.Len() > 0 {
				t.Errorf("it is drawn without a pause: %q", out.String())
			}
			now = now.Add(10*time.Second - 50*time.Millisecond)
			p.at(c.done)
			if got := out.String(); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			if n := len(strings.TrimPrefix(c.want, "\r")); c.width > 0 && n >= c.width {
				t.Errorf("%d characters on a terminal of %d", n, c.width)
			}
			out.Reset()
			p.end()
			if got := out.String(); c.width > 0 && strings.TrimSpace(got) != "" || c.width == 0 && got != "" {
				t.Errorf("at the end it leaves %q", got)
			}
		})
	}
}

func TestAnswersOfAPerson(t *testing.T) {
	for _, c := range []struct {
		name, typed string
		there, want bool
		asked       int
	}{
		{"enter", "\n", true, true, 1},
		{"yes", "yes\n", true, true, 1},
		{"no", "N\n", true, false, 1},
		{"something else, then no", "what?\nno\n", true, false, 2},
		{"nothing", "", true, false, 1},
		{"nobody there", "y\n", false, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			p := person{&out, bufio.NewReader(strings.NewReader(c.typed)), c.there}
			if got := p.yes(t.Context(), "Sure?"); got != c.want || strings.Count(out.String(), "Sure? [Y/n] ") != c.asked {
				t.Errorf("got %v, asked\n%s", got, out.String())
			}
		})
	}
	in, _ := io.Pipe() // never a line
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if (person{io.Discard, bufio.NewReader(in), true}).yes(ctx, "Sure?") {
		t.Error("Ctrl-C was taken for a yes")
	}
}

func TestNumbersAreRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1 3-5", "map[1:true 3:true 4:true 5:true]"},
		{"2,2, 1", "map[1:true 2:true]"},
		{"", "map[]"},
		{"6", `"6" is no number from 1 to 5`},
		{"0", `"0" is no number from 1 to 5`},
		{"4-2", `"4-2" is no number from 1 to 5`},
		{"1-99999999", `"1-99999999" is no number from 1 to 5`},
		{"-", `"-" is no number from 1 to 5`},
		{"all", `"all" is no number from 1 to 5`},
	} {
		picked, err := numbers(c.text, 5)
		if got := fmt.Sprint(picked); err == nil && got != c.want || err != nil && err.Error() != c.want {
			t.Errorf("%q: %s, %v, want %s", c.text, got, err, c.want)
		}
	}
}

func TestATranscriptThatIsGoneIsToldAndTheRestTakenIn(t *testing.T) {
	home := newHome(t)
	d, err := writeLedger(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	row := `{"type":"user","uuid":"u","sessionId":"s","cwd":"/x","timestamp":"2026-06-01T12:00:00Z","origin":{"kind":"human"},"promptSource":"typed","message":{"role":"user","content":"Never push to main."}}` + "\n"
	good := filepath.Join(home, "good.jsonl")
	if err := os.WriteFile(good, []byte(row), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []past.Transcript
	for _, path := range []string{filepath.Join(home, "gone.jsonl"), good} {
		all = append(all, past.Transcript{Transcript: hooks.Transcript{Path: path, Session: filepath.Base(path), Root: "/x", Ended: true}, Size: int64(len(row))})
	}
	var out bytes.Buffer
	err = takeIn(t.Context(), d, person{out: &out}, all, false)
	if err == nil || err.Error() != "1 transcript could not be taken in; compact-keeper import tries again" || !strings.Contains(out.String(), "Not taken in: "+all[0].Path+": ") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if words, err := d.LastWords(t.Context(), "good.jsonl", 9); err != nil || len(words) != 1 {
		t.Errorf("%d words, %v", len(words), err)
	}
}
