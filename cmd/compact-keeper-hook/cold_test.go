package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// coldRuns is how often each program runs; the medians are of so many.
const coldRuns = 200

// BenchmarkColdEvent runs every event as the client does, a new process each, in turn with its two floors: an empty Go
// program, and one that only opens the database, reads and inserts. Only the ratios compare across machines.
//
//	go test ./cmd/compact-keeper-hook -run '^$' -bench ColdEvent -benchtime 1x
func BenchmarkColdEvent(b *testing.B) {
	hook := lab.Build(b, "compact-keeper-hook")
	empty := lab.Build(b, "internal/floor/empty")
	floor := lab.Build(b, "internal/floor/ledger")
	for _, e := range []struct{ event, extra string }{
		{"SessionStart", `"source":"startup"`},
		{"UserPromptSubmit", `"prompt":"go on"`},
		{"Stop", `"last_assistant_message":"Done."`},
		{"PreCompact", `"trigger":"auto"`},
		{"SubagentStop", `"agent_id":"f","last_assistant_message":"<summary>continue</summary>"`},
		{"SessionStart", `"source":"compact"`},
		{"PostCompact", `"trigger":"auto","compact_summary":"<summary>continue</summary>"`},
		{"SessionEnd", `"reason":"other"`},
	} {
		name := e.event
		if strings.Contains(e.extra, "compact\"") && e.event == "SessionStart" {
			name += "Compact"
		}
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			state, transcript := filepath.Join(dir, "state"), filepath.Join(dir, "session-1.jsonl")
			writeTranscript(b, transcript, 40)
			stdin := func(event, extra string) []byte {
				return fmt.Appendf(nil, `{"session_id":"session-1","transcript_path":%q,"cwd":%q,"hook_event_name":%q,%s}`, transcript, dir, event, extra)
			}
			start(b, stdin("SessionStart", `"source":"startup"`), hook, "--state", state)
			var took [3][]float64
			for range b.N {
				for i := range coldRuns {
					if e.event != "PreCompact" && name != "Stop" && i%8 == 0 { // a compaction for the events that follow one
						start(b, stdin("PreCompact", `"trigger":"auto"`), hook, "--state", state, "--part", "1")
					}
					took[0] = append(took[0], start(b, stdin(e.event, e.extra), hook, "--state", state))
					took[1] = append(took[1], start(b, nil, floor, filepath.Join(state, "keeper.db")))
					took[2] = append(took[2], start(b, nil, empty))
				}
			}
			for i := range took {
				slices.Sort(took[i])
			}
			median := func(i int) float64 { return took[i][len(took[i])/2] }
			b.ReportMetric(median(0), "ms")
			b.ReportMetric(took[0][len(took[0])*95/100], "ms-p95")
			b.ReportMetric(median(0)/median(1), "x-ledger")
			b.ReportMetric(median(0)/median(2), "x-empty")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// start runs a program to its end and returns its milliseconds.
func start(b *testing.B, stdin []byte, program string, args ...string) float64 {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%s: %v", program, err)
	}
	return float64(time.Since(begin).Microseconds()) / 1000
}

// writeTranscript writes a session of n turns, every other prompt a decision.
func writeTranscript(tb testing.TB, path string, n int) {
	tb.Helper()
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	enc := json.NewEncoder(f)
	for i := range n {
		text := fmt.Sprintf("The build took %d minutes today.", i)
		if i%2 == 0 {
			text = fmt.Sprintf("Always name migration %d after its ticket.", i)
		}
		enc.Encode(map[string]any{"type": "user", "uuid": fmt.Sprint("u", i), "promptId": fmt.Sprint("p", i), "timestamp": at.Add(time.Duration(i) * time.Minute), "version": "2.1.332",
			"origin": map[string]any{"kind": "human"}, "promptSource": "typed", "permissionMode": "default", "message": map[string]any{"role": "user", "content": text}})
		enc.Encode(map[string]any{"type": "assistant", "uuid": fmt.Sprint("a", i), "timestamp": at.Add(time.Duration(i)*time.Minute + 1), "version": "2.1.332",
			"message": map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "text", "text": "Understood."}}}})
	}
}
