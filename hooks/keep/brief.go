package keep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/compact-keeper/compact-keeper/db"
)

// Material is what the ledger holds of one session when its text is made.
type Material struct {
	Session   string
	Decisions []*db.Decision // live ones; of a restore, those that are missing; oldest first
	Words     []db.Word      // oldest first
	// Past holds, by the words' IDs, what became of those that do not bind any more.
	Past map[int64]db.Status
}

// binding is the first line of every brief.
const binding = "Quote the owner, do not paraphrase: what is listed below goes into the summary exactly as written; must, never, only and not are never weakened; nothing is invented."

const asked = `Give the summary a section "Owner decisions": word for word every decision, approval, permission, rule, choice of option and open question of the owner, each in quote marks, with its date when known, those of earlier summaries included. Where the owner reversed one, keep the newer and mark the older as replaced. Give it a section "Waiting on the owner": what still waits on the owner. Write PR numbers, branches, SHAs, paths and commands exactly as they stand. Write "none" where there is none.`

// groups is the order of binding force in which decisions are listed.
var groups = []struct {
	heading string
	kinds   []db.Kind
}{
	{"Rules:", []db.Kind{db.KindRule}},
	{"Approvals and permissions:", []db.Kind{db.KindApproval, db.KindPermission}},
	{"Open questions:", []db.Kind{db.KindOpenQuestion}},
	{"Decisions:", []db.Kind{db.KindDecision, db.KindCorrection, db.KindChoice}},
}

// group returns the place of d in groups. What the owner pinned stands with the rules.
func group(d *db.Decision) int {
	for i, g := range groups {
		if d.Pinned || slices.Contains(g.kinds, d.Kind) {
			return i
		}
	}
	return len(groups) - 1
}

// byForce returns the decisions in the order of groups, the oldest of a group first. What the owner pinned goes before all
// others.
func byForce(all []*db.Decision) []*db.Decision {
	all = slices.Clone(all)
	force := func(d *db.Decision) int {
		if d.Pinned {
			return -1
		}
		return group(d)
	}
	slices.SortStableFunc(all, func(a, b *db.Decision) int { return cmp.Compare(force(a), force(b)) })
	return all
}

// Brief is the text for the summarizer, in its parts: how to summarize, every live decision, the last messages. What
// does not fit is named.
func Brief(m Material, l Limits) []string {
	head := []block{{text: binding}, {text: asked}}
	live := byForce(m.Decisions)
	messages := lastOf(m.Words, l.Messages)
	parts, _, _ := layout(head, live, messageBlocks(messages, m.Past, l), m.Session, l, func(n int) string {
		return fmt.Sprintf("The owner's last %d messages, oldest first:", n)
	})
	return parts
}

// ShortBrief is the brief for a manual compaction, which the client shows in the terminal and leaves in the context:
// how to summarize, and the live decisions. Printed are those it holds.
func ShortBrief(m Material, l Limits) (text string, printed []*db.Decision) {
	l.Parts, l.PartUnits = 1, l.ShortUnits
	live := byForce(m.Decisions)
	parts, taken, _ := layout([]block{{text: binding}, {text: asked}}, live, nil, m.Session, l, nil)
	for i, d := range live {
		if taken[i] {
			printed = append(printed, d)
		}
	}
	return strings.Join(parts, "\n"), printed
}

// layout packs head, decisions and messages. All decisions go before any message; when they do not fit, the rest of
// them is named; when the messages do not, the oldest are left out. Heading makes the line above n messages.
func layout(head []block, live []*db.Decision, messages []block, session string, l Limits, heading func(n int) string) (parts []string, taken []bool, count int) {
	blocks, place := decisionBlocks(head, live)
	size := l.PartUnits - numberUnits
	standing := func(t []bool) []bool {
		taken := make([]bool, len(live))
		for i, p := range place {
			taken[i] = t[p]
		}
		return taken
	}
	parts, all := pack(blocks, l.Parts, size, 0)
	if taken = standing(all); slices.Contains(taken, false) {
		parts, all = pack(blocks, l.Parts, size, namedUnits)
		taken = standing(all)
		var rest []string
		for i, d := range live {
			if !taken[i] {
				rest = append(rest, d.Quote)
			}
		}
		if len(parts) == 0 {
			parts = []string{""}
		}
		text := named(rest, session)
		if Units(parts[len(parts)-1])+Units(text) > size && len(parts) < l.Parts {
			parts = append(parts, "")
		}
		parts[len(parts)-1] += text
		return number(parts), taken, 0
	}
	for len(messages) > 0 {
		with := append(slices.Clone(blocks), block{text: heading(len(messages)), heading: true})
		if try, ok := pack(append(with, messages...), l.Parts, size, 0); !slices.Contains(ok, false) {
			return number(try), taken, len(messages)
		}
		messages = messages[1:]
	}
	return number(parts), taken, 0
}

// decisionBlocks lists decisions under the headings of their groups. Place says which block holds which decision. A
// date holds for the lines below it until the next one.
func decisionBlocks(head []block, live []*db.Decision) (blocks []block, place []int) {
	blocks = slices.Clone(head)
	last, day := -1, ""
	for _, d := range live {
		if g := group(d); g != last {
			blocks = append(blocks, block{text: groups[g].heading, heading: true})
			last = g
		}
		text := "- " + newDay(&day, d.At) + quoted(d.Quote)
		if q := strings.Join(strings.Fields(d.Question), " "); tells(q) && Units(d.Quote) < longQuote {
			text += ` (to: "` + tail(q, 200) + `")`
		}
		place = append(place, len(blocks))
		blocks = append(blocks, block{text: text})
	}
	return blocks, place
}

// longQuote is the size in units from which a quote speaks for itself: no word of what it answers is put beside it.
const longQuote = 60

// tells says whether what a quote answers helps to read it: a question, or a proposal of some length.
func tells(question string) bool {
	return strings.ContainsAny(question, "?？") || Units(question) >= 30
}

// quoted sets what goes over several lines between quote marks; else the line itself shows where it ends.
func quoted(s string) string {
	if strings.ContainsAny(s, "\n\r") {
		return `"` + s + `"`
	}
	return s
}

// tail is the end of s, at most n units of it.
func tail(s string, n int) string {
	if Units(s) <= n {
		return s
	}
	i := len(s)
	for used := 0; i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if used += utf16.RuneLen(r); used > n {
			break
		}
		i -= size
	}
	return "…" + s[i:]
}

// newDay returns the date of at in brackets where it differs from day.
func newDay(day *string, at time.Time) string {
	if at.IsZero() || at.Format(time.DateOnly) == *day {
		return ""
	}
	*day = at.Format(time.DateOnly)
	return "[" + *day + "] "
}

// messageBlocks numbers messages, each cut at its limit. One that does not bind any more says so.
func messageBlocks(words []db.Word, past map[int64]db.Status, l Limits) []block {
	var blocks []block
	day := ""
	for i, w := range words {
		mark := map[db.Status]string{db.Replaced: "(replaced later) ", db.Withdrawn: "(taken back later) ", db.Done: "(done) "}[past[w.ID]]
		blocks = append(blocks, block{text: fmt.Sprintf("%d. %s%s%s", i+1, newDay(&day, w.At), mark, Message(w, l))})
	}
	return blocks
}

// Message is a word's text as messages are listed: at most l.MessageUnits of it, then " [cut]".
func Message(w db.Word, l Limits) string {
	if Units(w.Text) <= l.MessageUnits {
		return w.Text
	}
	return CutUnits(w.Text, l.MessageUnits) + " [cut]"
}

// MessageStart is what of a word's text must stand in a summary for the message to count as kept: as much as would be
// put back, up to a whole word.
func MessageStart(w db.Word, l Limits) string {
	if Units(w.Text) <= l.MessageUnits {
		return w.Text
	}
	text := CutUnits(w.Text, l.MessageUnits)
	if i := strings.LastIndexAny(text, " \n\t"); i > len(text)/2 {
		text = text[:i]
	}
	return text
}

func lastOf[T any](all []T, n int) []T { return all[max(0, len(all)-n):] }
