package web

import (
	"strconv"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// compactionExport is the page of a compaction as a file. What the client did not tell is null.
type compactionExport struct {
	ID         int64            `json:"id"`
	SessionID  string           `json:"session_id"`
	Project    string           `json:"project"`
	Trigger    db.Trigger       `json:"trigger"`
	State      db.State         `json:"state"`
	OpenedAt   *time.Time       `json:"opened_at"`
	ClosedAt   *time.Time       `json:"closed_at"`
	PreTokens  *int64           `json:"pre_tokens"`
	PostTokens *int64           `json:"post_tokens"`
	DurationMS *int64           `json:"duration_ms"`
	Asked      int              `json:"asked"`
	Kept       int              `json:"kept"`
	PutBack    int              `json:"put_back"`
	Missing    int              `json:"missing"`
	NotKnown   int              `json:"not_known"`
	PutUnits   int              `json:"put_back_characters"`
	PutWords   int              `json:"put_back_messages"`
	Note       string           `json:"note,omitempty"`
	Flags      []compactionFlag `json:"flags,omitempty"`
	Invented   []string         `json:"invented,omitempty"`
	Outcomes   []lineExport     `json:"outcomes"`
	Brief      []string         `json:"asked_of_the_summary"`
	Summary    string           `json:"summary"`
	Texts      []string         `json:"what_was_put_back"`
}

type lineExport struct {
	DecisionID int64        `json:"decision_id"`
	Quote      string       `json:"quote"`
	Kind       db.Kind      `json:"kind"`
	Status     db.Status    `json:"status"`
	At         *time.Time   `json:"said_at"`
	Outcome    db.Outcome   `json:"outcome"` // empty: not checked
	Echoed     bool         `json:"kept_beside_summary"`
	Restored   bool         `json:"put_back"`
	By         string       `json:"put_back_by,omitempty"`
	Why        string       `json:"why_not_put_back,omitempty"`
	Near       []wordChange `json:"nearest_passage,omitempty"`
}

// ifKnown is a figure that the client may not have told.
func ifKnown[T int64 | time.Time](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func (v *compactionView) json() compactionExport {
	x := compactionExport{
		ID: v.ID, SessionID: v.SessionID, Project: v.Session.Root, Trigger: v.Trigger, State: v.State,
		OpenedAt: ifKnown(v.OpenedAt.UTC()), ClosedAt: ifKnown(v.ClosedAt.UTC()), PreTokens: ifKnown(v.PreTokens), PostTokens: ifKnown(v.PostTokens), DurationMS: ifKnown(v.DurationMS),
		Asked: v.Asked, Kept: v.Kept, PutBack: v.PutBack, Missing: v.groupOf("missing").Total, NotKnown: v.groupOf("unknown").Total,
		PutUnits: v.PutUnits, PutWords: v.PutWords, Note: v.Note, Flags: v.Flags, Invented: v.Invented, Outcomes: []lineExport{},
		Brief: append([]string{}, v.Brief...), Summary: v.Summary, Texts: append(append([]string{}, v.Restored...), v.Rest...),
	}
	for _, g := range v.Groups {
		for _, l := range g.Lines {
			x.Outcomes = append(x.Outcomes, lineExport{l.Decision.ID, l.Decision.Quote, l.Decision.Kind, l.Decision.Status, ifKnown(l.Decision.At.UTC()),
				l.Outcome, l.Echoed, l.Restored, l.By, l.Why, l.Near})
		}
	}
	return x
}

// markdown writes the page for people.
func (v *compactionView) markdown(b *strings.Builder) {
	line := func(texts ...string) { b.WriteString(strings.Join(texts, "") + "\n") }
	line("# Compaction of ", exact(v.OpenedAt), "\n")
	line("- Project: ", plainMarkdown(v.Session.Root))
	line("- Session: ", v.SessionID)
	line("- Trigger: ", triggerWord(v.Trigger), ", ", stateWord(v.State))
	line("- Tokens: ", tokens(v.PreTokens), " → ", tokens(v.PostTokens), ", took ", took(v.DurationMS))
	if v.judged() {
		line("- Kept ", strconv.Itoa(v.Kept), " of ", strconv.Itoa(v.Asked), ", put back ", strconv.Itoa(v.PutBack),
			", missing ", strconv.Itoa(v.groupOf("missing").Total), ", not known ", strconv.Itoa(v.groupOf("unknown").Total))
	}
	for _, f := range v.Flags {
		line("\n**", f.Title, ".** ", f.Means, " ", f.Do)
	}
	for _, q := range v.Invented {
		b.WriteString("\n" + quoted(q))
	}
	for _, g := range v.Groups {
		if g.Total > 0 {
			line("\n## ", g.Title, ": ", count(g.Total, "decision"))
		}
		for _, l := range g.Lines {
			b.WriteString("\n" + quoted(l.Decision.Quote) + "\n")
			facts := []string{kindWord(l.Decision.Kind), exact(l.Decision.At), string(l.Decision.Status)}
			if l.Hint != "" {
				facts = append(facts, l.Hint)
			}
			if l.By != "" {
				facts = append(facts, "put back "+l.By)
			}
			line(strings.Join(facts, ", "), ". ", l.Why)
			if len(l.Near) > 0 {
				line("\nThe summary comes nearest with: ", plainMarkdown(changesText(l.Near)))
			}
		}
	}
	for _, t := range []struct {
		title string
		parts []string
	}{{"What was asked of the summary", v.Brief}, {"The summary", []string{v.Summary}}, {"What was put back", append(append([]string{}, v.Restored...), v.Rest...)}} {
		for i, part := range t.parts {
			if part == "" {
				continue
			}
			title := t.title
			if len(t.parts) > 1 {
				title += ", part " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(t.parts))
			}
			line("\n## ", title, "\n")
			b.WriteString(fenced(part))
		}
	}
}

// changesText writes a word diff in one line.
func changesText(all []wordChange) string {
	var b strings.Builder
	for i, c := range all {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(map[string]string{wordsSame: c.Text, wordsLeftOut: "[−" + c.Text + "]", wordsInstead: "[+" + c.Text + "]"}[c.What])
	}
	return b.String()
}

// fenced writes a text as a block of Markdown in which nothing is a mark.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimSuffix(text, "\n") + "\n" + fence + "\n"
}
