package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// BenchmarkImport imports transcripts made of the shared real ones, COMPACT_KEEPER_IMPORT_MB of them, else 1000. It tells
// the speed, also by the processor's time, the most memory that it took, and what a hook of another session took at the median while an import of a
// tenth of them ran, against hooks right before and after, in ten rounds.
//
//	go test ./cmd/compact-keeper -run '^$' -bench Import -benchtime 1x
func BenchmarkImport(b *testing.B) {
	mb, err := strconv.Atoi(os.Getenv("COMPACT_KEEPER_IMPORT_MB"))
	if err != nil {
		mb = 1000
	}
	home := b.TempDir()
	folder := func(n int) string {
		return filepath.Join(home, ".claude", "projects", fmt.Sprint("-home-owner-", n%rounds))
	}
	var bytes int64
	for n := 0; bytes < int64(mb)<<20; n++ {
		bytes += multiply(b, corpus(b), folder(n), n)
	}
	var rates, work, peaks, alone, beside []float64
	for range b.N {
		for i := range 3 {
			cmd := importer(b, home, filepath.Join(home, fmt.Sprint("alone-", i)))
			start := time.Now()
			peaks = append(peaks, peak(b, cmd))
			rates = append(rates, float64(bytes)/1e6/time.Since(start).Seconds())
			work = append(work, float64(bytes)/1e6/(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Seconds())
		}
		for round := range rounds {
			state := filepath.Join(home, fmt.Sprint("beside-", round))
			h := other{b, filepath.Join(state, "compact-keeper"), &talk{session: "5e55", cwd: home}}
			h.fire() // makes the ledger
			for range 15 {
				alone = append(alone, h.fire())
			}
			cmd := importer(b, home, state, folder(round))
			if err := cmd.Start(); err != nil {
				b.Fatal(err)
			}
			done := make(chan bool)
			go func() { cmd.Wait(); close(done) }()
			for during := true; during; {
				took := h.fire()
				select {
				case <-done:
					during = false
				default:
					beside = append(beside, took)
				}
			}
			for range 15 {
				alone = append(alone, h.fire())
			}
		}
	}
	median := func(all []float64) float64 { slices.Sort(all); return all[len(all)/2] }
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(rates), "MB/s")
	b.ReportMetric(median(work), "MB/cpu-s")
	b.ReportMetric(slices.Max(peaks), "peak-MB")
	b.ReportMetric(median(alone), "hook-ms")
	b.ReportMetric(median(beside), "hook-beside-ms")
	b.ReportMetric(median(beside)/median(alone), "x-hook")
	b.ReportMetric(float64(len(beside)), "hooks-beside")
}

const rounds = 10

func importer(b *testing.B, home, state string, paths ...string) *exec.Cmd {
	cmd := exec.Command(lab.Build(b, "compact-keeper"), append([]string{"import"}, paths...)...)
	cmd.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + state}
	return cmd
}

// other is a session whose hooks run beside an import.
type other struct {
	*testing.B
	state string
	*talk
}

// fire lets the owner say something and runs the hook behind it. It returns the milliseconds that this took.
func (o other) fire() float64 {
	o.Helper()
	o.say("We look at it again tomorrow.")
	path := filepath.Join(o.cwd, o.session+".jsonl")
	if err := os.WriteFile(path, []byte(o.text.String()), 0o600); err != nil {
		o.Fatal(err)
	}
	stdin, err := json.Marshal(fields{"hook_event_name": "Stop", "session_id": o.session, "transcript_path": path, "cwd": o.cwd})
	if err != nil {
		o.Fatal(err)
	}
	c := exec.Command(lab.Build(o, "compact-keeper-hook"), "--state", o.state)
	c.Stdin, c.Env = bytes.NewReader(stdin), []string{"HOME=" + o.cwd}
	start := time.Now()
	if err := c.Run(); err != nil {
		o.Fatal(err)
	}
	return time.Since(start).Seconds() * 1e3
}

var uuids = regexp.MustCompile(`\b([0-9a-f]{4})[0-9a-f]{4}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b`)

// multiply writes the nth copy of each file, with ids of its own, and returns its size.
func multiply(t testing.TB, files []string, dir string, n int) (size int64) {
	t.Helper()
	for k, f := range files {
		text, err := os.ReadFile(f)
		if err == nil {
			err = os.MkdirAll(dir, 0o700)
		}
		path := filepath.Join(dir, fmt.Sprintf("%08x-0000-4000-8000-%012x.jsonl", k, n))
		if err == nil {
			err = os.WriteFile(path, uuids.ReplaceAll(text, fmt.Appendf(nil, "${1}%04x${2}", n)), 0o600)
		}
		if err == nil {
			err = os.Chtimes(path, longAgo, longAgo)
		}
		if err != nil {
			t.Fatal(err)
		}
		size += int64(len(text))
	}
	return size
}

// peak runs a command to its end and returns the most memory it took, in MB: VmHWM, which it asks for until then.
func peak(b *testing.B, cmd *exec.Cmd) (mb float64) {
	b.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case err := <-done:
			if err != nil {
				b.Fatalf("%v\n%s", err, out.String())
			}
			return mb
		case <-time.After(20 * time.Millisecond):
		}
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		for line := range strings.Lines(string(status)) {
			if kb, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				n, _ := strconv.ParseFloat(strings.Fields(kb)[0], 64)
				mb = n / 1024
			}
		}
	}
}
