package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/hooks/transcript"
)

// inspect shows what a transcript file holds. It reads the file alone: no database, no client.
func inspect(args []string, out io.Writer) error {
	flags := newFlags("inspect")
	asJSON := flags.Bool("json", false, "")
	files, err := parse(flags, args, 1)
	if err != nil {
		return err
	}
	if len(files) == 0 || files[0] == "" {
		return usageError{"inspect: name a transcript file", "compact-keeper help inspect"}
	}
	in, err := inspectFile(files[0])
	if err != nil {
		return err
	}
	if *asJSON {
		return printJSON(out, in)
	}
	return in.print(out)
}

// inspectFile reads the transcript at path, which may be a link. Nothing is masked: the owner's file is shown to the
// owner as it is, and nothing of it is stored.
func inspectFile(path string) (*inspection, error) {
	file, err := filepath.EvalSymlinks(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("inspect %s: there is no such file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("inspect %s: %w", path, err)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return nil, fmt.Errorf("inspect %s: it is a folder; name one of its .jsonl files", path)
	}
	items, st, err := transcript.ReadAll(context.Background(), file, nil)
	if err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	if st.Rows == 0 {
		return nil, fmt.Errorf("inspect %s: it is no transcript of the client: not one row is of a type it writes", path)
	}
	return newInspection(items, st), nil
}

// print shows the counts, what was decided, and what each compaction left of it.
func (in *inspection) print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Session %s, client %s\n", or(in.SessionID, "unknown"), or(in.ClientVersion, "unknown"))
	fmt.Fprintf(&b, "%s, %s, %s, %s, %s\n", count(len(in.Words), "message"), count(len(in.Decisions), "decision"),
		count(len(in.Tasks), "task"), count(len(in.Boundaries), "finished piece")+" of work", count(len(in.Compactions), "compaction"))
	if s := in.Skipped; s.Malformed+s.Unknown+s.Overlong > 0 {
		fmt.Fprintf(&b, "Left out: %d malformed rows, %d of unknown type, %d too long\n", s.Malformed, s.Unknown, s.Overlong)
	}
	for _, d := range in.Decisions {
		head := day(d.at) + "  " + strings.ReplaceAll(string(d.Kind), "_", " ")
		if d.Status != db.Live {
			head += ", " + string(d.Status)
		}
		fmt.Fprintf(&b, "\n%s\n    %s\n", head, strings.ReplaceAll(printable(d.Quote), "\n", "\n    "))
	}
	for _, c := range in.Compactions {
		counts := map[string]int{}
		for _, o := range c.Outcomes {
			counts[o.Outcome]++
		}
		fmt.Fprintf(&b, "\n%s  %s compaction: %d decisions word for word, %d reworded?, %d not found\n", day(c.at),
			or(string(c.Trigger), "unknown"), counts["verbatim"], counts["paraphrased"], counts["lost"])
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func or(s, other string) string {
	if s != "" {
		return s
	}
	return other
}

// count names a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
