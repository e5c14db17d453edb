package web_test

import "testing"

func BenchmarkDecisions(b *testing.B) { benchPage(b, "/decisions") }
func BenchmarkDecisionsOfAProject(b *testing.B) {
	benchPage(b, "/decisions?project=5&status=live&kind=rule")
}
func BenchmarkDecisionsOfOldTimes(b *testing.B) { benchPage(b, "/decisions?to=2025-12-01") }
func BenchmarkDecision(b *testing.B)            { benchPage(b, "/decisions/90001") }
func BenchmarkWaiting(b *testing.B)             { benchPage(b, "/waiting") }

// The search, as it is asked while typing.
func BenchmarkSearch(b *testing.B) {
	for name, query := range map[string]string{
		"rare": "54321", "common": "the", "one letter": "t", "two letters": "te", "two words": "pnpm+importer", "nothing": "zzz",
		"German": "leerzeichen", "Chinese": "%E7%A9%BA%E6%A0%BC", "common of a project": "the&project=5&status=done",
	} {
		b.Run(name, func(b *testing.B) { benchPage(b, "/decisions?q="+query) })
	}
}
