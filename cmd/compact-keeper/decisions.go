package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// decisionJSON is a decision as --json prints it.
type decisionJSON struct {
	ID        int64      `json:"id"`
	Word      int64      `json:"word"` // the message it stands in
	SessionID string     `json:"session_id"`
	Project   string     `json:"project"`
	UUID      string     `json:"uuid,omitempty"`
	Line      int        `json:"line"`
	At        *time.Time `json:"at"`
	Kind      db.Kind    `json:"kind"`
	Quote     string     `json:"quote"`
	Question  string     `json:"question,omitempty"`
	Status    db.Status  `json:"status"`
	Why       string     `json:"why,omitempty"`
	Pinned    bool       `json:"pinned"`
}

// decisions lists what the owner decided, of all sessions, of one, or of a project's.
func decisions(args []string, out io.Writer) error {
	flags := newFlags("decisions")
	asJSON := flags.Bool("json", false, "")
	session := flags.String("session", "", "")
	project := flags.String("project", "", "")
	every := flags.Bool("all", false, "")
	if _, err := parse(flags, args, 0); err != nil {
		return err
	}
	if *session != "" && *project != "" {
		return usageError{"decisions: --session and --project exclude each other", "compact-keeper help decisions"}
	}
	ctx := context.Background()
	d, err := readLedger(ctx)
	if errors.Is(err, fs.ErrNotExist) && *session == "" && *project == "" {
		return printNothing(out, *asJSON, err)
	}
	if err != nil {
		return err
	}
	defer d.Close()
	f := db.DecisionFilter{Status: db.Live}
	if *every {
		f.Status = ""
	}
	if *session != "" {
		s, err := findSession(ctx, d, *session)
		if err != nil {
			return err
		}
		f.Session = s.ID
	}
	if *project != "" {
		p, err := findProject(ctx, d, *project)
		if err != nil {
			return err
		}
		f.ProjectID = p.ID
	}
	all, err := d.ListDecisions(ctx, f)
	if err != nil {
		return err
	}
	roots, err := sessionRoots(ctx, d, all)
	if err != nil {
		return err
	}
	if *asJSON {
		list := []decisionJSON{}
		for _, x := range all {
			list = append(list, decisionJSON{x.ID, x.WordID, x.SessionID, roots[x.SessionID], x.UUID, x.Line, knownTime(x.At), x.Kind, x.Quote, x.Question, x.Status, x.Why, x.Pinned})
		}
		return printJSON(out, list)
	}
	return printDecisions(out, all, roots)
}

// sessionRoots finds the projects of the sessions that the decisions come from.
func sessionRoots(ctx context.Context, d *db.DB, all []*db.Decision) (map[string]string, error) {
	roots := map[string]string{}
	for _, x := range all {
		if _, ok := roots[x.SessionID]; ok {
			continue
		}
		s, err := d.Session(ctx, x.SessionID)
		if err != nil {
			return nil, err
		}
		roots[x.SessionID] = s.Root
	}
	return roots, nil
}

// printDecisions prints them under their sessions, in the order in which those decided first.
func printDecisions(out io.Writer, all []*db.Decision, roots map[string]string) error {
	if len(all) == 0 {
		_, err := fmt.Fprintln(out, "No decision.")
		return err
	}
	var order []string
	of := map[string][]*db.Decision{}
	for _, x := range all {
		if of[x.SessionID] == nil {
			order = append(order, x.SessionID)
		}
		of[x.SessionID] = append(of[x.SessionID], x)
	}
	for i, session := range order {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s, session %s\n", printable(roots[session]), printable(session))
		for _, x := range of[session] {
			head := day(x.At) + "  " + strings.ReplaceAll(string(x.Kind), "_", " ")
			if x.Pinned {
				head += ", pinned"
			}
			switch x.Status {
			case db.Live:
			case db.Rejected:
				head += ", not a decision"
			default:
				head += ", " + string(x.Status)
			}
			if x.Why != "" {
				head += ": " + printable(x.Why)
			}
			fmt.Fprintf(out, "  %s (decision %d, message %d)\n      %s\n", head, x.ID, x.WordID, strings.ReplaceAll(printable(x.Quote), "\n", "\n      "))
		}
	}
	return nil
}
