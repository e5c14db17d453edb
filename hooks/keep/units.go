package keep

import (
	"unicode"
	"unicode/utf8"
)

// Units counts s in UTF-16 code units, as the client does when it caps what a hook printed.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += units(r)
	}
	return n
}

func units(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// CutUnits returns the longest prefix of s that has at most n units and ends where a reader sees a character end: not
// inside a surrogate pair, nor before a combining mark or inside a joined emoji.
func CutUnits(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i, r := range s {
		if n -= units(r); n < 0 {
			return s[:characterEnd(s, i)]
		}
	}
	return s
}

// longestCharacter bounds the walk back, in runes: a family emoji has 7, a flag of a region 14. What is longer is no
// character anybody typed, and is cut where it must be.
const longestCharacter = 16

// characterEnd moves the cut at i back to where a character ends.
func characterEnd(s string, i int) int {
	at := i
	for range longestCharacter {
		if at == 0 {
			return 0
		}
		next, _ := utf8.DecodeRuneInString(s[at:])
		prev, size := utf8.DecodeLastRuneInString(s[:at])
		if !continues(next) && prev != zeroWidthJoiner && !(regional(next) && oddRegionals(s[:at])) {
			return at
		}
		at -= size
	}
	return i
}

const zeroWidthJoiner = '\u200d'

// continues tells a rune that belongs to the character before it.
func continues(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == zeroWidthJoiner, r >= 0x1F3FB && r <= 0x1F3FF, r >= 0xE0020 && r <= 0xE007F: // skin tones, tags
		return true
	}
	return unicode.Is(unicode.M, r)
}

// regional tells the letters of which two make a flag.
func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

func oddRegionals(s string) bool {
	odd := false
	for range longestCharacter {
		r, size := utf8.DecodeLastRuneInString(s)
		if !regional(r) {
			break
		}
		odd, s = !odd, s[:len(s)-size]
	}
	return odd
}
