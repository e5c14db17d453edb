package web_test

import "testing"

func BenchmarkCompaction(b *testing.B) { benchPage(b, "/compactions/9000") }

func BenchmarkSession(b *testing.B) { benchPage(b, "/sessions/"+fullSession(b)) }

func BenchmarkSessionAroundACompaction(b *testing.B) {
	benchPage(b, "/sessions/"+fullSession(b)+"?compaction=9000")
}

// fullSession is the session of the compaction that the benchmarks look at.
func fullSession(b *testing.B) string {
	c, err := fullLedger(b).db.CompactionByID(b.Context(), 9000)
	if err != nil {
		b.Fatal(err)
	}
	return c.SessionID
}
