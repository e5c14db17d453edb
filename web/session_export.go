package web

import (
	"strconv"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// sessionExport is the page of a session as a file: its head, and the words of this page with what happened between them.
type sessionExport struct {
	ID          string        `json:"id"`
	Project     string        `json:"project"`
	Began       *time.Time    `json:"began"`
	LastActive  *time.Time    `json:"last_active"`
	Words       int           `json:"words"`
	Decisions   int           `json:"decisions"`
	Live        int           `json:"live_decisions"`
	Compactions int           `json:"compactions"`
	Tasks       []taskExport  `json:"tasks"`
	Entries     []entryExport `json:"timeline"` // newest first
	Older       bool          `json:"older_words_left_out"`
	Newer       bool          `json:"newer_words_left_out"`
}

type taskExport struct {
	ID      string `json:"id"`
	Subject string `json:"subject"`
	Status  string `json:"status"`
}

type entryExport struct {
	What string     `json:"what"` // word, end_of_work, compaction
	At   *time.Time `json:"at"`

	ID        int64            `json:"id,omitempty"`
	Channel   db.Channel       `json:"channel,omitempty"`
	Text      string           `json:"text,omitempty"`
	Question  string           `json:"answers,omitempty"`
	Withdrawn bool             `json:"taken_back,omitempty"`
	Decisions []decisionExport `json:"decisions,omitempty"`

	Ended string `json:"ended,omitempty"`

	Trigger    db.Trigger `json:"trigger,omitempty"`
	State      db.State   `json:"state,omitempty"`
	PreTokens  int64      `json:"pre_tokens,omitempty"`
	PostTokens int64      `json:"post_tokens,omitempty"`
	DurationMS int64      `json:"duration_ms,omitempty"`
	Outcome    *tally     `json:"outcome,omitempty"`
}

type decisionExport struct {
	ID     int64     `json:"id"`
	Quote  string    `json:"quote"`
	Kind   db.Kind   `json:"kind"`
	Status db.Status `json:"status"`
}

// tally counts what became of a compaction's decisions.
type tally struct {
	Asked    int `json:"asked"`
	Kept     int `json:"kept"`
	PutBack  int `json:"put_back"`
	Missing  int `json:"missing"`
	NotKnown int `json:"not_known"`
}

func (v *sessionView) json() sessionExport {
	x := sessionExport{
		ID: v.ID, Project: v.Root, Began: ifKnown(v.Began.UTC()), LastActive: ifKnown(v.LastAt.UTC()), Words: v.Counts.Words, Decisions: v.Counts.Decisions,
		Live: v.Counts.Live, Compactions: v.Counts.Compactions, Tasks: []taskExport{}, Entries: []entryExport{}, Older: v.Older != "", Newer: v.Newer != "",
	}
	for _, k := range v.Tasks {
		x.Tasks = append(x.Tasks, taskExport(k))
	}
	for _, e := range v.Entries {
		switch {
		case e.Word != nil:
			w := entryExport{What: "word", At: ifKnown(e.Word.At.UTC()), ID: e.Word.ID, Channel: e.Word.Channel, Text: e.Word.Text, Question: e.Word.Question, Withdrawn: e.Word.Withdrawn}
			for _, d := range e.Word.Decisions {
				w.Decisions = append(w.Decisions, decisionExport{d.ID, d.Quote, d.Kind, d.Status})
			}
			x.Entries = append(x.Entries, w)
		case e.Compaction != nil:
			c := *e.Compaction
			x.Entries = append(x.Entries, entryExport{What: "compaction", At: ifKnown(c.OpenedAt.UTC()), ID: c.ID, Trigger: c.Trigger, State: c.State, PreTokens: c.PreTokens,
				PostTokens: c.PostTokens, DurationMS: c.DurationMS, Outcome: &tally{c.Asked, c.Kept, c.PutBack, c.Missing(), c.Unchecked}})
		default:
			for _, b := range e.Ends {
				x.Entries = append(x.Entries, entryExport{What: "end_of_work", At: ifKnown(b.At.UTC()), Ended: b.Why})
			}
		}
	}
	return x
}

// markdown writes the page for people.
func (v *sessionView) markdown(b *strings.Builder) {
	line := func(texts ...string) { b.WriteString(strings.Join(texts, "") + "\n") }
	line("# Session ", v.ID, "\n")
	line("- Project: ", plainMarkdown(v.Root))
	line("- Began ", exact(v.Began), ", last active ", exact(v.LastAt))
	line("- ", count(v.Counts.Words, "message"), ", ", count(v.Counts.Decisions, "decision"), " (", number(int64(v.Counts.Live)), " live), ", count(v.Counts.Compactions, "compaction"))
	if len(v.Tasks) > 0 {
		line("\n## Tasks, as the client last told\n")
	}
	for _, k := range v.Tasks {
		_, word := taskWords(k.Status)
		line("- ", plainMarkdown(k.Subject), " (", word, ")")
	}
	line("\n## What happened, newest first")
	if v.Newer != "" {
		line("\nNewer words are left out: this is one page of several.")
	}
	for _, e := range v.Entries {
		switch {
		case e.Word != nil:
			line("\n### ", exact(e.Word.At), "\n")
			b.WriteString(quoted(e.Word.Text) + "\n")
			for _, d := range e.Word.Decisions {
				line("- ", kindWord(d.Kind), ", ", string(d.Status), ": ", plainMarkdown(clipWord(strings.Join(strings.Fields(d.Quote), " "), 120)))
			}
		case e.Compaction != nil:
			c := *e.Compaction
			line("\n### ", exact(c.OpenedAt), ": compaction ", strconv.FormatInt(c.ID, 10), "\n")
			line(triggerWord(c.Trigger), ", ", stateWord(c.State), ", ", tokens(c.PreTokens), " → ", tokens(c.PostTokens), " tokens: kept ", number(int64(c.Kept)), " of ", number(int64(c.Asked)),
				", put back ", number(int64(c.PutBack)), ", missing ", number(int64(c.Missing())), ", not known ", number(int64(c.Unchecked)))
		default:
			line("\n", endWords(e.Ends), ", ", exact(e.At))
		}
	}
	if v.Older != "" {
		line("\nOlder words are left out: this is one page of several.")
	}
}
