package transcript

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// generated writes a transcript of about size bytes: one row in twenty a prompt, half of the rest tool results of up to
// 60 KB, written twice as the client does, the rest what an assistant says and calls.
func generated(tb testing.TB, size int) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "generated.jsonl")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	rnd := rand.New(rand.NewPCG(1, 2))
	// A quote in every 41 bytes, as in the results of real tools.
	const step = `\tif err := step(ctx, name, 17); err != nil {\n\t\treturn fmt.Errorf(\"step: %w\", err)\n\t}\n`
	code := func(most int) string { return strings.Repeat(step, rnd.IntN(most)/len(step)) }
	const row = `{"parentUuid":"%08[1]x-0000-4000-8000-000000000000","isSidechain":false,"userType":"external","cwd":"/home/me/project","sessionId":"big","version":"2.1.226","gitBranch":"main","promptId":"p%[1]d",%[2]s,"uuid":"%08[1]x-0000-4000-8000-000000000001","timestamp":"2026-11-30T10:00:00.%03[3]dZ"}` + "\n"
	for n, id := 0, 0; n < size; id++ {
		var body string
		switch rnd.IntN(20) {
		case 0:
			body = fmt.Sprintf(`"permissionMode":"default","origin":{"kind":"human"},"promptSource":"typed","type":"user","message":{"role":"user","content":"step %d: use tabs, never spaces; %s"}`, id, code(300))
		case 1, 2, 3, 4, 5, 6, 7, 8, 9:
			text := code(30 << 10)
			body = fmt.Sprintf(`"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_%[1]d","type":"tool_result","content":"%[2]s","is_error":false}]},"toolUseResult":{"stdout":"%[2]s","stderr":"","interrupted":false}`, id-1, text)
		case 10, 11:
			body = fmt.Sprintf(`"message":{"model":"m","id":"msg_%d","type":"message","role":"assistant","content":[{"type":"text","text":"Shall I go on? %s"}],"stop_reason":null},"type":"assistant"`, id, code(2000))
		case 12:
			body = fmt.Sprintf(`"message":{"model":"m","id":"msg_%d","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"","signature":"%s"}],"stop_reason":null},"type":"assistant"`, id, strings.Repeat("Az09", 300))
		case 13:
			body = `"type":"progress","data":{"type":"hook_progress","hookEvent":"Stop"}`
		default:
			body = fmt.Sprintf(`"message":{"model":"m","id":"msg_%[1]d","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_%[1]d","name":"Bash","input":{"command":"go test ./... # %[1]d"}}],"stop_reason":"tool_use"},"type":"assistant"`, id)
		}
		k, err := fmt.Fprintf(f, row, id, body, id%1000)
		if err != nil {
			tb.Fatal(err)
		}
		n += k
	}
	return path
}

// BenchmarkNeverSeen reads a transcript for the first time, against its floor: the same file read once. The size in MB
// is COMPACT_KEEPER_BENCH_MB, else 64.
func BenchmarkNeverSeen(b *testing.B) {
	mb, err := strconv.Atoi(os.Getenv("COMPACT_KEEPER_BENCH_MB"))
	if err != nil {
		mb = 64
	}
	path := generated(b, mb<<20)
	var st State
	var items int
	var peak uint64
	once := func() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		buf := make([]byte, bufferSize)
		for err == nil {
			_, err = f.Read(buf)
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
	read := func() {
		items = 0
		for more := true; more; {
			batch, _, err := ReadFile(context.Background(), path, &st, nil)
			if err != nil {
				b.Fatal(err)
			}
			items += len(batch)
			more = len(batch) >= Batch
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		peak = max(peak, m.HeapSys)
	}
	timed := func(least *time.Duration, run func()) {
		start := time.Now()
		run()
		if d := time.Since(start); *least == 0 || d < *least {
			*least = d
		}
	}
	var floor, full, after time.Duration
	for range 7 { // by turns, so that a busy machine slows both
		timed(&floor, once)
		st = State{}
		timed(&full, read)
	}
	told := items
	add(b, path, strings.Repeat(`{"type":"progress","data":{}}`+"\n", 10<<10/30))
	before := st
	for range 7 {
		st = before
		timed(&after, read)
	}
	for b.Loop() {
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(floor.Microseconds())/1e3, "floor-ms")
	b.ReportMetric(float64(full.Microseconds())/1e3, "read-ms")
	b.ReportMetric(full.Seconds()/floor.Seconds(), "x-floor")
	b.ReportMetric(float64(after.Microseconds())/1e3, "10KB-more-ms")
	b.ReportMetric(float64(peak)/(1<<20), "heap-MB")
	b.ReportMetric(float64(told), "items")
}
