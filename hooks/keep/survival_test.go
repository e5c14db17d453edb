package keep

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

// TestSurvivalAgreesWithAReader checks real summaries against a reader's judgement of what became of each decision.
func TestSurvivalAgreesWithAReader(t *testing.T) {
	shared := sharedFolder(t)
	raw, err := os.ReadFile(filepath.Join(shared, "gold", "survival.json"))
	if err != nil {
		t.Skip(err)
	}
	var rows []struct {
		Transcript       string
		Compaction       int
		Quote, Judgement string
	}
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	summaries := map[string][]Summary{}
	var n, agree, rest, restAgree, falseKept, falseLost int
	for _, r := range rows {
		want, judged := map[string]db.Outcome{"verbatim": db.Verbatim, "paraphrase": db.Reworded, "lost": db.NotFound}[r.Judgement]
		if !judged {
			continue
		}
		if summaries[r.Transcript] == nil {
			summaries[r.Transcript] = summariesOf(t, filepath.Join(shared, "transcripts", r.Transcript+".jsonl"))
		}
		got := summaries[r.Transcript][r.Compaction-1].Check(r.Quote)
		n++
		if (got == db.Verbatim) == (want == db.Verbatim) {
			agree++
		}
		switch {
		case got == db.Verbatim && want != db.Verbatim:
			falseKept++
			t.Errorf("%s %d: called verbatim, a reader says %s: %q", r.Transcript, r.Compaction, r.Judgement, r.Quote)
		case got != db.Verbatim && want == db.Verbatim:
			falseLost++
			t.Logf("%s %d: called %s, a reader says verbatim: %q", r.Transcript, r.Compaction, got, r.Quote)
		}
		if want != db.Verbatim {
			rest++
			if got == want {
				restAgree++
			}
		}
	}
	t.Logf("%d judged: two-way %.3f, false kept %d, false lost %d; of the %d others %.3f right", n, ratio(agree, n), falseKept, falseLost, rest, ratio(restAgree, rest))
	if ratio(agree, n) < 0.95 {
		t.Errorf("two-way agreement %.3f, want at least 0.95", ratio(agree, n))
	}
}

func ratio(a, b int) float64 { return float64(a) / float64(max(b, 1)) }

// summariesOf returns the summaries in a transcript file, in order.
func summariesOf(t *testing.T, path string) []Summary {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var found []Summary
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if !strings.Contains(lines.Text(), `"isCompactSummary":true`) {
			continue
		}
		var row struct {
			Message struct{ Content json.RawMessage }
		}
		var text string
		if json.Unmarshal(lines.Bytes(), &row) != nil {
			continue
		}
		if json.Unmarshal(row.Message.Content, &text) != nil {
			var blocks []struct{ Text string }
			if json.Unmarshal(row.Message.Content, &blocks) != nil {
				continue
			}
			for _, b := range blocks {
				text += b.Text + "\n"
			}
		}
		found = append(found, ReadSummary(text))
	}
	return found
}

// sharedFolder finds the folder of test data beside the repository, or skips.
func sharedFolder(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("COMPACT_KEEPER_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			shared := filepath.Join(filepath.Dir(dir), "shared")
			if _, err := os.Stat(shared); err == nil {
				return shared
			}
			break
		}
	}
	t.Skip("no shared test data beside the repository")
	return ""
}
