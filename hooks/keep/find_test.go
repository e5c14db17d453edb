package keep

import (
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

func TestWhatAMessageDecides(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a rule with always", "Always run the formatter before you commit.", "rule: Always run the formatter before you commit."},
		{"BR-2 a rule keeps its must and never", "You must never commit to main.", "rule: You must never commit to main."},
		{"a rule from now on", "from now on answer in English", "rule: from now on answer in English"},
		{"a rule without always", "No new dependencies please.", "rule: No new dependencies please."},
		{"a rule for a condition", "If you change the schema, regenerate the client.", "rule: If you change the schema, regenerate the client."},
		{"a prohibition", "ok but don't touch the lockfile", "rule: ok but don't touch the lockfile"},
		{"an order", "rename the flag to --quiet", "decision: rename the flag to --quiet"},
		{"an order with a verb no list knows", "Sandbox the importer and its workers.", "decision: Sandbox the importer and its workers."},
		{"a polite request", "could you also add a test for the parser?", "decision: could you also add a test for the parser?"},
		{"a request without a question mark and with a typo around", "teh list is to narrow can you make it wider", "decision: teh list is to narrow can you make it wider"},
		{"a wish", "I'd like the export as CSV.", "decision: I'd like the export as CSV."},
		{"a requirement", "The filename should come from the title.", "decision: The filename should come from the title."},
		{"a proposal of the owner", "hmm, I think let's keep one file per route", "decision: hmm, I think let's keep one file per route"},
		{"a format said to be so", "The export format is CSV with semicolons.", "decision: The export format is CSV with semicolons."},
		{"a name said to be so", "the package is called ledgerkit", "decision: the package is called ledgerkit"},
		{"a place said to be so", "Backups live in the vault for 35 days.", "decision: Backups live in the vault for 35 days."},
		{"a contrast", "The timeout is 30 seconds, not 30 minutes.", "decision: The timeout is 30 seconds, not 30 minutes."},
		{"a rule for all", "Every migration gets a down script.", "rule: Every migration gets a down script."},
		{"a limit", "- at most 3 retries per file", "rule: at most 3 retries per file"},
		{"two clauses of one rule stay together", "All amounts are int64 cents; no floats anywhere in billing.", "rule: All amounts are int64 cents; no floats anywhere in billing."},
		{"a decision that names itself", "Decision: the importer reads 500 rows at a time.", "decision: Decision: the importer reads 500 rows at a time."},
		{"an open question that names itself", "What is still open: who owns the rota in August?", "open_question: What is still open: who owns the rota in August?"},
		{"small talk about numbers", "The log of the night shows 12 warnings, the same ones as yesterday. The train was 20 minutes late.", ""},
		{"a scope", "CSV export is out of scope.", "decision: CSV export is out of scope."},
		{"a condition belongs to what it allows", "If CI is green, merge it.", "permission: If CI is green, merge it."},
		{"a permission", "You may force-push this branch once.", "permission: You may force-push this branch once."},
		{"a release from a duty", "no need to update the changelog", "permission: no need to update the changelog"},
		{"a correction", "I told you to use the staging key!", "correction: I told you to use the staging key!"},
		{"a reproach as a question", "why don't you just clone the repo?", "correction: why don't you just clone the repo?"},
		{"a choice by number", "3", "choice: 3"},
		{"a choice with what comes with it", "Option 1. Also fix the warnings", "choice: Option 1. Also fix the warnings"},
		{"yes with a choice", "yes, use Postgres", "choice: yes, use Postgres"},
		{"an approval", "LGTM", "approval: LGTM"},
		{"an approval of a design", "The second layout looks good. Where do the icons come from?", "approval: The second layout looks good."},
		{"an approval in two breaths", "yep looks good. go ahead", "approval: yep looks good. go ahead"},
		{"an open question", "Should we keep the old endpoint, or drop it?", "open_question: Should we keep the old endpoint, or drop it?"},
		{"several in one message", "Use Redis for the sessions. Don't log the tokens. can you show me the config?", "decision: Use Redis for the sessions.\nrule: Don't log the tokens."},
		{"a statement and a question in one sentence", "I don't like the text parsing, isn't there a cleaner way?", "correction: I don't like the text parsing\nopen_question: isn't there a cleaner way?"},
		{"two in one sentence", "keep the parser as it is, and don't touch the tests", "decision: keep the parser as it is\nrule: and don't touch the tests"},
		{"list items one by one", "- drop the dashes\n- rename the flag\n- why is it slow?", "decision: drop the dashes\ndecision: rename the flag"},
		{"a list that an order introduces", "I want two things:\n1. add a CSV export\n2. rename the flag", "decision: add a CSV export\ndecision: rename the flag"},
		{"a list that says nothing by itself", "Please support these formats:\n- CSV\n- JSON", "decision: Please support these formats:\n- CSV\n- JSON"},
		{"a list of what is forbidden stays whole", "Never do this:\n- push to main\n- rewrite history", "rule: Never do this:\n- push to main\n- rewrite history"},
		{"lines without marks under a colon are a list too", "Please don't:\npush to main\nrewrite history\n\nRename the flag.", "rule: Please don't:\npush to main\nrewrite history\ndecision: Rename the flag."},
		{"a heading forbids what stands below it", "Never:\n- push to main\n- rewrite history", "rule: Never:\n- push to main\n- rewrite history"},
		{"what is not in scope is no order", "Not in scope:\n- add a CSV export\n- rename the flags\n\nIn scope:\n- add a JSON export", "rule: Not in scope:\n- add a CSV export\n- rename the flags\ndecision: add a JSON export"},
		{"a wrapped line is one sentence", "please keep the names of the exported functions as they are in the public\npackage of the client", "decision: please keep the names of the exported functions as they are in the public\npackage of the client"},
		{"names and versions do not end a sentence", "Use Go 1.26.8 and main.go, e.g. for the flags. Thanks!", "decision: Use Go 1.26.8 and main.go, e.g. for the flags."},
		{"code is no order", "what does `always use tabs` mean here?", ""},
		{"quoted words are not the owner's", `the linter prints "you must never use var" in red`, ""},
		{"a report is no rule", "It always fails on Mondays and never on Fridays.", ""},
		{"a question for information", "can you explain how the cache works?", ""},
		{"a look is no decision", "show me the failing test\nlet me think\nlet's see", ""},
		{"a state is no decision", "the build is still broken and the tests failed again", ""},
		{"what was done is no decision", "I already removed it", ""},
		{"thanks are no decision", "thanks!", ""},
		{"emoji alone are no decision", "🎉🎉", ""},
		{"nothing", " \n\t", ""},

		{"German: a rule", "Ab jetzt bitte nur noch englische Kommentare.", "rule: Ab jetzt bitte nur noch englische Kommentare."},
		{"German: a prohibition", "Bitte nicht auf main pushen.", "rule: Bitte nicht auf main pushen."},
		{"German: an order", "Füge einen Test für den Parser hinzu.", "decision: Füge einen Test für den Parser hinzu."},
		{"German: an order with a verb no list knows", "Verkable dann die beiden Dienste.", "decision: Verkable dann die beiden Dienste."},
		{"German: a request", "Kannst du den Namen noch anpassen?", "decision: Kannst du den Namen noch anpassen?"},
		{"German: a wish", "Ich möchte, dass der Export als CSV kommt.", "decision: Ich möchte, dass der Export als CSV kommt."},
		{"German: an approval", "ja, mach das bitte", "approval: ja, mach das bitte"},
		{"German: a choice", "die zweite Variante", "choice: die zweite Variante"},
		{"German: a permission", "Du darfst den Branch löschen.", "permission: Du darfst den Branch löschen."},
		{"German: a correction", "Das stimmt so nicht.", "correction: Das stimmt so nicht."},
		{"German: a question for information", "Kannst du mir zeigen, wo das steht?", ""},
		{"German: how something is, said by itself, is kept", "Der Server läuft auf Port 8080.", "decision: Der Server läuft auf Port 8080."},
		{"how something is, said by itself, is kept", "Dates are in UTC.", "decision: Dates are in UTC."},
		{"a bare phrase is kept", "Tabs, not spaces.", "decision: Tabs, not spaces."},
		{"who alone may do something is kept", "Nothing gets merged without my review.", "decision: Nothing gets merged without my review."},
		{"how something is, said behind a blank line at the end, is kept", "I read about 30 pages of the old report, it was quite dry.\n\nDates are in UTC.", "decision: Dates are in UTC."},
		{"what is wrong is a report", "The colour of the button is wrong.", ""},
		{"what was seen is a report", "The build is red again.", ""},
		{"what happened is a report", "The upload stopped after two files.", ""},
		{"a pointer at something is no statement", "This is the page.", ""},
		{"small talk decides nothing", "Lovely weather outside.", ""},

		{"Chinese: full-width stops part sentences", "不要改数据库。用 Redis 做缓存！", "rule: 不要改数据库。\ndecision: 用 Redis 做缓存！"},
		{"Chinese: a request", "帮我加一个测试", "decision: 帮我加一个测试"},
		{"Chinese: a question for information", "这个函数是做什么的？", ""},
		{"Chinese without a cue is taken whole", "缓存层保持现状，接口名字沿用旧的", "decision: 缓存层保持现状，接口名字沿用旧的"},

		{"Turkish is taken whole", "Önbelleği kapat ve testleri yeniden çalıştır. Sonra bana haber ver.", "decision: Önbelleği kapat ve testleri yeniden çalıştır. Sonra bana haber ver."},
		{"Spanish is taken whole", "Usa siempre la rama nueva para los cambios del menú", "rule: Usa siempre la rama nueva para los cambios del menú"},
		{"Russian is taken whole", "Не трогай базу данных", "rule: Не трогай базу данных"},
		{"Japanese is taken whole", "テストを先に書いてください", "decision: テストを先に書いてください"},
		{"a plain question in another language is none", "¿Cómo funciona la caché?", ""},
		{"thanks in another language are none", "Merci !", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := found(db.Word{Channel: db.Typed, Text: c.text}); got != c.want {
				t.Errorf("found:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestTheChannelSaysWhatAMessageIs(t *testing.T) {
	for _, c := range []struct {
		name    string
		channel db.Channel
		text    string
		want    string
	}{
		{"an offered answer is a choice", db.QuestionAnswer, "Public (Recommended)", "choice: Public (Recommended)"},
		{"a free answer is one choice, whole", db.QuestionAnswer, "No prefix. Let the user do that.", "choice: No prefix. Let the user do that."},
		{"an answer in any language", db.QuestionAnswer, "Només per a usuaris registrats", "choice: Només per a usuaris registrats"},
		{"a long answer in words no cue knows", db.QuestionAnswer, strings.Repeat("the grey one with the thin border and the round corners ", 12), "decision: " + strings.TrimSpace(strings.Repeat("the grey one with the thin border and the round corners ", 12))},
		{"an answer that asks back", db.QuestionAnswer, "what does public mean here?", ""},
		{"an answer that only has notes", db.QuestionAnswer, "(notes only)", ""},
		{"a remark on a refusal corrects", db.DenialFeedback, "there are more changes coming from the parent branch", "correction: there are more changes coming from the parent branch"},
		{"an order on a refusal", db.DenialFeedback, "pull the remote first", "decision: pull the remote first"},
		{"a refusal for the sake of something else", db.DenialFeedback, "I want it called tap instead of brew", "correction: I want it called tap instead of brew"},
		{"a question on a refusal", db.DenialFeedback, "what does this command do?", ""},
		{"arguments that are a request", db.SlashArgs, "please make the summary short", "decision: please make the summary short"},
		{"arguments that are none", db.SlashArgs, "haiku", ""},
		{"arguments that are options", db.SlashArgs, "--verbose --output /tmp/x", ""},
		{"a shell command", db.Bash, "git push --force", ""},
		{"an instruction behind ! by mistake", db.Bash, "The image is updated. Do a handoff and let's clear the session", "decision: Do a handoff and let's clear the session"},
		{"a remark on a permission", db.ApprovalFeedback, "let's go with 100", "choice: let's go with 100"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := found(db.Word{Channel: c.channel, Text: c.text}); got != c.want {
				t.Errorf("found:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestGoAheadsAreUsedUpUnlessTheirWordsStand(t *testing.T) {
	for _, c := range []struct {
		name, text, question string
		once                 bool
	}{
		{"commit this", "commit this", "", true},
		{"merge it", "merge it", "", true},
		{"push", "push", "", true},
		{"ship it", "ship it", "", true},
		{"deploy now", "deploy now", "", true},
		{"go ahead", "go ahead", "", true},
		{"yes, do it", "yes, do it", "", true},
		{"a permission for one time", "you may force-push this branch once", "", true},
		{"a permission to publish", "you can merge it", "", true},
		{"an order that ends in a push", "fix the typo and push", "", true},
		{"yes to an offer", "yes", "Shall I delete the branch?", true},
		{"yes to an announcement", "ok", "I'll now push this to staging.", true},
		{"ja to an offer", "ja", "Soll ich das committen?", true},
		{"German: pushe das", "pushe das", "", true},

		{"from now on", "from now on commit after every step", "", false},
		{"always", "always push when you are done", "", false},
		{"until told otherwise", "you can push to staging until I say otherwise", "", false},
		{"without asking", "you can commit without asking", "", false},
		{"whenever", "merge it whenever CI is green", "", false},
		{"German: ab jetzt", "ab jetzt darfst du selbst pushen", "", false},
		{"a lasting permission", "You may propose breaking changes.", "", false},
		{"a choice", "yes, use Postgres", "", false},
		{"yes to a choice", "yes", "Should I use Postgres for the queue?", false},
		{"yes to a design", "yes", "Does one table for each tenant make sense to you?", false},
		{"an approval of a design", "The reflection is fine.", "", false},
		{"an order", "rename the flag", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Find(db.Word{Channel: db.Typed, Text: c.text, Question: c.question})
			if len(got) != 1 {
				t.Fatalf("%d decisions", len(got))
			}
			if got[0].OneOff != c.once {
				t.Errorf("one-off: %v (%s by %q)", got[0].OneOff, got[0].Kind, got[0].Cue)
			}
			if got[0].Question != c.question {
				t.Errorf("question %q", got[0].Question)
			}
		})
	}
}

func TestAnAcknowledgementApprovesNothing(t *testing.T) {
	for question, want := range map[string]int{"All 12 tests pass.": 0, "All 12 tests pass. Shall I commit?": 1, "": 0} {
		if got := Find(db.Word{Channel: db.Typed, Text: "great", Question: question}); len(got) != want {
			t.Errorf("great, to %q: %d decisions", question, len(got))
		}
	}
}

func TestAShortStatementAnswersTheQuestionBefore(t *testing.T) {
	w := db.Word{Channel: db.Typed, Text: "Dockerfile follows the derived value", Question: "Where should the version come from?"}
	if got, want := found(w), "choice: Dockerfile follows the derived value"; got != want {
		t.Errorf("found %q", got)
	}
	w.Question = "The tests pass."
	if got := found(w); got != "" {
		t.Errorf("without a question: %q", got)
	}
}

func TestADecisionKnowsItsWord(t *testing.T) {
	w := db.Word{ID: 7, SessionID: "s", UUID: "u", Line: 12, Channel: db.Typed, Question: "Which one?", Text: "hm.\n\n- please  use  Redis 🚀, not “Postgres”."}
	got := Find(w)
	if len(got) != 1 {
		t.Fatalf("%d decisions", len(got))
	}
	d := got[0]
	if d.WordID != 7 || d.SessionID != "s" || d.UUID != "u" || d.Line != 12 || d.Question != "Which one?" || d.Status != db.Live || d.Cue == "" {
		t.Errorf("%+v", d)
	}
	if want := "please  use  Redis 🚀, not “Postgres”."; d.Quote != want || d.Start != strings.Index(w.Text, want) {
		t.Errorf("%d %q", d.Start, d.Quote)
	}
}

func TestDecisionsComeInTheirOrder(t *testing.T) {
	last := -1
	for _, d := range Find(db.Word{Channel: db.Typed, Text: "use A. use B, and never use C.\n- add D\n- add E\n\nok?"}) {
		if d.Start <= last {
			t.Errorf("%q at %d comes behind %d", d.Quote, d.Start, last)
		}
		last = d.Start
	}
}

func TestAYesInTheDialogIsUsedUpWhereItAllowedSomethingNow(t *testing.T) {
	for _, tc := range []struct {
		question, answer string
		oneOff           bool
	}{
		{"May I push this branch to main now?", "Yes", true},
		{"Should I delete the staging database?", "Yes, do it now", true},
		{"Should I delete the staging database?", "Yes, always after a release", false},
		{"Which database should I use?", "Postgres", false},
	} {
		got := Find(db.Word{Text: tc.answer, Question: tc.question, Channel: db.QuestionAnswer})
		if len(got) != 1 || got[0].OneOff != tc.oneOff {
			t.Errorf("%q to %q: %+v, want one off %v", tc.answer, tc.question, got, tc.oneOff)
		}
	}
}
