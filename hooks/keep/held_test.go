package keep

import (
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

func TestBansAreRulesInEveryWordOrder(t *testing.T) {
	for _, text := range []string{
		"You must not deploy on Fridays.", "You mustn't deploy on Fridays.", "You should never rebase shared branches.", "We can no longer use Node 16.",
		"Under no circumstances may you delete the volume.", "The API keys must never be logged.", "X must not be changed.", "The snapshots are not to be regenerated.", "Nothing in vendor may be edited.",
		"No one may push to release branches.", "Please never touch the seed data.", "Claude should not create branches.", "you are not allowed to install packages", "You aren't allowed to run migrations.",
		"I don't want you to open pull requests.", "I'd prefer you not to touch the CSS.", "I would rather we didn't add a cache",
		"Don't you dare force push.", "do not ever run this against prod", "Never, ever delete a migration.", "At no point should the client talk to the database.", "No commits on main.", "no force pushes",
		"main is protected, dont push there", "not on main please, never push there", "the word foo must not appear in the output",
		"Du darfst niemals auf main pushen.", "Du darfst die Tests nie überspringen.", "Du sollst keine Abhängigkeiten hinzufügen.", "Das Schema darf nicht geändert werden.", "Auf keinen Fall pushen!",
		"Bitte committe nicht selbst.", "Bitte nichts löschen.", "Pushe niemals auf main.", "Nicht ohne meine Zustimmung mergen.", "Keine Commits auf main.", "Die Datei bleibt unangetastet.",
		"Ich möchte nicht, dass du Branches löschst.", "Mir wäre lieber, wenn du nicht pushst.", "Im Ordner legacy darfst du auf keinen Fall etwas ändern.", "Niemand darf auf main pushen.", "Wir sollten nie direkt auf prod deployen.", "Du kannst nicht einfach auf main pushen.", "Die Tests dürfen unter keinen Umständen übersprungen werden.",
	} {
		t.Run(text, func(t *testing.T) {
			got := Find(db.Word{Channel: db.Typed, Text: text, StartsTurn: true})
			if len(got) != 1 || got[0].Kind != db.KindRule || got[0].OneOff || got[0].Quote != text {
				t.Errorf("%s: found %s", text, strings.ReplaceAll(found(db.Word{Channel: db.Typed, Text: text}), "\n", " / "))
				for _, d := range got {
					t.Log(d.Cue)
				}
			}
		})
	}
}

func TestWhatOnlySoundsLikeABanIsNone(t *testing.T) {
	for _, text := range []string{
		"You can't see it from here.", "It may not be the cache.", "The upload can not be started, see the log.", "It must not have been saved.", "The page should not look like that?", "I can never remember the flag.", "That can't be right.",
		"This is not to say that it is bad.", "nobody answered me without a reason", "They may not know about it.", "Das kann nicht sein.", "Ich darf da nicht rein.", "Die Seite wird nicht geladen.", "Warum darf ich nicht pushen?", "it's not ok", "you may not like this",
	} {
		t.Run(text, func(t *testing.T) {
			for _, d := range Find(db.Word{Channel: db.Typed, Text: text, StartsTurn: true}) {
				if d.Kind == db.KindRule {
					t.Errorf("%s by %q", d.Quote, d.Cue)
				}
			}
		})
	}
}

func TestWhatAllowsIsNoBan(t *testing.T) {
	for _, text := range []string{
		"You may push, but not to main.", "Du darfst pushen, aber nicht auf main.", "You can merge without asking.", "You don't have to run the linter.", "Du musst die Tests nicht laufen lassen.", "You needn't ask me.", "you may skip the docs, no need to update them", "You can use any library, not only the standard one.",
	} {
		t.Run(text, func(t *testing.T) {
			for _, d := range Find(db.Word{Channel: db.Typed, Text: text, StartsTurn: true}) {
				if d.Kind == db.KindRule {
					t.Errorf("%s by %q", d.Quote, d.Cue)
				}
			}
		})
	}
}

func TestWhatOnlyResemblesAReversalLeavesTheOldOne(t *testing.T) {
	for _, c := range []struct{ old, later string }{
		{"Use Redis for the sessions.", "Use Postgres for the queue, not Redis."},
		{"Never push to main.", "Push to demo."},
		{"Keep the parser tests.", "Drop the parser."},
		{"Fix issue 12.", "Fix issue 13."},
		{"Retry at most 3 times per file.", "Log at most 3 lines per file."},
		{"Use tabs in Go.", "Use spaces in Python, not tabs."},
		{"Never rename the tables.", "You may rename the columns."},
		{"Move the docs from wiki to the repo.", "Move the images from wiki to the CDN."},
		{"Don't touch the lockfile.", "You can commit the lockfile."},
		{"Never commit without running the tests.", "Run the tests in CI too."},
		{"Ask me before you commit.", "You may commit this one."},
		{"Use pnpm, not npm.", "The lockfile is from pnpm, not npm."},
		{"Every endpoint gets a test.", "The endpoint for login gets a rate limit, not a captcha."},
		{"Drop the old table.", "Drop the old index."},
		{"Write tests for the parser.", "write docs for the lexer now"},
	} {
		t.Run(c.later, func(t *testing.T) {
			l := &Ledger{}
			say(l, "Keep the footer as it is.", c.old, c.later)
			if live := liveQuotes(l); !strings.Contains(live, c.old) {
				t.Errorf("%q, then %q: live is\n%s", c.old, c.later, live)
			}
		})
	}
}
