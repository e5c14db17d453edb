package web

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheNearestPassage(t *testing.T) {
	text := "1. Request: make the shop faster.\n2. The user wants pnpm to be used in the shop, never yarn.\n- Tests ran, all of them passed.\n" +
		"Long: " + strings.Repeat("filler words stand here and go on. ", 30) + "Releases wait for Anna until Monday. " + strings.Repeat("more of them. ", 40) + "\n请使用 pnpm，不要用 yarn。"
	p := newPassages(text)
	for _, c := range []struct{ name, quote, want string }{
		{"the line with most of its words", "use pnpm, never yarn", "The user wants pnpm to be used in the shop, never yarn."},
		{"a sentence of a long line", "no releases until Monday", "Releases wait for Anna until Monday."},
		{"a script without spaces", "不要用 yarn", "不 要 用 yarn"},
		{"nothing for a quote of other words", "deploy on Fridays", ""},
		{"nothing for one common word", "the harbour", ""},
		{"nothing for no words", "- ", ""},
	} {
		var got []string
		for _, w := range p.nearest(splitWords(c.quote), nearEnough) {
			got = append(got, w.text)
		}
		if text := strings.Join(got, " "); c.want == "" && text != "" || !strings.Contains(text, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, text, c.want)
		}
	}
}

func TestAWordDiff(t *testing.T) {
	for _, c := range []struct{ name, quote, passage, want string }{
		{"the same", "use pnpm", "Use `pnpm`.", "Use `pnpm`."},
		{"a word left out", "never ever push", "never push", "never [−ever] push"},
		{"a word instead", "please use pnpm now", "please use npm now", "please use [−pnpm] [+npm] now"},
		{"a word that turns the meaning", "push to main", "do not push to main", "[+do not] push to main"},
		{"nothing in common", "a b", "c d", "[−a b] [+c d]"},
		{"what surrounds it is cut", "x", strings.Repeat("w ", 40) + "x" + strings.Repeat(" v", 40), "[+… " + strings.Repeat("w ", 11) + "w] x [+" + strings.Repeat("v ", 12) + "…]"},
		{"no spaces", "不要用", "要用吗", "[−不] 要用 [+吗]"},
	} {
		if got := changesText(wordDiff(splitWords(c.quote), splitWords(c.passage))); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTheSameTextsGiveTheSamePassage(t *testing.T) {
	p := newPassages(strings.Repeat("use pnpm here\nuse pnpm there\n", 20))
	first := changesText(wordDiff(splitWords("use pnpm"), p.nearest(splitWords("use pnpm"), nearEnough)))
	for range 50 {
		if got := changesText(wordDiff(splitWords("use pnpm"), p.nearest(splitWords("use pnpm"), nearEnough))); got != first {
			t.Fatalf("got %q after %q", got, first)
		}
	}
}

// A summary of 1 MB and 500 decisions of a hundred words, all compared.
func BenchmarkNearestPassages(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 1<<20; i++ {
		fmt.Fprintf(&text, "Step %d changed module %d and the tests of module %d, because the user said so in message %d.\n", i, i%97, i%89, i%499)
	}
	var quotes [][]token
	for i := range 500 {
		quotes = append(quotes, splitWords(strings.Repeat(fmt.Sprintf("change module %d only with its tests as message %d said ", i%97, i), 10)))
	}
	for b.Loop() {
		p := newPassages(text.String())
		for _, q := range quotes {
			wordDiff(q, p.nearest(q, nearReworded))
		}
	}
}

func BenchmarkMarkdownOfALongSummary(b *testing.B) {
	text := strings.Repeat("## Heading\n\n1. **Primary request**: the user said `use pnpm`, see https://example.org/x\n   - a list\n   - with [a link](https://example.org)\n\n", 200)
	for b.Loop() {
		if _, ok := markdown(text); !ok {
			b.Fatal("not shown")
		}
	}
}
