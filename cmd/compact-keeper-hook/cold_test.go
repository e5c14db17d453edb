package main_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
	"github.com/compact-keeper/compact-keeper/db"
)

// coldRuns is how often each program runs; the figures are of so many.
const coldRuns = 200

// BenchmarkColdEvent runs every event as the client does, a new process each, in turn with its floors: an empty Go
// program; one that only opens the database, reads, inserts and closes it; and that one without closing it, which is how
// hooks end. Each has a ledger of its own. Only the ratios compare across machines: those of the medians, and of the
// medians of the processor's time, which other programs disturb less.
//
//	go test ./cmd/compact-keeper-hook -run '^$' -bench ColdEvent -benchtime 1x
func BenchmarkColdEvent(b *testing.B) {
	empty, floor := lab.Build(b, "compact-keeper-hook/testdata/floor/empty"), lab.Build(b, "compact-keeper-hook/testdata/floor/ledger")
	for _, e := range events {
		b.Run(e.name, func(b *testing.B) {
			h := newHome(b)
			s := h.session("session-1")
			for n := range 20 {
				s.says(decision(n), fmt.Sprintf("The build took %d minutes today.", n))
			}
			ledger := func(name string) string { // a ledger that knows the session
				state := filepath.Join(h.dir, name)
				s.fire("SessionStart", fields{"source": "startup"}, "--state", state)
				return filepath.Join(state, db.File)
			}
			closed, left := ledger("closed"), ledger("left")
			s.fire("SessionStart", fields{"source": "startup"})
			if live, err := h.ledger().Decisions(ctx, s.id, db.Live); err != nil || len(live) != 20 {
				b.Fatalf("%d live decisions, %v; want 20", len(live), err)
			}
			stdin := s.stdin(e.event, e.more)
			var hook, inserts, leaves, nothing times
			for range b.N {
				for i := range coldRuns {
					if !e.reads && e.name != "PreCompact" && i%8 == 0 { // these follow a compaction's beginning
						s.fire("PreCompact", fields{"trigger": "auto"})
					}
					hook.run(b, stdin, h.hook, "--state", h.state)
					if e.name == "PreCompact" { // ends the compaction, so that the next one is a new one
						s.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>continue</summary>"})
					}
					inserts.run(b, stdin, floor, closed)
					leaves.run(b, stdin, floor, left, "leave")
					nothing.run(b, stdin, empty)
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(quantile(hook.wall, 50), "ms")
			b.ReportMetric(quantile(hook.wall, 95), "ms-p95")
			for _, f := range []struct {
				name string
				times
			}{{"ledger", inserts}, {"left", leaves}, {"empty", nothing}} {
				b.ReportMetric(quantile(hook.wall, 50)/quantile(f.wall, 50), "x-"+f.name)
				b.ReportMetric(quantile(hook.cpu, 50)/quantile(f.cpu, 50), "cpu-x-"+f.name)
			}
		})
	}
}

// times are those of a program's runs, in milliseconds.
type times struct{ wall, cpu []float64 }

// run runs a program to its end.
func (t *times) run(b *testing.B, stdin []byte, program string, args ...string) *os.ProcessState {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%s: %v", program, err)
	}
	t.wall = append(t.wall, float64(time.Since(begin).Microseconds())/1000)
	t.cpu = append(t.cpu, float64((cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Microseconds())/1000)
	return cmd.ProcessState
}

func quantile(all []float64, percent int) float64 {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)*percent/100]
}
