package keep

import (
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

func FuzzFind(f *testing.F) {
	for _, c := range cueTable {
		for text := range strings.SplitSeq(c.yes, "\n") {
			f.Add(text, uint8(0))
		}
	}
	for i, text := range []string{"", "\xff\xfe use \xc3", "- [x] a\n```\nb", "“„\"`'", "use “a", "1.2.3. 4)", "<a>\n</b>", "不要\x00改。", "İ use ſ", "(((((", "a\r\nb\rc", "…?…!", "scratch that, scratch that: - use"} {
		f.Add(text, uint8(i))
	}
	channels := []db.Channel{db.Typed, db.Queued, db.QuestionAnswer, db.DenialFeedback, db.ApprovalFeedback, db.SlashArgs, db.Bash}
	f.Fuzz(func(t *testing.T, text string, channel uint8) {
		w := db.Word{UUID: "new", Text: text, Channel: channels[int(channel)%len(channels)], Question: text}
		last := 0
		for _, d := range Find(w) {
			if d.Quote == "" || d.Start < last || d.Start+len(d.Quote) > len(text) || text[d.Start:d.Start+len(d.Quote)] != d.Quote {
				t.Fatalf("%q at %d is not what stands there", d.Quote, d.Start)
			}
			if d.Kind == "" || d.Cue == "" {
				t.Fatalf("%q has kind %q by cue %q", d.Quote, d.Kind, d.Cue)
			}
			last = d.Start
		}
		l := &Ledger{}
		say(l, "Use Redis for the sessions.", "Never push to main.")
		_, changed := l.Add(w)
		for _, d := range changed {
			if d.Status == db.Live || d.Why == "" {
				t.Fatalf("%q changed to %s, because %q", d.Quote, d.Status, d.Why)
			}
		}
		l.EndTurn()
		l.Withdraw("new", 0)
	})
}

// long are messages that would make a careless reader slow.
var long = []struct{ name, part string }{
	{"one cue over and over", "always "},
	{"sentences", "Use the cache for this, and don't touch the tests. "},
	{"open quotations", "\"` “„"},
	{"tags", "<a"},
	{"lines of tags", "<a>\n"},
	{"brackets", "[Image #"},
	{"commas", ", and let's, but don't"},
	{"stops", ".!?"},
	{"colons", "x: said: "},
	{"Chinese", "不要改数据库"},
	{"spaces", "        "},
	{"list marks", "- [ ] 1. "},
	{"no spaces", "a"},
	{"fences", "```\n"},
	{"parts that decide", "use it, and don't do that, "},
	{"parts that do not", "the x, and the y, "},
	{"take-backs", "scratch that, never mind: "},
	{"gaps", "should we use if what 是不是 "},
	{"lists", "never do this:\n- use it\n"},
	{"questions", "can you, is it? "},
}

// Square work on ten megabytes would not end in a test's time.
func TestFindingInTenMegabytesEnds(t *testing.T) {
	for _, c := range long {
		for _, form := range []struct{ name, text string }{
			{"one line", strings.Repeat(c.part, 10<<20/len(c.part))},
			{"lines as long as a sentence may be", strings.Repeat(strings.Repeat(c.part, longestSentence/len(c.part))+".\n", 10<<20/longestSentence)},
		} {
			t.Run(c.name+", "+form.name, func(t *testing.T) {
				for _, d := range Find(db.Word{Channel: db.Typed, Text: form.text}) {
					if !strings.HasPrefix(form.text[d.Start:], d.Quote) {
						t.Fatalf("at byte %d stands no %.40q", d.Start, d.Quote)
					}
				}
			})
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for _, c := range long {
		text := strings.Repeat(c.part, 32<<10/len(c.part))
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Find(db.Word{Channel: db.Typed, Text: text})
			}
		})
	}
}

func BenchmarkFirstFind(b *testing.B) {
	for b.Loop() {
		newMatcher()
	}
}

func BenchmarkLedger(b *testing.B) {
	l := &Ledger{}
	for i := range 300 {
		l.Add(db.Word{Line: i, Text: "Use option " + string(rune('a'+i%26)) + " for the part number " + strings.Repeat("x", 3+i/10) + string(rune('a'+i%26))})
	}
	b.Logf("%d decisions", len(l.Decisions))
	for b.Loop() {
		n := len(l.Decisions)
		l.Add(db.Word{Line: -1, Text: "Actually, use option q for the part number zzz."})
		l.Decisions = l.Decisions[:n]
	}
}
