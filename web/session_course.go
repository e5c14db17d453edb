package web

import (
	"fmt"
	"slices"
	"strings"
)

// course is the line of the tokens in use, oldest compaction first, in a field of 600 by 100, and its highest value. A line
// of one point, and one whose values the client did not tell, is none.
func (v sessionView) course() (points string, most int64) {
	var values []int64
	for _, c := range slices.Backward(v.Compactions) {
		if c.PreTokens > 0 && c.PostTokens > 0 {
			values = append(values, c.PreTokens, c.PostTokens)
			most = max(most, c.PreTokens, c.PostTokens)
		}
	}
	if len(values) == 0 {
		return "", 0
	}
	steps := float64(len(values) / 2)
	var b strings.Builder
	b.WriteString("0,99")
	for i, n := range values {
		x := 600 * float64(i/2+1) / (steps + 1) // before and after stand at one place: a compaction takes no time there
		fmt.Fprintf(&b, " %.1f,%.1f", x, 99-97*float64(n)/float64(most))
	}
	return b.String(), most
}

// taskWords says how far a task is: a sign and a word.
func taskWords(status string) (mark, word string) {
	switch status {
	case "completed":
		return "✓", "completed"
	case "in_progress":
		return "▶", "in progress"
	case "pending":
		return "○", "pending"
	}
	return "·", status
}
