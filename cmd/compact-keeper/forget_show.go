package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
)

// mostShown is how many sessions, and how many files, are listed one by one.
const mostShown = 20

// show says what would go.
func (f forgetting) show(ctx context.Context, d *db.DB, target db.Target, doomed db.Doomed) error {
	if doomed.Word != nil {
		f.showWord(doomed)
		return nil
	}
	switch {
	case target.Everything:
		fmt.Fprintln(f.out, "Everything that is kept, in all projects:")
	case target.Project != 0:
		fmt.Fprintf(f.out, "All that is kept of %s:\n", printable(doomed.Project.Root))
	case target.Session != "":
		fmt.Fprintln(f.out, "One session:")
	default:
		fmt.Fprintf(f.out, "Sessions with their last message before %s:\n", day(target.OlderThan))
	}
	fmt.Fprintf(f.out, "  %s\n", amounts(doomed))
	for i, s := range doomed.Sessions {
		if i == mostShown {
			fmt.Fprintf(f.out, "  and %s more\n", counted(len(doomed.Sessions)-i, "session"))
			break
		}
		fmt.Fprintf(f.out, "  session %s in %s: %s, %s to %s\n", printable(s.ID), printable(s.Root), counted(s.Words, "message"), day(s.First), day(s.Last))
	}
	if target.Session != "" && f.dryRun {
		if err := f.showWords(ctx, d, target.Session); err != nil {
			return err
		}
	}
	for _, fork := range doomed.Forks {
		fmt.Fprintf(f.out, "Session %s is a fork, or what was forked: the messages that both begin with stay there. To forget it too:\n  compact-keeper forget --session %s\n",
			printable(fork), printable(fork))
	}
	if target.Project != 0 && !doomed.Project.Enabled {
		doomed.Off = []string{doomed.Project.Root}
	}
	for _, root := range doomed.Off {
		fmt.Fprintf(f.out, "%s is switched off and stays so: for that its path is kept.\n", printable(root))
	}
	if len(doomed.Sessions) > 0 {
		fmt.Fprintln(f.out, "What is said from now on in a session that goes on is kept again.")
	}
	return nil
}

// showWord says what goes with a word.
func (f forgetting) showWord(doomed db.Doomed) {
	w := doomed.Word
	fmt.Fprintf(f.out, "Message %d, of %s, in session %s:\n      %s\n", w.ID, day(w.At), printable(w.SessionID), indented(w.Text))
	if f.decision != 0 {
		fmt.Fprintln(f.out, "The decision is a part of it. The whole message goes: its text would give the decision away.")
	}
	fmt.Fprintf(f.out, "With it: %s.\n", amounts(doomed))
	fmt.Fprintln(f.out, "Summaries, and texts of the keeper's own, that were made since may repeat it: they are emptied. From now on only your own\n"+
		"words are kept of its session: no summary, and nothing of what a short answer was given to.")
	var alike []string
	for _, id := range doomed.Alike {
		alike = append(alike, fmt.Sprint(id))
	}
	if len(alike) > 0 {
		fmt.Fprintf(f.out, "The same text stands in other messages, which stay: %s. To forget one of them too:\n  compact-keeper forget --word %s\n",
			strings.Join(alike, ", "), alike[0])
	}
}

// showWords lists what a session holds, each message with the number by which it can be forgotten alone.
func (f forgetting) showWords(ctx context.Context, d *db.DB, session string) error {
	words, err := d.Words(ctx, session)
	if err != nil {
		return err
	}
	for _, w := range words {
		fmt.Fprintf(f.out, "    message %d, %s\n      %s\n", w.ID, day(w.At), indented(w.Text))
	}
	return nil
}

// amounts counts what goes.
func amounts(doomed db.Doomed) string {
	parts := []string{counted(doomed.Words, "message"), counted(doomed.Decisions, "decision")}
	if doomed.Word == nil {
		parts = append([]string{counted(len(doomed.Sessions), "session")}, append(parts, counted(doomed.Compactions, "compaction"))...)
	} else {
		parts = append(parts, "the texts of "+counted(doomed.Compactions, "compaction"))
	}
	return strings.Join(parts, ", ")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func indented(text string) string { return strings.ReplaceAll(printable(text), "\n", "\n      ") }

// beyond says what no command of ours reaches.
func (f forgetting) beyond(state string, gone db.Doomed, aside []string) {
	fmt.Fprintln(f.out, "Not within reach:")
	var files []string
	for _, s := range gone.Sessions {
		if _, err := os.Stat(s.Transcript); err == nil && !slices.Contains(files, s.Transcript) {
			files = append(files, s.Transcript)
		}
	}
	if len(files) > 0 {
		fmt.Fprintln(f.out, "  - the client's own transcripts, which it deletes after 30 days (its setting cleanupPeriodDays):")
		for i, path := range files {
			if i == mostShown {
				fmt.Fprintf(f.out, "      and %s more below %s\n", counted(len(files)-i, "file"), printable(filepath.Dir(filepath.Dir(path))))
				break
			}
			fmt.Fprintf(f.out, "      %s\n", printable(path))
		}
	}
	fmt.Fprintln(f.out, "  - what a running session has in its context, and the client's summaries, which may tell it in other words")
	fmt.Fprintln(f.out, "  - what the client has sent to the provider of the model")
	fmt.Fprintf(f.out, "  - your backups of %s, and what a disk keeps of files that were written anew\n", printable(state))
	if len(aside) > 0 {
		fmt.Fprintln(f.out, "  - damaged ledgers that were set aside, which may still hold it. To delete them:")
		for _, path := range aside {
			fmt.Fprintf(f.out, "      rm %s\n", shellQuoted(path))
		}
	}
}

// shellQuoted is a path as it can be typed into a shell.
func shellQuoted(path string) string {
	return "'" + strings.ReplaceAll(printable(path), "'", `'\''`) + "'"
}
