package live

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/db"
)

// inRequest looks for words in the newest request of a kind since the last prompt, in that many parts. What hooks of
// other events than the named one added to it does not count.
func (p *proof) inRequest(kind fakeapi.Kind, event string, parts int, words ...string) error {
	p.take()
	for _, r := range slices.Backward(p.seen[p.from:]) {
		if r.Kind != kind || kind == fakeapi.Turn && r.AgentID != "" { // the summarizer is an agent of its own
			continue
		}
		text := r.Instructions()
		if kind == fakeapi.Turn {
			text = withoutOthers(r.Text(), event)
		}
		if parts == 1 && count(text, words) == 0 {
			return errors.New("it is not there")
		}
		if n, w := carrying(text, words), count(text, words); parts > 1 && (n < parts || w < len(words)) {
			return fmt.Errorf("%d of %d parts, %d of %d words", n, parts, w, len(words))
		}
		return nil
	}
	return errors.New("the client made no such request")
}

func count(text string, words []string) (n int) {
	for _, w := range words {
		if strings.Contains(text, w) {
			n++
		}
	}
	return n
}

var hookOutput = regexp.MustCompile(`(SessionStart|UserPromptSubmit)[:a-z]* hook (?:success|additional context):`)

// withoutOthers takes out of a request what hooks of other events printed.
func withoutOthers(text, event string) string {
	var b strings.Builder
	from := 0
	for _, m := range hookOutput.FindAllStringSubmatchIndex(text, -1) {
		if from >= 0 {
			b.WriteString(text[from:m[0]])
		}
		if from = m[0]; text[m[2]:m[3]] != event {
			from = -1
		}
	}
	if from >= 0 {
		b.WriteString(text[from:])
	}
	return b.String()
}

var partHead = regexp.MustCompile(`\[compact-keeper, part \d of \d\]`)

// carrying counts the parts of a text that hold at least one of the words.
func carrying(text string, words []string) (n int) {
	heads := partHead.FindAllStringIndex(text, -1)
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		if count(text[h[1]:end], words) > 0 {
			n++
		}
	}
	return n
}

// elsewhere counts the requests that were not for the API.
func (p *proof) elsewhere() (n int) {
	p.take()
	for _, r := range p.seen {
		if r.Kind == fakeapi.Other {
			n++
		}
	}
	return n
}

var errNothingKept = errors.New("no hook has written to the ledger")

// ledger reads the scratch ledger.
func (p *proof) ledger(ctx context.Context, read func(*db.DB) error) error {
	d, err := db.Open(ctx, p.state, db.Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		return errNothingKept
	}
	if err != nil {
		return err
	}
	defer d.Close()
	return read(d)
}

func (p *proof) nothingKept(ctx context.Context) bool {
	return errors.Is(p.ledger(ctx, func(*db.DB) error { return nil }), errNothingKept)
}

// heard looks for a run of the hook executable in the session.
func (p *proof) heard(ctx context.Context, event string) error {
	return p.ledger(ctx, func(d *db.DB) error {
		runs, err := d.Heard(ctx, p.session)
		if err == nil && runs[event] == 0 {
			err = fmt.Errorf("no hook ran for %s", event)
		}
		return err
	})
}

// isWord looks for a prompt among the words of the session.
func (p *proof) isWord(ctx context.Context, word string) error {
	return p.ledger(ctx, func(d *db.DB) error {
		words, err := d.LastWords(ctx, p.session, 10)
		if err == nil && !slices.ContainsFunc(words, func(w db.Word) bool { return strings.Contains(w.Text, word) }) {
			err = fmt.Errorf("it is none of %d words", len(words))
		}
		return err
	})
}

// compaction reads the newest compaction of the session.
func (p *proof) compaction(ctx context.Context, read func(*db.DB, db.Compaction) error) error {
	return p.ledger(ctx, func(d *db.DB) error {
		all, err := d.Compactions(ctx, p.session, 1)
		if err == nil && len(all) == 0 {
			err = errors.New("the ledger knows of no compaction")
		}
		if err != nil {
			return err
		}
		return read(d, all[0])
	})
}

// isClosed looks whether PostCompact has closed the compaction, with its summary; no later hook has run yet.
func (p *proof) isClosed(ctx context.Context, summarized string) error {
	if err := p.heard(ctx, "PostCompact"); err != nil {
		return err
	}
	return p.compaction(ctx, func(_ *db.DB, c db.Compaction) error {
		if c.State != db.StateDone || !strings.Contains(c.Summary, summarized) {
			return fmt.Errorf("it is %s, its summary another", c.State)
		}
		return nil
	})
}

// isMatched looks whether the compaction was found in the transcript.
func (p *proof) isMatched(ctx context.Context) error {
	return p.compaction(ctx, func(_ *db.DB, c db.Compaction) error {
		if c.State != db.StateDone || c.BoundaryUUID == "" {
			return fmt.Errorf("no row fits, the compaction is %s", c.State)
		}
		return nil
	})
}

// isChecked looks whether the summary was checked before anything was put back: what it kept is known to stand, and was
// not put back with the rest.
func (p *proof) isChecked(ctx context.Context, kept string) error {
	if err := p.heard(ctx, "SubagentStop"); err != nil {
		return err
	}
	return p.compaction(ctx, func(d *db.DB, c db.Compaction) error {
		all, err := d.Outcomes(ctx, c.ID)
		if err != nil {
			return err
		}
		put, err := d.Parts(ctx, c.ID, db.Restore)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(o db.OutcomeRow) bool { return strings.Contains(o.Decision.Quote, kept) })
		switch {
		case i < 0 || all[i].Outcome == "":
			return errors.New("it was not")
		case all[i].Outcome != db.Verbatim:
			return fmt.Errorf("what it kept counts as %s", all[i].Outcome)
		case len(put) == 0:
			return errors.New("nothing was put back after it")
		case strings.Contains(strings.Join(put, "\n"), kept):
			return errors.New("too late: all was put back")
		}
		return nil
	})
}

// hookFailure is what is known of a hook that failed: by the client, by the ledger, by the hook's own log.
func (p *proof) hookFailure(ctx context.Context) string {
	said := p.failure
	p.ledger(ctx, func(d *db.DB) error {
		failed, err := d.Failures(ctx, 1)
		if said == "" && len(failed) > 0 {
			said = failed[0].Error
		}
		return err
	})
	if said == "" {
		said = p.hookLog()
	}
	return oneLine(said)
}
