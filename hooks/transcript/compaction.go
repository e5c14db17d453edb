package transcript

import (
	"encoding/json"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// boundary takes a compact_boundary. The compaction is given out with its summary, which follows within a few rows.
func (r *reader) boundary(w *row) {
	if w.UUID != "" && r.st.again("compaction", w.UUID) {
		return
	}
	r.closeCompaction()
	r.st.Prompt = nil
	c := &db.CompactBoundary{UUID: w.UUID, Line: r.st.Line, At: w.at()}
	var m metadata
	if decode(w.CompactMetadata, &m) == nil {
		c.Trigger, c.PreTokens, c.PostTokens, c.DurationMS = db.Trigger(m.Trigger), m.PreTokens, m.PostTokens, m.DurationMS
		c.Rewind = m.MessagesSummarized != nil
		// Clients that count what is left name what they kept beside the summary, unless a mod made the messages.
		c.Rewritten = m.PostTokens > 0 && m.PreservedSegment == nil && m.PreservedMessages == nil
		if m.PreservedMessages != nil {
			c.Preserved = m.PreservedMessages.UUIDs
		}
	}
	r.st.Compaction = c
	r.st.EchoOf = ""
	if c.Trigger == db.Manual {
		r.st.EchoOf = c.UUID
	}
}

// summaryRow takes the summary that a compaction waits for. Where a mod rewrote it the client's mark is missing, and
// the text tells. A summary is never the owner's, whether one is waited for or not.
func (r *reader) summaryRow(w *row, text string) bool {
	ours := w.Summary || strings.HasPrefix(strings.TrimSpace(text), continued)
	if c := r.st.Compaction; c != nil {
		made := w.RowSource == "hook"
		c.Rewritten = c.Rewritten || made || ours && !w.Summary
		if made && c.Summary == "" {
			c.Summary = r.mask(text) // should nothing better follow
		}
		if ours {
			c.Rewind = c.Rewind || w.SummarizeMetadata != nil
			c.Summary = r.mask(text)
			r.closeCompaction()
		}
	}
	return ours
}

// closeCompaction gives out the compaction that waits, with or without a summary.
func (r *reader) closeCompaction() {
	if c := r.st.Compaction; c != nil {
		r.st.Compaction = nil
		r.give(Item{Compaction: c})
	}
}

// echo takes what a command printed: after a manual compaction it holds what the hooks printed, and stays in the context.
func (r *reader) echo(w *row, text string) {
	text = strings.TrimSpace(unstyled(text))
	if r.st.EchoOf == "" || !w.RepeatsSummary && !strings.HasPrefix(text, "Compacted") {
		return
	}
	r.give(Item{Echo: &Echo{BoundaryUUID: r.st.EchoOf, Text: r.mask(text)}})
	r.st.EchoOf = ""
}

// unstyled cuts the terminal's colour codes.
func unstyled(s string) string {
	var out strings.Builder
	for {
		at := strings.Index(s, "\x1b[")
		if at < 0 {
			out.WriteString(s)
			return out.String()
		}
		out.WriteString(s[:at])
		end := strings.IndexFunc(s[at+2:], func(c rune) bool { return c >= '@' && c <= '~' })
		if end < 0 {
			return out.String()
		}
		s = s[at+2+end+1:]
	}
}

// metadata is what the client says of a compaction.
type metadata struct {
	Trigger            string          `json:"trigger"`
	PreTokens          int64           `json:"preTokens"`
	PostTokens         int64           `json:"postTokens"`
	DurationMS         int64           `json:"durationMs"`
	MessagesSummarized json.RawMessage `json:"messagesSummarized"`
	PreservedSegment   json.RawMessage `json:"preservedSegment"`
	PreservedMessages  *struct {
		UUIDs []string `json:"uuids"`
	} `json:"preservedMessages"`
}
