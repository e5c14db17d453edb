package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

const introduction = `compact-keeper keeps what you decided in a coding session, word for word,
through every compaction.

  compact-keeper [--no-tray] [--no-open | --open]
        Serve the dashboard on this machine until Ctrl-C, with a tray icon and
        desktop notices. The first line printed is its address. In a terminal it
        is opened in your browser, too: --no-open leaves that out, --open does it
        without a terminal. --no-tray is for machines without a desktop.

Commands:
`

// help prints what there is to call, or how to call one command.
func help(args []string, out io.Writer) error {
	switch len(args) {
	case 0:
	case 1:
		c, err := findCommand(args[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n        %s\n", c.usage(), c.what)
		if more := details[c.name]; more != "" {
			fmt.Fprintf(out, "\n%s\n", strings.Trim(more, "\n"))
		}
		return nil
	default:
		return usageError{"help takes one command at most", "compact-keeper help"}
	}
	fmt.Fprint(out, introduction)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s\t%s\n", c.name, c.what)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprint(out, "\ncompact-keeper help COMMAND shows a command's arguments.\nExit codes: 0 done, 1 failed, 2 wrong usage.\n")
	return nil
}

// usage is a command's line with its arguments.
func (c command) usage() string {
	if c.args == "" {
		return "compact-keeper " + c.name
	}
	return "compact-keeper " + c.name + " " + c.args
}

// details is what help COMMAND says beyond a command's line.
var details = map[string]string{
	"up": `
  --yes        take in all transcripts found, without asking
  --no-import  take in none
  --no-tray, --no-open, --open  as compact-keeper takes them
The hooks are registered in settings.json of the client's configuration folder,
$CLAUDE_CONFIG_DIR or ~/.claude. Ctrl-C ends the dashboard; the hooks go on.`,
	"open": `
  --browser  open it in your browser, and print it only if that does not work
The address holds a code that is good once, within 60 seconds. The browser gets
it by a file of yours, since others can read its command line.`,
	"login": `
Linux: a systemd user unit where systemd knows of the graphical session, or where
there is none; else a file in ~/.config/autostart. macOS: a LaunchAgent. Windows:
a value of the Run key. What starts is this program, where it lies now.`,
	"off": `
  --project DIR  any folder of the project; the current one if not given
A project is a repository with all its worktrees, else a folder. What was kept
before stays: compact-keeper forget deletes it.`,
	"on": `
  --project DIR  any folder of the project; the current one if not given
What was said while it was off is passed over.`,
	"decisions": `
  --session ID   of one session; the beginning of its id is enough
  --project DIR  of all sessions of a project
  --all          also those replaced, withdrawn, used up, or said to be none
The quote is yours, character for character, but for what was masked as a
secret.`,
	"compactions": `
  --session ID  of one session; the beginning of its id is enough
  --limit N     as many, newest first; 20 if not given
kept: the summary holds the decision word for word. put back: the keeper handed
it to the client beside the summary. missing: neither. States: open (going on),
done, nothing (announced, and none followed), missed (no hook of ours ran), past
(before the keeper met the session).`,
	"brief": `
SESSION is the id of a session or its beginning; compact-keeper decisions shows
them. Sizes are UTF-16 units, as the client counts.`,
	"policy": `
Without arguments: each setting with its value, what is allowed, its default.
The settings hold for all projects of this client configuration, from the next
hook on. keep_days is applied by the running dashboard, at its start and once a
day, and by import, which leaves out what is older; compact-keeper forget
--older-than DAYS does it at once. The client deletes its own transcripts after
30 days (its setting cleanupPeriodDays); what was taken in before stays here.`,
	"doctor": `
  --live  run the client, in a scratch folder with a made-up key, its updater
          off, against an API on this machine, and put a random word through
          each road; asks first, and takes half a minute, two at most. Nothing
          of yours is read or changed. Where a road is broken, the scratch
          folder is kept and named
  --yes   do not ask
Exit code 1 if there is a fault; each comes with what to do. Without --live the
client is never started.`,
	"import": `
PATH is a transcript or a folder of them; all below the client's projects folder
if none is given. A project that is off is never opened. What is there already
is not taken in twice. Ctrl-C ends it; the next import goes on from there.
  --yes  put back what is missing in open sessions, without asking`,
	"forget": `
  --word ID, --decision ID  as compact-keeper decisions shows them
  --session ID              the beginning of its id is enough
  --project DIR             all its sessions
  --older-than DAYS         sessions whose last message is older
  --everything              all that is kept; the hooks stay installed
  --dry-run                 say what would go, and delete nothing
  --yes                     do not ask
It is gone from every table and from the free pages of the file, and reading the
client's transcript again does not bring it back; of that only hashes are kept.
What is said later in a session that goes on is kept. A decision goes with the
message it stands in, a message with its copies in forks and with the texts of
the compactions since, which may repeat it: of its session only your own words
are kept from then on. --session ID --dry-run lists the messages with their
numbers. The client's own transcripts are not touched.`,
	"install": `
  --dry-run  show the change to settings.json, and make none
A copy of settings.json as it was stays in the state folder. Installing twice
changes nothing.`,
	"uninstall": `
  --dry-run  show the change to settings.json, and make none
settings.json is given back byte for byte; where it was edited since, only our
entries go. What was kept stays.`,
	"inspect": `
FILE is a transcript of the client, ~/.claude/projects/…/SESSION.jsonl. Lines
count from 0. Nothing is stored.`,
}
