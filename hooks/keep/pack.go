package keep

import (
	"fmt"
	"strings"
)

// Limits bound the texts. Sizes are UTF-16 units, as the client counts them.
type Limits struct {
	PartUnits    int // of one part; the client cuts at 10,000 (2.1.332)
	Parts        int
	ShortUnits   int // of the brief that a manual compaction leaves in the context
	Messages     int // the last messages handed to the summarizer, and the most put back
	MessageUnits int // of one message; longer ones are cut
	MinMessages  int // of the messages put back, also when a piece of work has just ended
	RestoreUnits int // of the messages put back beside the decisions
}

// Defaults are the limits where the owner set none.
func Defaults() Limits {
	return Limits{PartUnits: 10_000, Parts: 4, ShortUnits: 2_500, Messages: 60, MessageUnits: 600, MinMessages: 5, RestoreUnits: 16_000}
}

// block is a piece of text that is not torn apart: a heading, or one item.
type block struct {
	text    string
	heading bool // printed only before an item, and again atop a part that goes on with its items
}

// pack fills at most parts parts of size units with blocks, in order, and keeps reserve units free in the last one.
// It stops at the first item for which there is no room, so that nothing stands before what binds more; an item that
// fits no part at all is passed over. Taken says which blocks stand in the parts.
func pack(blocks []block, parts, size, reserve int) (texts []string, taken []bool) {
	taken = make([]bool, len(blocks))
	var b strings.Builder
	used, heading, pending := 0, "", ""
	room := func() int {
		if len(texts) == parts-1 {
			return size - reserve
		}
		return size
	}
	for i, bl := range blocks {
		if bl.heading {
			heading, pending, taken[i] = bl.text, bl.text, true
			continue
		}
		n := Units(bl.text) + 1
		if n+Units(heading)+1 > size-reserve {
			continue
		}
		need := n
		if pending != "" {
			need += Units(pending) + 1
		}
		if used+need > room() {
			if len(texts) == parts-1 {
				break
			}
			texts = append(texts, b.String())
			b.Reset()
			used, pending = 0, heading
			if need = n + Units(pending) + 1; need > room() {
				break
			}
		}
		if pending != "" {
			b.WriteString(pending + "\n")
			pending = ""
		}
		b.WriteString(bl.text + "\n")
		used += need
		taken[i] = true
	}
	if b.Len() > 0 {
		texts = append(texts, b.String())
	}
	return texts, taken
}

// numberUnits is the most that number adds to a part.
const numberUnits = 40

// number heads several parts by "part n of m": the client may hand them on in any order (SessionStart, 2.1.332).
func number(parts []string) []string {
	for i, p := range parts {
		p = strings.TrimRight(p, "\n")
		if len(parts) > 1 {
			p = fmt.Sprintf("[compact-keeper, part %d of %d]\n%s", i+1, len(parts), p)
		}
		parts[i] = p
	}
	return parts
}

// namedUnits is the room for naming what was left out.
const namedUnits = 600

// named lists what did not fit by its first words, with the command that prints it.
func named(quotes []string, session string) string {
	text := fmt.Sprintf("Left out for want of room, %d more; `compact-keeper brief %s` prints them:", len(quotes), session)
	for _, q := range quotes {
		q = " \"" + strings.Join(strings.Fields(CutUnits(q, 40)), " ") + "…\""
		if Units(text)+Units(q)+2 > namedUnits {
			return text + " …"
		}
		text += q
	}
	return text
}
