package web

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/compact-keeper/compact-keeper/db"
)

// number writes n with commas between its thousands.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count writes n things, with the word's plural by s.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return number(int64(n)) + " " + thing
}

// tokens writes a size that the client may not have told.
func tokens(n int64) string {
	if n == 0 {
		return "unknown"
	}
	return number(n)
}

// units is the size of a text as the client counts it.
func units(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// took writes how long the client needed, if it told.
func took(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	switch {
	case ms == 0:
		return "unknown"
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

// excerptRunes is how much of a text a row shows.
const excerptRunes = 160

// excerpt is the begin of a text, in one line.
func excerpt(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > excerptRunes {
		return string(r[:excerptRunes]) + "…"
	}
	return text
}

// milliseconds writes a short time.
func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.0f ms", float64(d.Microseconds())/1000)
}

// when writes a time as a person would say it now; exact stands beside it where it matters.
func when(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	ago := now.Sub(t)
	day := func(t time.Time) string { return t.Format(time.DateOnly) }
	switch {
	case t.IsZero():
		return "unknown"
	case ago < 0 && -ago < time.Minute, 0 <= ago && ago < time.Minute:
		return "just now"
	case ago < 0 && day(t) == day(now):
		return t.Format("15:04")
	case 0 < ago && ago < time.Hour:
		return fmt.Sprintf("%d min ago", int(ago.Minutes()))
	case 0 < ago && ago < 12*time.Hour:
		return fmt.Sprintf("%d h ago", int(ago.Hours()))
	case day(t) == day(now):
		return "today " + t.Format("15:04")
	case day(t) == day(now.AddDate(0, 0, -1)):
		return "yesterday " + t.Format("15:04")
	case day(t) == day(now.AddDate(0, 0, 1)):
		return "tomorrow " + t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan 2006")
}

// exact writes a time in full.
func exact(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.Local().Format("2006-01-02 15:04:05 -07:00")
}

// folder is the last part of a project's root, for where the whole of it would be too long.
func folder(root string) string { return path.Base(strings.ReplaceAll(root, `\`, "/")) }

// place is the last two parts of a project's root: enough to tell it from others, and short enough for a row.
func place(root string) string {
	parts := strings.FieldsFunc(root, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) < 2 {
		return root
	}
	return path.Join(parts[len(parts)-2:]...)
}

// short is enough of a session's id to tell it from others, and for the commands that take one.
func short(session string) string {
	if len(session) <= 8 {
		return session
	}
	return session[:8]
}

var stateWords = map[db.State]string{
	db.StateOpen:    "compacting",
	db.StateDone:    "done",
	db.StateNothing: "nothing was compacted",
	db.StateMissed:  "no hook ran",
	db.StatePast:    "before compact-keeper",
}

func stateWord(s db.State) string {
	if w, ok := stateWords[s]; ok {
		return w
	}
	return string(s)
}

func triggerWord(t db.Trigger) string {
	if t == "" {
		return "trigger unknown"
	}
	return string(t)
}

func kindWord(k db.Kind) string { return strings.ReplaceAll(string(k), "_", " ") }

// outcomeWords says what became of a decision in a compaction of the given state: a mark, the fact, and, where the check
// can only guess, a hint.
func outcomeWords(o db.OutcomeRow, s db.State) (mark, fact, hint string) {
	if o.Outcome == "" && !o.Stands() && (s == db.StateOpen || s == db.StateNothing) {
		return "…", "asked for", ""
	}
	switch o.Outcome {
	case db.Reworded:
		hint = "reworded?"
	case db.NotFound:
		hint = "not found in the summary?"
	case "":
		hint = "the summary was not checked"
	}
	switch {
	case o.Outcome == db.Verbatim:
		return "✓", "kept word for word", ""
	case o.Echoed:
		return "✓", "kept word for word beside the summary", hint
	case o.Restored:
		return "↩", "put back", hint
	case o.Outcome == "":
		return "?", "not known", hint
	}
	return "✗", "missing", hint
}
