package main_test

import (
	"strings"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// kept is what one compaction left, measured in the first request after it.
type kept struct {
	trigger        string
	live, standing int      // decisions that bind, and those of them that stand word for word
	lost           []string // the others
	revived        []string // reversed decisions and tools' orders in what we put back
	putBack        int      // characters of what we put back
	missing        int      // characters of what stood neither in the summary nor beside it
}

// measure looks at a request; restored is what our hooks printed since the compaction.
func measure(o *owner, r fakeapi.Request, restored []string) kept {
	k := kept{live: len(o.live)}
	text := fold(r.Text())
	without := text
	for _, s := range restored {
		k.putBack += len([]rune(s))
		without = strings.Replace(without, fold(s), "", 1)
	}
	back := fold(strings.Join(restored, "\n"))
	decided := map[string]bool{}
	for _, q := range o.live {
		decided[fold(q)] = true
		if strings.Contains(text, fold(q)) {
			k.standing++
		} else {
			k.lost = append(k.lost, q)
		}
		if !strings.Contains(without, fold(q)) {
			k.missing += len([]rune(q))
		}
	}
	for _, m := range o.current() {
		m = string([]rune(m)[:min(len([]rune(m)), 600)])
		if f := fold(m); !decided[f] && !strings.Contains(without, f) && !holdsAny(f, o.reversed) {
			k.missing += len([]rune(m))
		}
	}
	for _, q := range append(append([]string(nil), o.reversed...), o.orders...) {
		if strings.Contains(back, fold(q)) {
			k.revived = append(k.revived, q)
		}
	}
	return k
}

// fold makes one space of white space: word for word does not mean line for line.
func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

func holdsAny(s string, quotes []string) bool {
	for _, q := range quotes {
		if strings.Contains(s, fold(q)) {
			return true
		}
	}
	return false
}

// firstAfter returns the first request of the main conversation behind each compaction among rs.
func firstAfter(rs []fakeapi.Request) []fakeapi.Request {
	var out []fakeapi.Request
	compacted := false
	for _, r := range rs {
		switch {
		case r.AgentID != "": // a subagent has a conversation of its own
		case r.Kind == fakeapi.Compact:
			compacted = true
		case compacted && r.Kind == fakeapi.Turn:
			out = append(out, r)
			compacted = false
		}
	}
	return out
}

// restored returns what our hooks printed behind the compaction with that number, from 0, and the model reads in r.
func restored(rows []lab.Row, compaction int, r fakeapi.Request) []string {
	var out []string
	text := r.Text()
	for _, row := range rows {
		if row.Subtype == "compact_boundary" {
			compaction--
		}
		printed := strings.TrimSpace(row.Attachment.Stdout)
		if compaction == -1 && row.Attachment.Type == "hook_success" && printed != "" && strings.Contains(text, printed) {
			out = append(out, printed)
		}
	}
	return out
}
