package web

import (
	"fmt"
	"strings"
	"time"
)

// healthFile is the page as JSON.
type healthFile struct {
	LookedAt  *time.Time    `json:"looked_at"` // null: nobody has looked
	Checks    []Check       `json:"checks"`
	Ledger    string        `json:"ledger_error,omitempty"`
	HookTimes hookTimesFile `json:"hook_times"`
	Failures  []failureFile `json:"failures"`
	Files     *Files        `json:"files"`
}

type hookTimesFile struct {
	Since  time.Time      `json:"since"`
	Cut    bool           `json:"cut"` // there were more runs than were looked at
	Events []hookTimeFile `json:"events"`
}

type hookTimeFile struct {
	Event   string  `json:"event"`
	Runs    int     `json:"runs"`
	Failed  int     `json:"failed"`
	Median  float64 `json:"median_ms"`
	P95     float64 `json:"p95_ms"`
	Longest float64 `json:"longest_ms"`
}

type failureFile struct {
	LastAt  time.Time `json:"last_at"`
	Times   int       `json:"times"`
	Event   string    `json:"event"`
	Session string    `json:"session_id,omitempty"`
	Outcome string    `json:"outcome"`
	Error   string    `json:"error"`
}

func (v healthView) file() healthFile {
	f := healthFile{Checks: v.Checks, Ledger: v.Trouble, Files: v.Files, Failures: []failureFile{},
		HookTimes: hookTimesFile{v.now.AddDate(0, 0, -hookDays).UTC(), v.Cut, []hookTimeFile{}}}
	if !v.LookedAt.IsZero() {
		at := v.LookedAt.UTC()
		f.LookedAt = &at
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	for _, h := range v.Times {
		f.HookTimes.Events = append(f.HookTimes.Events, hookTimeFile{h.Event, h.Runs, h.Failed, ms(h.Median), ms(h.P95), ms(h.Longest)})
	}
	for _, x := range v.Failures {
		f.Failures = append(f.Failures, failureFile{x.At.UTC(), x.Times, x.Event, x.SessionID, x.Outcome, x.Error})
	}
	return f
}

func (v healthView) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "# Health of compact-keeper, %s\n\n", exact(v.now))
	if v.Trouble != "" {
		fmt.Fprintf(b, "The ledger cannot be read: %s\n\n", plainMarkdown(v.Trouble))
	}
	fmt.Fprintf(b, "## Checks\n\n")
	for _, c := range v.having("fault", "warning", "ok", "unknown") {
		fmt.Fprintf(b, "- **%s**, %s: %s", c.State, c.Name, plainMarkdown(c.Found))
		if c.Next != "" {
			fmt.Fprintf(b, " %s `%s`", plainMarkdown(c.Next), c.Command)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "\n## Hook times of the last %d days, in milliseconds\n\n| event | runs | failed | median | 95 %% | longest |\n| --- | ---: | ---: | ---: | ---: | ---: |\n", hookDays)
	for _, h := range v.Times {
		fmt.Fprintf(b, "| %s | %d | %d | %s | %s | %s |\n", plainMarkdown(h.Event), h.Runs, h.Failed, millis(h.Median), millis(h.P95), millis(h.Longest))
	}
	b.WriteString("\n## Failures\n\n")
	for _, f := range v.Failures {
		fmt.Fprintf(b, "- %d × %s, last %s: %s\n", f.Times, plainMarkdown(f.Event), exact(f.At), plainMarkdown(f.Error))
	}
	if v.Files != nil {
		fmt.Fprintf(b, "\n## Files\n\n- folder: %s\n- ledger: %s\n- put off by hooks: %s, %s\n- damaged ledgers set aside: %d\n", plainMarkdown(v.Files.Folder), fileSize(v.Files.LedgerBytes),
			count(v.Files.Spooled, "event"), fileSize(v.Files.SpoolBytes), v.Files.SetAside)
	}
}
