package web

import (
	"fmt"

	"github.com/compact-keeper/compact-keeper/db"
)

const (
	unitsPerToken = 4       // about, in English prose; the client does not tell
	usualWindow   = 200_000 // tokens
)

// window is how many tokens the context holds: a compaction that the client began by itself began when it was full.
func window(c db.Compaction) int64 {
	if c.Trigger == db.Auto && c.PreTokens > 0 {
		return c.PreTokens
	}
	return usualWindow
}

// putBackCost says how much of the context the keeper took up by what it put back, and how that is worked out.
func putBackCost(c db.Compaction) (cost, how string) {
	n := int64(c.PutUnits+unitsPerToken-1) / unitsPerToken
	of := window(c)
	cost = fmt.Sprintf("about +%s tokens put back, %s of the window", thousands(n), share(n, of))
	how = count(c.PutUnits, "character")
	if c.PutWords > 0 {
		how += ", with " + count(c.PutWords, "message")
	}
	how += fmt.Sprintf("; about %d characters are a token. ", unitsPerToken)
	if of == usualWindow {
		return cost, how + "The client does not tell how large the window is: " + number(of) + " tokens are taken for it."
	}
	return cost, how + "The window is taken to be the " + number(of) + " tokens at which the client compacted by itself."
}

// thousands writes a count of tokens as people say it.
func thousands(n int64) string {
	if n < 1000 {
		return number(n)
	}
	return fmt.Sprintf("%.1fk", float64(n)/1000)
}

// share writes a small part of a whole in percent.
func share(n, of int64) string {
	p := 100 * float64(n) / float64(of)
	if n > 0 && p < 0.1 {
		return "under 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", p)
}

// percent is how much of a whole n is, in whole percent; 100 only for all of it, and 0 only for none.
func percent(n, of int) int {
	switch {
	case of == 0 || n == of:
		return 100
	case n == 0:
		return 0
	}
	return min(max(1, 100*n/of), 99)
}
