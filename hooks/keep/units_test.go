package keep

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestUnitsCountsAsTheClientDoes(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "äöü": 3, "中文": 2, "🙂": 2, "e\u0301": 2, "👨‍👩‍👧": 8, "🇩🇪": 4} {
		if got := Units(text); got != want {
			t.Errorf("Units(%q) = %d, want %d", text, got, want)
		}
		if got := len(utf16.Encode([]rune(text))); got != want {
			t.Errorf("the row for %q is wrong: %d", text, got)
		}
	}
}

func TestCutUnitsNeverTearsACharacter(t *testing.T) {
	for _, c := range []struct {
		name, text string
		n          int
		want       string
	}{
		{"a text that fits stays", "abc", 3, "abc"},
		{"ASCII is cut at the unit", "abcdef", 3, "abc"},
		{"nothing fits in nothing", "abc", 0, ""},
		{"a negative limit takes nothing", "abc", -1, ""},
		{"an emoji of two units does not fit in one", "a🙂b", 2, "a"},
		{"an emoji that fits stays", "a🙂b", 3, "a🙂"},
		{"an accent stays with its letter", "ae\u0301x", 2, "a"},
		{"a joined emoji stays whole", "a👨‍👩‍👧b", 6, "a"},
		{"a joined emoji that fits stays", "a👨‍👩‍👧b", 9, "a👨‍👩‍👧"},
		{"a skin tone stays with its hand", "a👍🏽b", 3, "a"},
		{"a flag stays whole", "🇩🇪🇫🇷", 6, "🇩🇪"},
		{"a variation selector stays with its sign", "a❤\ufe0f", 2, "a"},
		{"Chinese is cut between characters", "中文字", 2, "中文"},
		{"a heap of accents is cut where it must be", "a" + strings.Repeat("\u0301", 100), 50, "a" + strings.Repeat("\u0301", 49)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := CutUnits(c.text, c.n); got != c.want {
				t.Errorf("CutUnits(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
			}
		})
	}
}

func FuzzCutUnits(f *testing.F) {
	f.Add("a👨‍👩‍👧b", 4)
	f.Fuzz(func(t *testing.T, s string, n int) {
		got := CutUnits(s, n)
		if !strings.HasPrefix(s, got) || Units(got) > max(n, 0) || utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("CutUnits(%q, %d) = %q", s, n, got)
		}
		if Units(s) <= n && got != s {
			t.Errorf("CutUnits(%q, %d) cut what fits", s, n)
		}
	})
}
