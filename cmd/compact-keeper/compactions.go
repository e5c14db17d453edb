package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// compactionJSON is a compaction as --json prints it. What the client did not tell is null.
type compactionJSON struct {
	ID         int64         `json:"id"`
	SessionID  string        `json:"session_id"`
	Project    string        `json:"project"`
	Trigger    db.Trigger    `json:"trigger"`
	State      db.State      `json:"state"`
	OpenedAt   *time.Time    `json:"opened_at"`
	ClosedAt   *time.Time    `json:"closed_at"`
	PreTokens  *int64        `json:"pre_tokens"`
	PostTokens *int64        `json:"post_tokens"`
	DurationMS *int64        `json:"duration_ms"`
	Asked      int           `json:"asked"`
	Kept       int           `json:"kept"`
	PutBack    int           `json:"put_back"`
	Missing    int           `json:"missing"`
	NotKnown   int           `json:"not_known"`
	PutUnits   int           `json:"put_back_characters"`
	PutWords   int           `json:"put_back_messages"`
	Note       string        `json:"note,omitempty"`
	Outcomes   []outcomeJSON `json:"outcomes"`
	Invented   []string      `json:"invented,omitempty"`
}

type outcomeJSON struct {
	DecisionID int64      `json:"decision_id"`
	Quote      string     `json:"quote"`
	Kind       db.Kind    `json:"kind"`
	Outcome    db.Outcome `json:"outcome"` // empty: not checked
	Echoed     bool       `json:"kept_beside_summary"`
	Restored   bool       `json:"put_back"`
}

// compactions lists the last compactions, newest first.
func compactions(args []string, out io.Writer) error {
	flags := newFlags("compactions")
	asJSON := flags.Bool("json", false, "")
	session := flags.String("session", "", "")
	limit := flags.Int("limit", 20, "")
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	if *limit < 1 {
		return usageError{fmt.Sprintf("compactions: --limit must be at least 1, not %d", *limit), "compact-keeper help compactions"}
	}
	ctx := context.Background()
	d, err := readLedger(ctx)
	if errors.Is(err, fs.ErrNotExist) && *session == "" {
		return printNothing(out, *asJSON, err)
	}
	if err != nil {
		return err
	}
	defer d.Close()
	id := ""
	if *session != "" {
		s, err := findSession(ctx, d, *session)
		if err != nil {
			return err
		}
		id = s.ID
	}
	all, err := d.Compactions(ctx, id, *limit)
	if err != nil {
		return err
	}
	list := []compactionJSON{}
	for _, c := range all {
		x, err := readCompaction(ctx, d, c)
		if err != nil {
			return err
		}
		list = append(list, x)
	}
	if *asJSON {
		return printJSON(out, list)
	}
	return printCompactions(out, list)
}

// readCompaction reads what belongs to c.
func readCompaction(ctx context.Context, d *db.DB, c db.Compaction) (x compactionJSON, err error) {
	s, err := d.Session(ctx, c.SessionID)
	if err != nil {
		return x, err
	}
	outcomes, err := d.Outcomes(ctx, c.ID)
	if err != nil {
		return x, err
	}
	x = compactionJSON{
		ID: c.ID, SessionID: c.SessionID, Project: s.Root, Trigger: c.Trigger, State: c.State,
		OpenedAt: knownTime(c.OpenedAt), ClosedAt: knownTime(c.ClosedAt),
		PreTokens: known(c.PreTokens), PostTokens: known(c.PostTokens), DurationMS: known(c.DurationMS),
		Asked: c.Asked, Kept: c.Kept, PutBack: c.PutBack, PutUnits: c.PutUnits, PutWords: c.PutWords, Note: c.Note,
		Outcomes: []outcomeJSON{},
	}
	for _, o := range outcomes {
		if o.Outcome == "" && !o.Stands() {
			x.NotKnown++
		}
		x.Outcomes = append(x.Outcomes, outcomeJSON{o.Decision.ID, o.Decision.Quote, o.Decision.Kind, o.Outcome, o.Echoed, o.Restored})
	}
	x.Missing = x.Asked - x.Kept - x.PutBack - x.NotKnown
	x.Invented, err = d.Invented(ctx, c.ID)
	return x, err
}

// printCompactions prints them under their sessions, the one compacted last first.
func printCompactions(out io.Writer, list []compactionJSON) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(out, "No compaction yet.")
		return err
	}
	var order []string
	of := map[string][]compactionJSON{}
	for _, c := range list {
		if of[c.SessionID] == nil {
			order = append(order, c.SessionID)
		}
		of[c.SessionID] = append(of[c.SessionID], c)
	}
	for i, session := range order {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s, session %s\n", printable(of[session][0].Project), printable(session))
		for _, c := range of[session] {
			c.print(out)
		}
	}
	return nil
}

func (c compactionJSON) print(out io.Writer) {
	opened := time.Time{}
	if c.OpenedAt != nil {
		opened = *c.OpenedAt
	}
	fmt.Fprintf(out, "  %d  %s  %s, %s", c.ID, day(opened), or(string(c.Trigger), "unknown"), c.State)
	if c.State == db.StateOpen || c.State == db.StateNothing {
		fmt.Fprintln(out)
	} else {
		fmt.Fprintf(out, "  %s → %s tokens, %s\n", orUnknown(c.PreTokens, ""), orUnknown(c.PostTokens, ""), orUnknown(c.DurationMS, " ms"))
		fmt.Fprintf(out, "      %s: %d kept by the summary, ", count(c.Asked, "decision"), c.Kept)
		if c.State != db.StatePast || c.PutBack > 0 { // before the keeper nobody put anything back
			fmt.Fprintf(out, "%d put back, ", c.PutBack)
		}
		fmt.Fprintf(out, "%d missing", c.Missing)
		if c.NotKnown > 0 {
			fmt.Fprintf(out, ", %d not known", c.NotKnown)
		}
		fmt.Fprintln(out)
	}
	if c.Note != "" {
		fmt.Fprintf(out, "      %s\n", printable(c.Note))
	}
}

func orUnknown(n *int64, unit string) string {
	if n == nil {
		return "unknown"
	}
	return fmt.Sprintf("%d%s", *n, unit)
}
