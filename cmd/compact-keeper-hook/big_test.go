package main_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// BenchmarkBigTranscript measures PreCompact on a transcript that no hook has seen, against a program that reads the file
// once, as medians of the time and of the processor's time; then after 10 KB more, against the same on a small file with the
// same prompts; and the most memory that a hook took. All read from the page cache. A hook stops reading when its time is over: "read-%" is
// how far it came. The file's size in MB is COMPACT_KEEPER_BENCH_MB, else 500.
//
//	go test ./cmd/compact-keeper-hook -run '^$' -bench BigTranscript -benchtime 1x
func BenchmarkBigTranscript(b *testing.B) {
	mb, err := strconv.Atoi(os.Getenv("COMPACT_KEEPER_BENCH_MB"))
	if err != nil {
		mb = 500
	}
	h, floor := newHome(b), lab.Build(b, "compact-keeper-hook/testdata/floor/read")
	big, small := h.session("big"), h.session("small")
	big.realistic(mb << 20)
	small.promptsOf(big)
	var once, unseen, more, few times
	var read []float64
	rss := 0.0
	brief := func(t *times, s *session) {
		p := t.run(b, s.stdin("PreCompact", fields{"trigger": "auto"}), h.hook, "--state", h.state)
		rss = max(rss, maxRSS(p))
	}
	for range b.N {
		for i := range 11 {
			once.run(b, nil, floor, big.path)
			h.state = filepath.Join(h.dir, fmt.Sprint("state-", i))
			small.fire("SessionStart", fields{"source": "startup"}) // makes the ledger
			brief(&unseen, big)
			read = append(read, 100*float64(big.offset())/float64(big.size()))
			for big.offset() < big.size() {
				big.fire("Stop", nil)
			}
			brief(&times{}, small)
			for range 5 {
				big.realistic(10 << 10)
				small.realistic(10 << 10)
				brief(&more, big)
				brief(&few, small)
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(quantile(unseen.wall, 50), "unseen-ms")
	b.ReportMetric(quantile(read, 50), "read-%")
	b.ReportMetric(quantile(unseen.wall, 50)/quantile(once.wall, 50), "x-read")
	b.ReportMetric(quantile(unseen.cpu, 50)/quantile(once.cpu, 50), "cpu-x-read")
	b.ReportMetric(quantile(more.wall, 50), "10KB-ms")
	b.ReportMetric(quantile(more.wall, 50)/quantile(few.wall, 50), "10KB-x-small")
	b.ReportMetric(rss, "MB")
	if own := maxRSS(nil); own >= rss {
		b.Logf("a process counts what its parent held when it started it: %.0f MB", own)
	}
}

// promptsOf writes the rows of another transcript in which the owner speaks.
func (s *session) promptsOf(other *session) {
	s.Helper()
	f, err := os.Open(other.path)
	if err != nil {
		s.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if bytes.Contains(lines.Bytes(), []byte(`"promptSource":"typed"`)) {
			s.append(append(bytes.ReplaceAll(lines.Bytes(), []byte(other.id+"-"), []byte(s.id+"-")), '\n'))
		}
	}
	if err := lines.Err(); err != nil {
		s.Fatal(err)
	}
}

// realistic appends about size bytes to the session's transcript, in the shapes and proportions of real ones: most bytes
// are what tools said, written twice as the client does; one row in twenty is a prompt, some of which decide something.
func (s *session) realistic(size int) {
	s.Helper()
	file, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		s.Fatal(err)
	}
	defer file.Close()
	f := bufio.NewWriterSize(file, 1<<20)
	rnd := rand.New(rand.NewPCG(9, uint64(len(s.said))))
	const line = `\tif err := step(ctx, \"name\", 17); err != nil {\n\t\treturn fmt.Errorf(\"step: %w\", err)\n\t}\n`
	code := func(most int) string { return strings.Repeat(line, rnd.IntN(most)/len(line)) }
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for written := 0; written < size; {
		n := len(s.said)
		id := fmt.Sprintf("%s-%d", s.id, n)
		s.said = append(s.said, id) // counts the rows here, not the words
		var body string
		switch rnd.IntN(20) {
		case 0:
			text := fmt.Sprintf("Step %d took four minutes: look at it again.\\n%s", n, code(300))
			if rnd.IntN(20) == 0 {
				text = decision(n)
			}
			body = fmt.Sprintf(`"type":"user","promptId":"p%d","origin":{"kind":"human"},"promptSource":"typed","permissionMode":"default","message":{"role":"user","content":"%s"}`, n, text)
		case 1, 2, 3, 4, 5, 6, 7, 8, 9:
			text := code(30 << 10)
			body = fmt.Sprintf(`"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_%d","type":"tool_result","content":"%s","is_error":false}]},"toolUseResult":{"stdout":"%s","stderr":"","interrupted":false}`, n-1, text, text)
		case 10, 11:
			body = fmt.Sprintf(`"message":{"model":"m","type":"message","role":"assistant","content":[{"type":"text","text":"Shall I go on? %s"}]},"type":"assistant"`, code(2000))
		case 12:
			body = `"type":"progress","data":{"type":"hook_progress","hookEvent":"Stop"}`
		default:
			body = fmt.Sprintf(`"message":{"model":"m","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"Bash","input":{"command":"go test ./... # %d"}}]},"type":"assistant"`, n, n)
		}
		k, err := fmt.Fprintf(f, `{"parentUuid":"%s-p","isSidechain":false,"userType":"external","cwd":%q,"sessionId":"%s","version":"2.1.332","gitBranch":"main",%s,"uuid":"%s","timestamp":"%s"}`+"\n",
			id, s.cwd, s.id, body, id, at.Add(time.Duration(n)*time.Second).Format(time.RFC3339))
		if err != nil {
			s.Fatal(err)
		}
		written += k
	}
	if err := f.Flush(); err != nil {
		s.Fatal(err)
	}
}
