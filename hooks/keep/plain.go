package keep

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// longestPlain is up to where a message, or its last paragraph, counts as a plain statement, in bytes.
const longestPlain = 160

// lastParagraph returns the sentences behind the last blank line of text: where people put what they want.
func lastParagraph(text string, all []*sentence) []*sentence {
	text = strings.TrimRight(text, " \t\r\n")
	begin := strings.LastIndex(text, "\n\n")
	for i, s := range all {
		if s.from >= begin {
			return all[i:]
		}
	}
	return nil
}

// plain tells a short message, or a last paragraph, that does nothing but say how something is to be: "The API is REST.", "Tabs, not spaces.".
// Nothing marks it as a decision; what marks it as something else is a question, a time, a past, a pointer at what is to
// be seen, trouble, or small talk.
func plain(w db.Word, all []*sentence) bool {
	if w.Channel != db.Typed && w.Channel != db.Queued || len(all) == 0 || len(all) > 2 {
		return false
	}
	text := w.Text[all[0].from:all[len(all)-1].to]
	if len(text) > longestPlain || strings.ContainsAny(text, "?？\n") {
		return false
	}
	words, own, bound, end := 0, false, false, ""
	for _, s := range all {
		before := ""
		for _, t := range s.toks {
			n, last := t.norm, before
			before = n
			switch {
			case (n == "now" || n == "jetzt") && (last == "is" || last == "are" || last == "ist" || last == "sind"): // a change of it
			case report(n):
				return false
			case n == "i" || n == "my" || n == "ich" || n == "mein" || n == "meine":
				own = true
			case n == "only" || n == "nothing" || n == "nobody" || n == "without" || n == "nur" || n == "nichts" || n == "niemand" || n == "ohne":
				bound = true
			}
			if !t.code() && n != "" && wordRune([]rune(n)[0]) {
				words++
				end = n
			}
		}
	}
	return words >= 3 && (!own || bound) && end != "wrong" && end != "falsch"
}

// report tells a word that does not stand in a decision but in a report, an answer or small talk.
func report(n string) bool {
	switch n {
	case "today", "yesterday", "tomorrow", "tonight", "now", "again", "still", "already", "currently", "just", "yet", "ago", "last", "later", "soon",
		"was", "were", "did", "had", "has", "have", "been", "got", "went", "came", "took", "saw", "said", "found", "gave", "broke", "made", "ran", "lost",
		"this", "that", "these", "those", "it", "its", "it's", "here", "there", "they", "he", "she", "him", "her",
		"fail", "fails", "failing", "broken", "crash", "crashes", "crashing", "slow", "missing", "weird", "strange", "bug", "bugs", "problem", "issue", "hangs", "stuck",
		"works", "working", "looks", "look", "seems", "seem", "pass", "passes", "shows", "happy", "holiday", "ready", "green", "red", "down", "up", "done", "running",
		"thanks", "thank", "hi", "hello", "hey", "ok", "okay", "great", "nice", "cool", "good", "fine", "perfect", "sorry", "yes", "no", "yeah", "hmm", "lol", "wow",
		"hm", "aha", "oh", "ah", "well", "interesting", "funny", "log", "logs", "output", "screenshot", "attached", "token", "successfully", "built", "error", "warning", "warnings",
		"maybe", "perhaps", "think", "guess", "wonder", "curious", "why", "what", "how", "when", "where", "who", "which",
		"continue", "test", "see", "show", "weather", "coffee", "lunch", "am", "i'm", "i've", "don't", "doesn't", "isn't", "can't", "won't", "didn't",
		"heute", "gestern", "morgen", "jetzt", "wieder", "noch", "schon", "gerade", "war", "waren", "hat", "haben", "habe", "hatte", "das", "dies", "diese", "dieser", "es", "hier", "da", "dort",
		"kaputt", "langsam", "fehlt", "danke", "hallo", "gut", "ja", "nein", "vielleicht", "warum", "wie":
		return true
	}
	if len(n) > 4 && strings.HasSuffix(n, "ed") {
		switch n {
		case "agreed", "named", "based", "called", "required", "allowed", "pinned", "shared", "merged", "signed", "versioned", "embed", "feed", "need", "speed":
			return false
		}
		return true
	}
	return false
}
