package db

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"
)

// RememberForTest fills the table with n words.
func (t *Tx) RememberForTest(n int) error {
	for i := range n {
		if err := t.remember(scopeWord, digest("row", string(binary.AppendUvarint(nil, uint64(i)))), time.UnixMilli(1)); err != nil {
			return err
		}
	}
	return nil
}

func TestTextsThatRepeatAWordAreFound(t *testing.T) {
	long := strings.Repeat("The customer moved to the port of Rotterdam in spring and nobody may know about it yet ", 20)
	for _, tc := range []struct {
		name, word string
		quotes     []string
		text       string
		want       bool
	}{
		{"the whole word", "use tabs", nil, "The owner said: use tabs.", true},
		{"with other spaces and capitals", "Use the blue one, not the red one", nil, "use the BLUE one,\n   not the red one", true},
		{"a line of it as it stands", "Fix the build.\nAcme is bankrupt\nThanks", nil, "they say Acme is bankrupt; so", true},
		{"a decision of it", "well, if you ask me, use pnpm", []string{"use pnpm"}, "- use pnpm", true},
		{"its beginning, cut off", long, nil, long[:600] + " [cut]", true},
		{"a piece of it", long, nil, "note: to the port of Rotterdam in spring and nobody may", true},
		{"a few words of it", long, nil, "the port of Rotterdam", false},
		{"a yes somewhere", "yes", nil, "he said yes to all of it", false},
		{"a yes alone", "yes", nil, "Yes", true},
		{"Chinese without spaces", "绝对不要在没有询问我的情况下推送到主分支这是最重要的规则请务必遵守不要忘记", nil, "他说绝对不要在没有询问我的情况下推送到主分支这是最重要的规则请务必遵守", true},
		{"broken UTF-8", "use \xff tabs please now", nil, "use \xff tabs please now", true},
		{"an empty text", "use tabs", nil, "", false},
		{"another text", "use tabs", nil, "use spaces", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := newRepeats(tc.word, tc.quotes).in(tc.text); got != tc.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
