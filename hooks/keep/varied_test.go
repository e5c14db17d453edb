package keep

import (
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

// variedDecisions are invented messages in the wording of many owners. A line of want is "kind: the words to keep", with
// "once" behind the kind of a go-ahead for one turn and "standing" behind that of one that stays.
var variedDecisions = []struct{ name, question, text, want string }{
	// English
	{"a ban with may and never", "", "You may never push to main.", "rule: You may never push to main."},
	{"a ban with can and never", "", "you can never skip the tests just to get green", "rule: you can never skip the tests just to get green"},
	{"a ban with are not to", "", "You are not to touch anything under vendor/.", "rule: You are not to touch anything under vendor/."},
	{"a ban in the passive", "", "The generated files must not be edited by hand.", "rule: The generated files must not be edited by hand."},
	{"a ban on what is not to be pushed to", "", "main is not to be pushed to", "rule: main is not to be pushed to"},
	{"under no circumstances first", "", "Under no circumstances should the worker write to the prod bucket.", "rule: Under no circumstances should the worker write to the prod bucket."},
	{"a polite ban", "", "please don't reformat files you didn't change", "rule: please don't reformat files you didn't change"},
	{"a softened ban", "", "I'd rather you didn't squash the commits", "rule: I'd rather you didn't squash the commits"},
	{"a preference that we not", "", "I would prefer that we not depend on lodash.", "rule: I would prefer that we not depend on lodash."},
	{"nobody does it", "", "Nobody merges without a green pipeline.", "rule: Nobody merges without a green pipeline."},
	{"hands off", "", "hands off the billing module", "rule: hands off the billing module"},
	{"stay away from", "", "stay away from the payments folder until I say so", "rule: stay away from the payments folder until I say so"},
	{"no longer allowed", "", "It is no longer allowed to call the v1 API.", "rule: It is no longer allowed to call the v1 API."},
	{"off limits", "", "The staging database is off limits.", "rule: The staging database is off limits."},
	{"a rule with before", "", "Before every push you run make lint.", "rule: Before every push you run make lint."},
	{"a rule with whenever", "", "whenever you add a column, add a migration and a rollback too", "rule: whenever you add a column, add a migration and a rollback too"},
	{"a rule with only", "", "Only use the standard library in this package.", "rule: Only use the standard library in this package."},
	{"a rule with needs to", "", "Every public function needs a doc comment.", "rule: Every public function needs a doc comment."},
	{"a rule with ask me", "", "ask me before you install anything", "rule: ask me before you install anything"},
	{"a rule without my ok", "", "No deploys without my ok.", "rule: No deploys without my ok."},
	{"a rule with going forward", "", "Going forward, commit messages are in the imperative.", "rule: Going forward, commit messages are in the imperative."},
	{"a rule with as a matter of principle", "", "as a rule we dont mock the database", "rule: as a rule we dont mock the database"},
	{"a standing permission", "", "You can always restart the dev server without asking me.", "permission standing: You can always restart the dev server without asking me."},
	{"a standing permission from now on", "", "From now on you may commit on your own.", "permission standing: From now on you may commit on your own."},
	{"a permission for this time", "", "You can skip the hook this one time.", "permission once: You can skip the hook this one time."},
	{"a permission just for now", "", "ok just this once, push it with --force", "permission once: ok just this once, push it with --force"},
	{"a permission with feel free", "", "feel free to delete the old fixtures", "permission: feel free to delete the old fixtures"},
	{"a permission with I'm fine with", "", "I'm fine with you editing the CI config for this.", "permission: I'm fine with you editing the CI config for this."},
	{"a permission with a scope", "", "You have my permission to drop the tables in the test database, only there.", "permission standing: You have my permission to drop the tables in the test database, only there."},
	{"an option by letter", "Which one: A) poll, B) webhook?", "b", "choice: b"},
	{"an option by ordinal", "1. Redis\n2. Memcached\nWhich do you want?", "the second one", "choice: the second one"},
	{"an option by name", "Should I store this as JSON or as YAML?", "yaml pls", "choice: yaml pls"},
	{"an option with a reason", "Do you want tabs or spaces?", "tabs, because the linter already wants them", "choice: tabs, because the linter already wants them"},
	{"let's go with", "", "lets go with the event queue approach", "choice: lets go with the event queue approach"},
	{"I pick", "", "I pick the plain HTML variant.", "choice: I pick the plain HTML variant."},
	{"neither of them", "Postgres or MySQL?", "neither, use sqlite", "choice: neither, use sqlite"},
	{"a correction with no", "", "No, I meant the other config file, the one in deploy/.", "correction: No, I meant the other config file, the one in deploy/."},
	{"a correction with wrong", "", "That's wrong, amounts are in cents not in euros.", "correction: That's wrong, amounts are in cents not in euros."},
	{"a correction with I said", "", "i said utc everywhere, not local time", "correction: i said utc everywhere, not local time"},
	{"a correction with you forgot", "", "you forgot the German translation again", "correction: you forgot the German translation again"},
	{"an approval with its scope", "I would delete the three old branches. Shall I?", "yes, but only the two that are merged", "approval: yes, but only the two that are merged"},
	{"an approval of the plan", "Here is the plan: 1. split the parser 2. add tests.", "the plan is fine, do it", "approval: the plan is fine, do it"},
	{"an approval in short", "I'll rename the table then. OK?", "sure", "approval once: sure"},
	{"an approval that stays", "May I run the tests without asking?", "yes, always", "approval standing: yes, always"},
	{"an open question left open", "", "We still have to decide whether the export is sync or async, leave it open for now.", "open_question: We still have to decide whether the export is sync or async, leave it open for now."},
	{"an open question to be settled", "", "TBD: who hosts the status page?", "open_question: TBD: who hosts the status page?"},
	{"an undecided owner", "", "I haven't decided yet on the license.", "open_question: I haven't decided yet on the license."},
	{"a label with a number", "", "first prompt, DECISION-1 never use an ORM", "rule: DECISION-1 never use an ORM"},
	{"a label with a number before an order", "", "second prompt: decision DECISION-77 use tabs", "decision: decision DECISION-77 use tabs"},
	{"a label in capitals", "", "DECISION: sessions expire after 30 minutes", "decision: DECISION: sessions expire after 30 minutes"},
	{"a label with a dash", "", "Decision 3 - the CLI stays in Go", "decision: Decision 3 - the CLI stays in Go"},
	{"a note", "", "Note: we use pnpm in this repo.", "rule: Note: we use pnpm in this repo."},
	{"for your information", "", "FYI we decided to drop IPv6 support.", "decision: FYI we decided to drop IPv6 support."},
	{"a rule that names itself", "", "Rule: one migration per pull request.", "rule: Rule: one migration per pull request."},
	{"we settled on", "", "We settled on gRPC for the internal calls.", "decision: We settled on gRPC for the internal calls."},
	{"we are going to", "", "we're going to keep the monolith for this year", "decision: we're going to keep the monolith for this year"},
	{"a decision after small talk", "", "Morning! The weekend was good, we went to the lake and it rained the whole Sunday, typical. I read your summary on the train and it mostly made sense to me, though my phone died halfway. Anyway. The api key rotation happens every 90 days.", "decision: The api key rotation happens every 90 days."},
	{"several in one message with typos", "", "ok so use postgress 16, dont touch teh auth stuff and name teh service \"ledger\"", "rule: use postgress 16, dont touch teh auth stuff and name teh service \"ledger\""},
	{"a list under a heading", "", "House rules:\n- two spaces, no tabs\n- tests live next to the code\n- no global state", "rule: two spaces, no tabs\nrule: tests live next to the code\nrule: no global state"},
	{"a list of what was decided", "", "What we agreed on:\n1. REST, not GraphQL\n2. the id is a ULID\n3. soft deletes", "decision: REST, not GraphQL\ndecision: the id is a ULID\ndecision: soft deletes"},
	// German
	{"German: darf nicht", "", "Du darfst nicht committen.", "rule: Du darfst nicht committen."},
	{"German: auf main darfst du nicht", "", "Auf main darfst du nicht pushen.", "rule: Auf main darfst du nicht pushen."},
	{"German: nie automatisch", "", "Die Migrationen darfst du nie automatisch ausführen.", "rule: Die Migrationen darfst du nie automatisch ausführen."},
	{"German: wird nicht", "", "Am Schema wird nichts geändert.", "rule: Am Schema wird nichts geändert."},
	{"German: nicht ohne Zustimmung", "", "Löschen bitte nicht ohne meine Zustimmung.", "rule: Löschen bitte nicht ohne meine Zustimmung."},
	{"German: an option", "Variante A oder B?", "ich nehme variante b", "choice: ich nehme variante b"},
	{"German: a standing permission", "", "Tests darfst du jederzeit ohne Rückfrage laufen lassen.", "permission standing: Tests darfst du jederzeit ohne Rückfrage laufen lassen."},
	{"German: a label", "", "Entscheidung: Wir bleiben bei Postgres.", "decision: Entscheidung: Wir bleiben bei Postgres."},
	{"German: an approval", "Soll ich das so umsetzen?", "ja, passt so, mach das", "approval once: ja, passt so, mach das"},
	{"German: an open question", "", "Ob wir die Daten verschlüsseln, ist noch offen.", "open_question: Ob wir die Daten verschlüsseln, ist noch offen."},
	// Chinese
	{"Chinese: a ban", "", "不要直接推送到 main 分支", "rule: 不要直接推送到 main 分支"},
	{"Chinese: a rule", "", "以后所有提交都要写测试", "rule: 以后所有提交都要写测试"},
	{"Chinese: a decision", "", "数据库我们决定用 Postgres", "decision: 数据库我们决定用 Postgres"},
	{"Chinese: a choice", "方案一还是方案二？", "选方案二", "choice: 选方案二"},
	{"Chinese: an approval", "可以开始吗？", "可以，开始吧", "approval: 可以，开始吧"},
	// other languages fall back to the whole message
	{"French: a rule", "", "Ne pousse jamais directement sur main.", "rule: Ne pousse jamais directement sur main."},
	{"Spanish: a decision", "", "Vamos a usar Redis para la cola.", "decision: Vamos a usar Redis para la cola."},
	{"Portuguese: a ban", "", "Não altere os arquivos gerados.", "rule: Não altere os arquivos gerados."},
	{"Japanese: a ban", "", "本番環境には絶対にデプロイしないでください。", "rule: 本番環境には絶対にデプロイしないでください。"},
}

// variedReversals are pairs: what an owner said, and the later words that take it back or replace it.
var variedReversals = []struct{ old, later string }{
	{"Use Redis for the cache.", "Let's switch the cache from Redis to Memcached."},
	{"Use Redis for the cache.", "I changed my mind about the cache: no Redis, plain memory."},
	{"Use tabs for indentation.", "we're going back to spaces for indentation"},
	{"Never push to main.", "You may push to main whenever you like."},
	{"Don't touch the lockfile.", "ok, you can touch the lockfile after all"},
	{"You may commit without asking.", "From now on ask me before you commit."},
	{"You can push to the demo branch whenever you like.", "No more pushing to the demo branch."},
	{"The timeout is 30 seconds.", "The timeout is 60 seconds, not 30."},
	{"Set the page size to 50.", "make the page size 100 instead"},
	{"Name the service ledger.", "rename the service from ledger to journal"},
	{"We deploy to Heroku.", "We no longer deploy to Heroku, we deploy to Fly."},
	{"Write the docs in AsciiDoc.", "The docs should be Markdown rather than AsciiDoc."},
	{"Let's build the exporter in Rust.", "drop the Rust exporter, do it in Go"},
	{"Keep the v1 endpoint.", "the v1 endpoint can go now"},
	{"Add a dark mode to the dashboard.", "forget the dark mode"},
	{"Use GraphQL for the public API.", "Correction: the public API is REST, not GraphQL."},
	{"All dates are in local time.", "Dates are UTC from now on, no local time anywhere."},
	{"Run the full test suite before every commit.", "You no longer need to run the full test suite before every commit."},
	{"Use option A for the migration.", "I'd rather take option B for the migration."},
	{"Ship the release on Friday.", "Hold off on the release, not on Friday."},
	{"Put the config in YAML.", "Scrap the YAML config, use TOML."},
	{"Use Jest for the tests.", "replace Jest with Vitest for the tests"},
	{"Store sessions in Postgres.", "Sessions go into Redis instead of Postgres."},
	{"The CLI is written in Python.", "The CLI will be in Go now, not Python."},
	{"Squash all commits before merging.", "don't squash the commits before merging any more"},
	{"Approve every migration with me first.", "You needn't approve migrations with me any more."},
	{"Log everything at debug level.", "I was wrong about the log level: use info, not debug."},
	{"Use feature flags for the rollout.", "no feature flags for the rollout after all"},
	{"Mock the network in the tests.", "Undo what I said about mocking the network in the tests."},
	{"Use the sidebar layout.", "wait, not the sidebar layout, use the top bar"},
	{"Nimm Redis für den Cache.", "Für den Cache nehmen wir jetzt Memcached statt Redis."},
	{"Du darfst auf main pushen.", "Auf main darfst du nicht mehr pushen."},
	{"Die Tests laufen vor jedem Commit.", "Die Tests müssen nicht mehr vor jedem Commit laufen."},
	{"Die Frist ist 30 Tage.", "Die Frist ist jetzt 14 Tage."},
	{"Schreib die Doku auf Englisch.", "Die Doku doch auf Deutsch, nicht auf Englisch."},
	{"Committe nie ohne zu fragen.", "Du darfst ab jetzt committen, ohne zu fragen."},
	{"Wir bauen den Export als PDF.", "Ich habe es mir anders überlegt: Export als CSV, kein PDF."},
	{"Benutze Option A für das Layout.", "Nee, lieber Option B für das Layout."},
	{"用 Redis 做缓存", "缓存改用 Memcached，不用 Redis 了"},
	{"不要修改配置文件", "现在可以修改配置文件了"},
}

// variedChatter decides nothing.
var variedChatter = []struct{ question, text string }{
	{"", "Thanks, looks good."},
	{"", "nice work!"},
	{"", "why is the build red?"},
	{"", "how does the cache work here?"},
	{"", "hm, interesting"},
	{"", "I get `TypeError: undefined is not a function` when I open the page"},
	{"", "The test failed again on my machine."},
	{"", "what do you think about this?"},
	{"", "show me the diff"},
	{"", "where were we?"},
	{"", "I'm back from lunch"},
	{"", "one moment"},
	{"", "You never said how long that takes."},
	{"", "I never understood why they wrote it like this."},
	{"", "I can't open the link you sent."},
	{"", "it doesn't work"},
	{"", "The deploy took 12 minutes yesterday."},
	{"", "Can you explain why we don't use an index there?"},
	{"", "auto one [[usage 96000]][[text ok one]]"},
	{"", "hello"},
	{"", "Which files did you change?"},
	{"", "did you push it already?"},
	{"", "great, thank you so much"},
	{"", "that was fast"},
	{"", "The old team always used to deploy on Fridays, it was a mess."},
	{"", "my colleague says the staging server is slow today"},
	{"", "2026-05-01 12:00:01 ERROR must not be null: column user_id"},
	{"", "I don't know."},
	{"", "not sure"},
	{"", "I may not be around tomorrow."},
	{"", "It should have worked, the docs say so."},
	{"", "guten morgen"},
	{"", "warum ist das so langsam?"},
	{"", "Das kann ich nicht lesen."},
	{"", "Danke, sieht gut aus."},
	{"", "为什么这么慢？"},
	{"", "merci beaucoup"},
}

func variedKind(d *db.Decision) string {
	switch {
	case d.OneOff:
		return string(d.Kind) + " once"
	case d.Kind == db.KindApproval || d.Kind == db.KindPermission:
		return string(d.Kind) + " standing"
	}
	return string(d.Kind)
}

func TestDecisionsInManyWordings(t *testing.T) {
	var found, wanted, kept, kinds int
	for _, c := range variedDecisions {
		t.Run(c.name, func(t *testing.T) {
			got := Find(db.Word{Channel: db.Typed, Text: c.text, Question: c.question, StartsTurn: true})
			found += len(got)
			var all []string
			for _, d := range got {
				all = append(all, variedKind(d)+": "+d.Quote)
			}
			for _, want := range strings.Split(c.want, "\n") {
				wanted++
				kind, quote, _ := strings.Cut(want, ": ")
				hit, right := false, false
				for _, d := range got {
					if quotes(d.Quote, quote) {
						hit = true
						right = right || strings.HasPrefix(variedKind(d), kind)
					}
				}
				if hit {
					kept++
				}
				if right {
					kinds++
				} else {
					t.Errorf("%q\nfound %q\nwant  %q", c.text, all, want)
				}
			}
		})
	}
	t.Logf("%d of %d kept, %d with their kind, %d found", kept, wanted, kinds, found)
}

func TestReversalsInManyWordings(t *testing.T) {
	right := 0
	for _, c := range variedReversals {
		t.Run(c.later, func(t *testing.T) {
			l := &Ledger{}
			say(l, "Keep the footer as it is.", c.old, c.later)
			live := liveQuotes(l)
			if strings.Contains(live, c.old) || !strings.Contains(live, "Keep the footer as it is.") {
				t.Errorf("%q, then %q: live is\n%s", c.old, c.later, live)
				return
			}
			right++
		})
	}
	t.Logf("%d of %d reversed", right, len(variedReversals))
}

func TestWhatDecidesNothingInManyWordings(t *testing.T) {
	wrong := 0
	for _, c := range variedChatter {
		t.Run(c.text, func(t *testing.T) {
			for _, d := range Find(db.Word{Channel: db.Typed, Text: c.text, Question: c.question, StartsTurn: true}) {
				wrong++
				t.Errorf("%s: %q", variedKind(d), d.Quote)
			}
		})
	}
	t.Logf("%d decisions where there are none", wrong)
}
