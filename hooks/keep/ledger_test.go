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

		{"the purpose before the choice", []string{"For the job queue we use Kafka.", "Actually, use NATS for the job queue instead."},
			[]string{"Actually, use NATS for the job queue instead."}},
		{"on second thought", []string{"Let's go with option A for the upload form, one page.", "On second thought: we go with option B for the upload form, three steps."},
			[]string{"On second thought: we go with option B for the upload form, three steps."}},
		{"I take that back finds what it is about behind other words", []string{"You may push straight to the branch demo/site without asking.", "Never rename the tables.", "I take that back, do not push to demo/site any more."},
			[]string{"Never rename the tables.", "I take that back, do not push to demo/site any more."}},
		{"no, not that one", []string{"Name the new tool quillbox.", "No, not quillbox. The tool is called inkwell."},
			[]string{"No, not quillbox.", "The tool is called inkwell."}},
		{"scratch that about something", []string{"The report is a PDF with two columns.", "Keep the header blue.", "Scratch that about the PDF, the report is plain HTML."},
			[]string{"Keep the header blue.", "Scratch that about the PDF, the report is plain HTML."}},
		{"never mind A for it: B", []string{"The index lives in Elastic, one shard per month.", "Never mind Elastic for the index: the index lives in SQLite."},
			[]string{"Never mind Elastic for the index: the index lives in SQLite."}},
		{"German: doch nicht", []string{"Für die Ablage nehmen wir S3.", "Doch nicht S3: für die Ablage nehmen wir die lokale Platte."},
			[]string{"Doch nicht S3: für die Ablage nehmen wir die lokale Platte."}},
		{"Chinese: instead", []string{"用 MySQL 做主库", "算了，还是用 Postgres 做主库"}, []string{"算了，还是用 Postgres 做主库"}},

		{"no, not yet takes nothing back", []string{"Use Redis for the sessions.", "No, not yet."}, []string{"Use Redis for the sessions."}},
		{"instead about the work itself", []string{"Port the parser to Rust and keep the tests.", "Delete the old parser (but keep its tests, run them in Rust instead)"},
			[]string{"Port the parser to Rust and keep the tests.", "Delete the old parser (but keep its tests, run them in Rust instead)"}},
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

func TestTheNewDecisionNamesWhatItReplaced(t *testing.T) {
	l := &Ledger{}
	say(l, "Use Redis for the sessions.")
	old := l.Decisions[0]
	added, changed := l.Add(db.Word{UUID: "later", Text: "Actually, use Memcached for the sessions."})
	if len(added) != 1 || len(added[0].Replaces) != 1 || added[0].Replaces[0] != old {
		t.Fatalf("added %v", added)
	}
	if len(changed) != 1 || changed[0] != old || old.Status != db.Replaced || !strings.Contains(old.Why, "use Memcached") {
		t.Errorf("changed %+v", old)
	}
}

func TestARestatedDecisionFallsWithItsTwin(t *testing.T) {
	l := &Ledger{}
	say(l, "Use Redis for the sessions.", "remember: use Redis for the sessions", "Use Redis for the page cache.", "Use Memcached instead of Redis for the sessions.")
	if got, want := liveQuotes(l), "Use Redis for the page cache.\nUse Memcached instead of Redis for the sessions."; got != want {
		t.Errorf("live:\n%s\nwant:\n%s", got, want)
	}
}

func TestGoAheadsEndWithTheirTurn(t *testing.T) {
	l := &Ledger{}
	say(l, "Never push to main.", "commit this", "from now on commit after every step")
	kept := &db.Decision{Status: db.Live, OneOff: true, Pinned: true, Quote: "push it"}
	edited := &db.Decision{Status: db.Live, OneOff: true, Edited: true, Quote: "merge it"}
	l.Decisions = append(l.Decisions, kept, edited)
	changed := l.EndTurn()
	if len(changed) != 1 || changed[0].Quote != "commit this" || changed[0].Status != db.Done || changed[0].Why == "" {
		t.Errorf("changed %v", changed)
	}
	if len(l.EndTurn()) != 0 {
		t.Error("it ends twice")
	}
}

func TestABR5ApprovalThatWasUsedDoesNotComeBack(t *testing.T) {
	l := &Ledger{}
	l.Add(db.Word{UUID: "1", Text: "yes", Question: "Shall I implement the caching plan?"})
	l.EndTurn()
	l.Add(db.Word{UUID: "2", Text: "never mind"})
	if d := l.Decisions[0]; d.Status != db.Done {
		t.Errorf("status %s", d.Status)
	}
}

func TestABR5PlanThatWasCancelledIsNotLive(t *testing.T) {
	l := &Ledger{}
	l.Add(db.Word{UUID: "1", Text: "ok, implement the two-tier caching plan"})
	_, changed := l.Add(db.Word{UUID: "2", Text: "cancel that"})
	if len(changed) != 1 || changed[0].Status != db.Withdrawn {
		t.Errorf("changed %v", changed)
	}
}

func TestRulesLeaveTheOwnersEditsAlone(t *testing.T) {
	l := &Ledger{}
	say(l, "Use Redis for the sessions.")
	l.Decisions[0].Edited = true
	say(l, "Actually, use Memcached for the sessions.", "scratch that")
	if d := l.Decisions[0]; d.Status != db.Live {
		t.Errorf("status %s: %s", d.Status, d.Why)
	}
	if got := l.Withdraw("Use Redis for the sessions.", 0); len(got) != 0 {
		t.Errorf("withdrawn %v", got)
	}
}

func TestAWordTakenBackTakesItsEffectsBack(t *testing.T) {
	for _, c := range []struct{ name, word string }{
		{"a replacement", "Actually, use Memcached for the sessions."},
		{"a take-back", "scratch that"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &Ledger{}
			say(l, "Use Redis for the sessions.")
			l.Add(db.Word{UUID: "later", Text: c.word})
			if l.Decisions[0].Status == db.Live {
				t.Fatal("nothing happened")
			}
			changed := l.Withdraw("later", 0)
			if got := liveQuotes(l); got != "Use Redis for the sessions." {
				t.Errorf("live: %q", got)
			}
			if len(changed) == 0 || l.Decisions[0].Why != "" {
				t.Errorf("changed %v", changed)
			}
		})
	}
}

func TestWordsWithoutUUIDAreToldApartByLine(t *testing.T) {
	l := &Ledger{}
	l.Add(db.Word{Line: 3, Text: "Use Redis for the sessions."})
	l.Add(db.Word{Line: 9, Text: "Put the banner on top."})
	l.Withdraw("", 9)
	if got := liveQuotes(l); got != "Use Redis for the sessions." {
		t.Errorf("live: %q", got)
	}
}

func TestAWordThatIsWithdrawnAddsNothing(t *testing.T) {
	l := &Ledger{}
	if added, _ := l.Add(db.Word{Text: "Use Redis.", Withdrawn: true}); len(added) != 0 || len(l.Decisions) != 0 {
		t.Errorf("added %v", added)
	}
}

func TestOnlyALoadedDecisionThatIsFreshIsMeantByThat(t *testing.T) {
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		kind db.Kind
		age  time.Duration
		want db.Status
	}{
		{"a fresh decision", db.KindDecision, 5 * time.Minute, db.Withdrawn},
		{"an old one", db.KindDecision, 2 * time.Hour, db.Live},
		{"a rule", db.KindRule, 5 * time.Minute, db.Live},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &db.Decision{ID: 1, Status: db.Live, Kind: c.kind, Quote: "Put the banner on top.", At: at}
			l := &Ledger{Decisions: []*db.Decision{d}}
			l.Add(db.Word{Text: "scratch that", At: at.Add(c.age)})
			if d.Status != c.want {
				t.Errorf("status %s", d.Status)
			}
		})
	}
}

func TestAnOpenQuestionIsSettledByAnAnswerAboutIt(t *testing.T) {
	l := &Ledger{}
	say(l, "Should we use Redis or Postgres for the job queue?", "Put the banner on top.")
	if l.Decisions[0].Status != db.Live {
		t.Fatal("settled by something else")
	}
	say(l, "use Postgres for the job queue")
	if d := l.Decisions[0]; d.Status != db.Done || d.Why == "" {
		t.Errorf("status %s", d.Status)
	}
}

func TestAlikeDecisionsOnDifferentThingsAllStand(t *testing.T) {
	for _, all := range [][]string{
		{"Always keep rule 1: the exporter stays apart from the importer.", "Always keep rule 2: the exporter stays apart from the importer.", "Always keep rule 3: the exporter stays apart from the importer."},
		{"Keep module A apart from module C.", "Keep module B apart from module C."},
		{"Name migration 12 after its ticket.", "Name migration 13 after its ticket."},
		{"Step 4 must run before the backup.", "Step 5 must run before the backup."},
		{"PR 12 must be merged by Friday.", "PR 13 must be merged by Friday."},
		{"Always log to stderr, never to stdout.", "Always write errors to stderr, never to stdout."},
	} {
		l := &Ledger{}
		for i, text := range all {
			l.Add(db.Word{ID: int64(i + 1), UUID: text, Text: text, Channel: db.Typed, StartsTurn: true})
		}
		live := 0
		for _, d := range l.Decisions {
			if d.Status == db.Live {
				live++
			} else {
				t.Errorf("%s: %s", d.Status, d.Quote)
			}
		}
		if live < len(all) {
			t.Errorf("%d of %d live: %q", live, len(all), all)
		}
	}
}
