package keep

import (
	"strings"
	"testing"
	"time"

	"github.com/compact-keeper/compact-keeper/db"
)

// say feeds messages to a ledger, a minute and a turn apart.
func say(l *Ledger, messages ...string) {
	for _, m := range messages {
		n := len(l.Decisions) + 100*len(l.effects)
		l.Add(db.Word{SessionID: "s", UUID: m, Line: n, Channel: db.Typed, Text: m, At: time.Date(2026, 5, 1, 9, n%60, 0, 0, time.UTC), StartsTurn: true})
	}
}

func liveQuotes(l *Ledger) string {
	var out []string
	for _, d := range l.Decisions {
		if d.Status == db.Live {
			out = append(out, d.Quote)
		}
	}
	return strings.Join(out, "\n")
}

func TestLaterWordsReverseEarlierOnes(t *testing.T) {
	for _, c := range []struct {
		name string
		said []string
		live []string // what is live in the end
	}{
		{"actually, use A for the same thing", []string{"Use option B for the retry policy, not option A", "Actually, use option A for the retry policy"},
			[]string{"Actually, use option A for the retry policy"}},
		{"a reversal finds its subject among many", []string{"Use option B for the cache layout, not option A", "Use option B for the retry policy, not option A", "Use option B for the log format, not option A", "Actually, use option A for the retry policy"},
			[]string{"Use option B for the cache layout, not option A", "Use option B for the log format, not option A", "Actually, use option A for the retry policy"}},
		{"instead of names what falls", []string{"Use npm for the installs.", "Use Postgres for the queue.", "use pnpm instead of npm"},
			[]string{"Use Postgres for the queue.", "use pnpm instead of npm"}},
		{"BR-6 use B instead of A", []string{"Let's use SQLite for the index.", "Use DuckDB instead of SQLite for the index."},
			[]string{"Use DuckDB instead of SQLite for the index."}},
		{"the earlier decision is reversed by name", []string{"Use zap for logging.", "Use chi for routing.", "Reverse the earlier decision on logging: use slog"},
			[]string{"Use chi for routing.", "Reverse the earlier decision on logging: use slog"}},
		{"scratch that takes back the last one", []string{"Use tabs in the templates.", "Put the banner on top.", "Scratch that."},
			[]string{"Use tabs in the templates."}},
		{"scratch that, use B", []string{"Use tabs in the templates.", "Put the banner on top.", "Scratch that, put the banner at the bottom."},
			[]string{"Use tabs in the templates.", "Scratch that, put the banner at the bottom."}},
		{"never mind names its subject", []string{"Put the export button into the toolbar.", "Add a dark theme to the settings.", "Never mind the export button."},
			[]string{"Add a dark theme to the settings.", "Never mind the export button."}},
		{"forget about takes all that is about it", []string{"Add a dark theme to the settings.", "The dark theme should use slate greys.", "Keep the toolbar as it is.", "forget about the dark theme"},
			[]string{"Keep the toolbar as it is.", "forget about the dark theme"}},
		{"after all", []string{"Let's ship the plugin with the installer.", "no, let's not ship the plugin after all"},
			[]string{"no, let's not ship the plugin after all"}},
		{"a change of plan", []string{"move the files of the package into the pkg folder", "change of plan: all files of the package go into the root folder"},
			[]string{"change of plan: all files of the package go into the root folder"}},
		{"the same frame without a reversal word", []string{"Use Redis for the sessions.", "Use Memcached for the sessions."},
			[]string{"Use Memcached for the sessions."}},
		{"a value set anew", []string{"Set the upload limit to 20", "Set the upload limit to 50"},
			[]string{"Set the upload limit to 50"}},
		{"what was forbidden is asked for", []string{"Don't open the upstream PR for now.", "Open the upstream PR"},
			[]string{"Open the upstream PR"}},
		{"German: doch lieber", []string{"Nimm Redis für die Warteschlange.", "Doch lieber Postgres für die Warteschlange."},
			[]string{"Doch lieber Postgres für die Warteschlange."}},
		{"German: statt A nimm B", []string{"Wir nehmen Webpack für das Bundling.", "Statt Webpack nimm Vite."},
			[]string{"Statt Webpack nimm Vite."}},
		{"German: vergiss das", []string{"Nimm Tabs in den Vorlagen.", "vergiss das"}, nil},
		{"BR-5 a cancelled plan", []string{"Implement the caching plan with two tiers.", "cancel the caching plan"},
			[]string{"cancel the caching plan"}},

		{"two decisions on different things stay", []string{"Use Redis for the sessions.", "Use Postgres for the queue.", "Use Vite for the frontend."},
			[]string{"Use Redis for the sessions.", "Use Postgres for the queue.", "Use Vite for the frontend."}},
		{"a reversal without a match changes nothing", []string{"Use Redis for the sessions.", "Actually, rename the flag to --quiet."},
			[]string{"Use Redis for the sessions.", "Actually, rename the flag to --quiet."}},
		{"another subject with the same value stays", []string{"Use Postgres for the users.", "Use Redis instead of Postgres for the queue."},
			[]string{"Use Postgres for the users.", "Use Redis instead of Postgres for the queue."}},
		{"scratch that does not reach behind a question", []string{"Never touch the vendor folder.", "what does the linter say?", "never mind"},
			[]string{"Never touch the vendor folder."}},
		{"a one-time exception does not lift a rule", []string{"Don't push to the release branch.", "push to the release branch"},
			[]string{"Don't push to the release branch.", "push to the release branch"}},
		{"don't forget is no take-back", []string{"Add a test for the parser.", "Don't forget the parser test."},
			[]string{"Add a test for the parser.", "Don't forget the parser test."}},
		{"a bug report is no reversal", []string{"Limit the list to 20 rows for now.", "hmm, the list shows 19 rows instead of 26"},
			[]string{"Limit the list to 20 rows for now."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &Ledger{}
			say(l, c.said...)
			if got, want := liveQuotes(l), strings.Join(c.live, "\n"); got != want {
				t.Errorf("live:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
