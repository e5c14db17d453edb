package web

import (
	"unicode/utf8"

	"github.com/compact-keeper/compact-keeper/db"
)

// wordPiece is a stretch of a message: plain, a decision in it, or a gap where it is not shown.
type wordPiece struct {
	Text     string
	Decision *db.Decision
	Gap      bool
}

// markDecisions cuts a message into what is decided in it and what stands around. Of one that is longer than most bytes it
// keeps the beginning and what surrounds the decisions.
func markDecisions(text string, decisions []*db.Decision, most int) (all []wordPiece, unmarked []*db.Decision, cut bool) {
	at := 0
	for _, d := range decisions {
		end := d.Start + len(d.Quote)
		if d.Start < at || end > len(text) || text[d.Start:end] != d.Quote { // it overlaps the last one
			unmarked = append(unmarked, d)
			continue
		}
		all = append(all, aroundDecisions(text, at, d.Start, most, at > 0)...)
		all = append(all, wordPiece{Text: d.Quote, Decision: d})
		at = end
	}
	all = append(all, aroundDecisions(text, at, len(text), most, at > 0)...)
	for _, p := range all {
		cut = cut || p.Gap
	}
	return all, unmarked, cut
}

// aroundDecisions is what stands between two decisions, from one place in the text to another. decided tells that it begins
// behind a decision.
func aroundDecisions(text string, from, to, most int, decided bool) []wordPiece {
	first := max(most-from, 0) // of the beginning of the message
	if decided {
		first = max(first, aroundDecision)
	}
	last := 0
	if to < len(text) {
		last = aroundDecision
	}
	if to-from <= first+last+aroundDecision { // a gap would not be worth it
		if from == to {
			return nil
		}
		return []wordPiece{{Text: text[from:to]}}
	}
	begin, end := from+first, to-last
	for begin > from && !utf8.RuneStart(text[begin]) {
		begin--
	}
	for end < to && !utf8.RuneStart(text[end]) {
		end++
	}
	var all []wordPiece
	if begin > from {
		all = append(all, wordPiece{Text: text[from:begin]})
	}
	all = append(all, wordPiece{Text: text[begin:end], Gap: true})
	if end < to {
		all = append(all, wordPiece{Text: text[end:to]})
	}
	return all
}

// saidHow says on which road a message came, empty for what was typed at the prompt.
func saidHow(w db.Word) string {
	how := map[db.Channel]string{
		db.Queued: "typed while a turn ran", db.QuestionAnswer: "answer to a question", db.DenialFeedback: "said when refusing",
		db.ApprovalFeedback: "said when allowing", db.SlashArgs: "with a command", db.Bash: "a command line",
	}[w.Channel]
	if w.Suggested {
		if how != "" {
			how += ", "
		}
		how += "wording proposed by the client"
	}
	return how
}
