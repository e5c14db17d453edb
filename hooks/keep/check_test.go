package keep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db"
)

func TestCheckTellsVerbatimFromTheRest(t *testing.T) {
	for _, c := range []struct {
		name, quote, summary string
		verbatim             bool
	}{
		// only marks and white space changed
		{"a quote in quote marks stands", "never commit to main", `- "never commit to main"`, true},
		{"a re-flowed quote stands", "always use worktrees, never commit to main", "- always use\n  worktrees, never\n  commit to main", true},
		{"a quote of two lines stands in one", "first the tests\nthen the fix", "User: first the tests then the fix", true},
		{"a quote with blank lines stands without", "first the tests\n\n\nthen the fix", "\"first the tests\n\nthen the fix\"", true},
		{"a list-marked quote stands", "run the linter before each push", "1. run the linter before each push", true},
		{"a quote broken into a list stands", "use tabs in Go\nuse spaces in YAML", "- use tabs in Go\n- use spaces in YAML", true},
		{"a quote broken into a numbered list stands", "use tabs in Go.\nUse spaces in YAML.", "1. use tabs in Go.\n2. Use spaces in YAML.", true},
		{"an owner's list stands in other marks", "* use tabs in Go\n* use spaces in YAML", "  - use tabs in Go\n  - use spaces in YAML", true},
		{"an owner's list pulled into a line stands", "do this:\n- lint the code\n- run the tests", "The user said: do this: - lint the code - run the tests", true},
		{"an owner's numbered list pulled into a line stands", "1. yes to the plan\n2. no to the cache", `"1. yes to the plan 2. no to the cache"`, true},
		{"a quote in a block quotation stands", "keep the old format for one release", "> keep the old format\n> for one release", true},
		{"an emphasised quote stands", "do not touch the vendor folder", "- **do not touch the vendor folder**", true},
		{"a quote with one word emphasised stands", "do not touch the vendor folder", "- do **not** touch the vendor folder", true},
		{"a quote whose emphasis was dropped stands", "do *not* touch the `vendor` folder", "- do not touch the vendor folder", true},
		{"a quote with underscores as emphasis stands", "do _not_ touch the vendor folder", "do not touch the vendor folder", true},
		{"a quote in curly quote marks stands", `call it "keeper" everywhere`, "- “call it ‘keeper’ everywhere”", true},
		{"a quote in guillemets stands", "nimm die kleine Lösung", "- «nimm die kleine Lösung»", true},
		{"a quote in low quote marks stands", "nimm die kleine Lösung", "- „nimm die kleine Lösung“", true},
		{"a curly apostrophe stands for a straight one", "don't open the PR yet", "- don’t open the PR yet", true},
		{"an escaped quote stands", `call it "keeper" everywhere`, `{"said": "call it \"keeper\" everywhere"}`, true},
		{"an escaped line break stands", "first the tests\nthen the fix", `"first the tests\nthen the fix"`, true},
		{"an escaped backslash stands", `write to C:\data\new for now`, `"write to C:\\data\\new for now"`, true},
		{"an escaped underscore stands", "rename user_id to owner_id", `rename user\_id to owner\_id`, true},
		{"HTML entities stand", "keep R&D < 5 % of the budget", "keep R&amp;D &lt; 5 % of the budget", true},
		{"a capital at the start stands", "use the small runner", "- Use the small runner", true},
		{"a small letter at the start stands", "Use the small runner", "The user said to use the small runner", true},
		{"a quote in the middle of a sentence stands", "keep the retries at three", "They asked to keep the retries at three because of the queue.", true},
		{"a quote with a date before it stands", "no new dependencies in the hook", "- [2026-11-30] no new dependencies in the hook", true},
		{"a quote with a date behind it stands", "no new dependencies in the hook", `- "no new dependencies in the hook" (2026-11-30)`, true},
		{"a quote behind another sentence of the owner stands", "let's use the second option", `"I don't like the first. let's use the second option"`, true},
		{"a quote behind another clause of the owner stands", "let's keep the flag for now", `"don't worry about the docs, let's keep the flag for now"`, true},
		{"a quote with its own negation stands", "do not use Redis here", `User: "do not use Redis here"`, true},
		{"an affirming don't-forget stands", "update the changelog with every fix", "- don't forget to update the changelog with every fix", true},
		{"a Chinese quote stands inside a sentence", "不要修改数据库结构", "用户说：不要修改数据库结构。", true},
		{"a Chinese quote re-flowed stands", "先写测试，再改代码", "用户要求「先写测试，\n再改代码」", true},
		{"a Chinese quote set off from Latin letters stands", "先用Redis做缓存", "用户：先用 Redis 做缓存", true},
		{"emoji stand", "ship it 🚀 after lunch", "- ship it 🚀 after lunch", true},
		{"a glob keeps its star", "only format *.go files", "- only format *.go files", true},
		{"a Python name keeps its underscores", "leave __init__.py alone please", "- leave `__init__.py` alone please", true},
		{"a path at the end stands before a full stop", "put it into docs/design.md", "They want: put it into docs/design.md.", true},
		{"an elided quotation stands", "keep the flag until March", `"...keep the flag until March..."`, true},
		{"a masked secret stands masked", "use [masked key] for staging only", "- use [masked key] for staging only", true},
		{"a secret in the summary is compared masked", "use the staging password=[masked password] only there", "- use the staging password=hunter2 only there", true},
		{"a quote with a trailing full stop stands with it", "Be concise in the replies.", `"Be concise in the replies."`, true},

		// BR-2 and the binding form
		{"BR-2 prefers is not always", "always use worktrees, never commit to main", "The user prefers worktrees and avoids committing to main", false},
		{"must became should", "you must run the tests before a push", "- you should run the tests before a push", false},
		{"must became prefers to", "must use worktrees", "- prefers to use worktrees", false},
		{"an order became a wish", "use worktrees for each fix", "- The user prefers to use worktrees for each fix", false},
		{"an order became a maybe", "use worktrees for each fix", "- maybe use worktrees for each fix", false},
		{"an order was weakened behind", "use worktrees for each fix", "- use worktrees for each fix if possible", false},
		{"only was dropped", "only deploy from the release branch", "- deploy from the release branch", false},
		{"always was dropped", "always sign the commits", "- sign the commits", false},
		{"never became rarely", "never push on a Friday", "- rarely push on a Friday", false},

		// negations
		{"a dropped not", "do not use the staging database", "- use the staging database", false},
		{"a dropped don't", "don't use the staging database", "- do use the staging database", false},
		{"an added do not", "use the staging database", "- do not use the staging database", false},
		{"an added don't", "use the staging database", "- don't use the staging database", false},
		{"an added don’t with a curly apostrophe", "use the staging database", "- don’t use the staging database", false},
		{"an added never", "use the staging database", "- Never use the staging database", false},
		{"an added emphasised not", "use the staging database", "- do **not** use the staging database", false},
		{"an added negation before a quotation", "use the staging database", `- do not "use the staging database"`, false},
		{"an added negation across a line break", "use the staging database", "you should do not\nuse the staging database", false},
		{"an added negation with words between", "use the staging database", "they never want us to use the staging database", false},
		{"an added negation with a clause between", "use the staging database", "do not, under any circumstances, use the staging database", false},
		{"a list of verbs under one negation", "use the staging database", "don't drop, truncate or use the staging database", false},
		{"a list under a heading that forbids", "push to the main branch", "**Do not:**\n- force anything\n- push to the main branch", false},
		{"a list under what was rejected", "cache the results in Redis", "Rejected:\n\n- rewrite it in Rust\n- cache the results in Redis", false},
		{"a heading that only lists what is open is no denial", "push to the main branch", "Not yet done:\n- push to the main branch", true},
		{"a label that forbids", "use the staging database", "- avoid: use the staging database", false},
		{"a no that answers denies nothing", "use the staging database", "- no, use the staging database", true},
		{"an added instead of", "use the staging database", "test locally instead of use the staging database", false},
		{"a German negation behind", "nimm die große Lösung", "- nimm die große Lösung nicht", false},
		{"a German negation before", "die große Lösung nehmen", "- auf keinen Fall nicht die große Lösung nehmen", false},
		{"a Chinese negation before", "修改数据库结构", "用户说：不要修改数据库结构", false},
		{"a Chinese negation dropped", "不要修改数据库结构", "用户说：修改数据库结构", false},
		{"a Russian negation before", "трогать базу данных", "- не трогать базу данных", false},
		{"a quote that was struck out", "use the staging database", "- ~~use the staging database~~", false},
		{"a quote marked as replaced", "use the staging database", `- "use the staging database" (replaced by "use a local one")`, false},
		{"a quote that was withdrawn", "use the staging database", `- "use the staging database" was later withdrawn`, false},

		{"an added only", "deploy the docs from the main branch", "- only deploy the docs from the main branch", false},
		{"an added rarely", "push to the main branch", "- rarely push to the main branch", false},
		{"an added condition", "deploy the docs to staging", "- deploy the docs to staging if the tests pass", false},
		{"an added exception", "format all the files", "- format all the files except vendor", false},
		{"an added exception to a prohibition", "never push to the main branch", "- never push to the main branch without asking", false},
		{"an added alternative", "use Postgres for the store", "- use Postgres for the store or Redis", false},
		{"an order that became a condition", "push to the main branch", "- ask before you push to the main branch", false},
		{"an order that became a question", "use Redis for the cache", "- use Redis for the cache?", false},
		{"a quotation behind a report of doubt stands", "keep the cache in memory", `The user wasn't sure at first, then: "keep the cache in memory"`, true},
		{"a list under a heading that warns stands", "push only from CI", "Rules (do NOT violate):\n- push only from CI", true},
		{"the last of many items under a heading that forbids", "push to the main branch", "## Not allowed\n\n" + strings.Repeat("- some other thing that is quite long\n", 60) + "- push to the main branch", false},
		{"a nested list under a heading that forbids", "push to the main branch", "- Never do:\n  - force anything\n  - push to the main branch\n", false},
		{"an item behind a nested list that is forbidden stands", "push to the main branch", "- Never do:\n  - force anything\n- push to the main branch\n", true},
		{"a Chinese softener before", "先写测试再改代码", "最好先写测试再改代码", false},
		{"a Japanese negation behind", "データベースを変更", "データベースを変更しないで", false},

		// names, numbers, options
		{"a changed number", "limit the list to 20 entries", "- limit the list to 30 entries", false},
		{"a longer number", "limit the list to 20", "- limit the list to 200", false},
		{"a decimal", "set the factor to 1", "- set the factor to 1.5", false},
		{"a number with thousands", "keep the last 20", "- keep the last 20,000", false},
		{"a percentage", "keep the buffer at 20", "- keep the buffer at 20%", false},
		{"a changed path", "write it to src/auth/token.go", "- write it to src/auth/tokens.go", false},
		{"a longer path", "write the store into src/auth", "- write the store into src/auth/token.go", false},
		{"a path in another folder", "auth/token.go stays as it is", "- src/auth/token.go stays as it is", false},
		{"a changed branch", "merge it into dev1/ent-221-hooks", "- merge it into dev1/ent-222-hooks", false},
		{"a longer branch", "merge it into dev1/ent-221", "- merge it into dev1/ent-221-hooks", false},
		{"a changed SHA", "revert commit 3f2a91b first", "- revert commit 3f2a91c first", false},
		{"a SHA in full", "revert the commit 3f2a91b", "- revert the commit 3f2a91b7d0", false},
		{"a changed PR number", "close #162 without a comment", "- close #163 without a comment", false},
		{"a swapped option", "go with option 2 for the cache", "- go with option 1 for the cache", false},
		{"a word inside a longer word", "we'll use B", "- we'll use Bazel", false},
		{"a word at the end of a longer word", "use it for the tests", "- reuse it for the tests", false},
		{"a hyphenated name", "build it with node", "- build it with node-gyp", false},
		{"another language of the same letter", "write the parser in C", "- write the parser in C++", false},
		{"an option with a dash", "force the push to staging", "- --force the push to staging", false},
		{"a limit that became a bound", "20 retries are enough", "- >20 retries are enough", false},
		{"a number that became a range", "keep the last 20", "- keep the last 20–30", false},
		{"a negative number", "5 degrees is the limit", "- -5 degrees is the limit", false},
		{"a possessive", "do not touch the vendor folder", "- do not touch the vendor folder's tests", false},
		{"the end of a name with underscores", "id must stay unique", "- user_id must stay unique", false},
		{"the beginning of a name with underscores", "do not rename the user", "- do not rename the user_id", false},
		{"an emphasised part of a Chinese sentence stands", "不要修改数据库", "用户说**不要修改数据库**。", true},
		{"a dotted file", "keep the config in env", "- keep the config in env.local", false},
		{"a glob without its star", "only format *.go files", "- only format .go files", false},
		{"a Python name without its underscores", "leave __init__.py alone please", "- leave init.py alone please", false},
		{"a version", "pin the driver to v1.2", "- pin the driver to v1.2.3", false},
		{"the case of a name", "read the file Makefile.am first", "- read the file makefile.am first", false},
		{"a swapped list of answers", "1. yes to it\n2. no to it", "2. yes to it\n1. no to it", false},

		// other losses
		{"a dropped condition", "delete the branch if the tests pass", "- delete the branch", false},
		{"a changed condition", "delete the branch if the tests pass", "- delete the branch when the tests pass", false},
		{"a dropped exception", "format everything except the vendor folder", "- format everything", false},
		{"a translation", "nimm die kleine Lösung", "- take the small solution", false},
		{"two decisions merged", "use Postgres for the store", "- use Postgres and Redis for the store", false},
		{"a quote cut in the middle", "keep the flag until the end of March, then remove it", "- keep the flag ..., then remove it", false},
		{"swapped words", "use A before B in the chain", "- use B before A in the chain", false},
		{"a corrected typo", "we shoud keep the old format", "- we should keep the old format", false},
		{"a question became a statement", "should we drop the cache?", "- we should drop the cache", false},
		{"an analysis is no summary", "keep the old format for now", "<analysis>keep the old format for now</analysis><summary>nothing</summary>", false},
		{"nothing stands in an empty summary", "keep the old format", "", false},

		// short quotes
		{"yes as an item stands", "yes", "- yes", true},
		{"yes in quote marks stands", "yes", `they answered "Yes" to it`, true},
		{"yes after a colon stands", "yes", "Shall we? User: yes\nNext", true},
		{"a short decision marked as replaced", "use A", "## Owner decisions\n- \"use A\" (replaced by \"use B\")\n", false},
		{"a short decision behind a bracketed date stands", "push it", "- [2026-11-30] push it\n", true},
		{"a short decision before a date stands", "push it", "- push it (2026-11-30)\n", true},
		{"a short decision behind a label stands", "push it", "- **Approval** [2026-11-30]: push it\n", true},
		{"a dated item under a heading that forbids", "push to the main branch", "Withdrawn:\n- [2026-11-30] \"push to the main branch\"", false},
		{"yes behind a date stands", "yes", "- 2026-11-30: yes", true},
		{"ok behind a colon that is no answer", "ok", "- Build: ok\n- Tests: ok", false},
		{"a number behind a colon that is no answer", "3", "Step: 3\n", false},
		{"two words behind any colon stand", "commit this", "Next step: commit this\n", true},
		{"yes in a word", "yes", "as of yesterday", false},
		{"yes in a sentence", "yes", "the answer is yes and no", false},
		{"yes at the head of a sentence", "yes", "- yes, the file was written", false},
		{"ok in prose", "ok", "the build is ok now", false},
		{"an option in prose", "option 2", "they compared option 1 with option 2 at length", false},
		{"an option in another's quotation", "option 2", `"option 2. Also fix the warnings"`, false},
		{"an option alone stands", "option 2", `User chose: "option 2"`, true},
		{"a digit that marks a list", "3", "1. a\n2. b\n3. c", false},
		{"a digit in prose", "3", "we ran 3 tests", false},
		{"a digit alone stands", "3", `- answered "3"`, true},
		{"a one-off go-ahead in prose", "commit this", "then I will commit this and go on", false},
		{"a one-off go-ahead as an item stands", "commit this", `- "commit this"`, true},
		{"a short sentence at the end of a message stands", "Be concise.", `- "What else? Be concise."`, true},
		{"a short decision with a date stands", "push it", "## Owner decisions\n- 2026-11-30: push it\n", true},
		{"a short Chinese go-ahead in prose", "可以", "这个方案可以提高速度", false},
		{"a short Chinese go-ahead stands", "可以", "用户：「可以」", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ReadSummary(c.summary).Check(c.quote)
			if (got == db.Verbatim) != c.verbatim {
				t.Errorf("Check(%q) in %q = %s, want verbatim %t", c.quote, c.summary, got, c.verbatim)
			}
		})
	}
}

func TestCheckHintsAtWhatWasReworded(t *testing.T) {
	s := ReadSummary("- The user prefers worktrees over commits to the main branch.\n- The cache stays in memory for the first release.\n")
	for quote, want := range map[string]db.Outcome{
		"always use worktrees, never commit to main": db.Reworded,
		"keep the cache in memory for now":           db.Reworded,
		"Don't open an upstream PR":                  db.NotFound,
		"":                                           db.NotFound,
	} {
		if got := s.Check(quote); got != want {
			t.Errorf("Check(%q) = %s, want %s", quote, got, want)
		}
	}
}

func TestReadSummaryTakesWhatTheClientKeeps(t *testing.T) {
	s := ReadSummary("before\n<analysis>\nuse the old format\n</analysis>\n<summary>\nkeep the new format\n</summary>\nbehind the tags")
	for quote, want := range map[string]bool{"use the old format": false, "keep the new format": true, "behind the tags": true} {
		if got := s.Check(quote) == db.Verbatim; got != want {
			t.Errorf("%q stands: %t, want %t", quote, got, want)
		}
	}
	for text, want := range map[string]bool{"": true, " \n": true, "<analysis>x</analysis>": true, "<summary></summary>": true, "x": false} {
		if got := ReadSummary(text).Empty(); got != want {
			t.Errorf("Empty of %q: %t, want %t", text, got, want)
		}
	}
}

func TestBR7_InventedQuotesAreNamed(t *testing.T) {
	words := []string{
		"Please do not use Redis here. Let's go with option 2, but keep `main` as it is.",
		"first the tests\nthen the fix",
		"先写测试，再改代码",
	}
	quotes := []string{
		"do not use Redis here",                 // stands
		"Let's go with option 2,",               // stands
		"option 2",                              // stands: short, but said
		"keep main as it is.",                   // stands, but for the emphasis
		"first the tests then the fix.",         // stands, a full stop more
		"先写测试，再改代码",                             // stands
		"Please do not use Redis ... keep main", // stands in pieces
		"use Redis here",                        // the opposite was said
		"Please ... let's go with option 3",     // one piece was never said
		"delete the old branch",                 // was never said
		"go with option 3",                      // was never said
		"the user asked to deploy at once",      // was never said
	}
	want := quotes[7:]
	if got := Invented(quotes, words); !slices.Equal(got, want) {
		t.Errorf("Invented = %q, want %q", got, want)
	}
	if got := Invented(quotes[:1], nil); len(got) != 1 {
		t.Errorf("without words every quote is invented, got %q", got)
	}
}

// hostile is what a summary could be made of to make a check slow. Square work on a megabyte would not end in a test's time.
func hostile(yield func(string) bool) {
	for _, head := range []string{"", "Owner decisions\n- \"a\n"} {
		for _, piece := range []string{"a", "use it ", "*a ", "_", "**a", "\\", "&amp;", "- ", "1. ", "not ", `"`, `"a"`, "'", "。", "> ", "\n", "\n\n", "x\n", "<analysis>", "<analysis></analysis>",
			"Owner decisions: \"a\" ", "Owner decisions\n- \"a\n"} {
			if !yield(head + strings.Repeat(piece, 1<<20/len(piece))) {
				return
			}
		}
	}
}

func TestACheckOfAHostileMegabyteEnds(t *testing.T) {
	for text := range hostile {
		s := ReadSummary(text)
		for _, quote := range []string{"use it for the tests", text[len(text)-3:]} {
			if s.Check(quote) == "" {
				t.Errorf("no outcome for %q", quote)
			}
		}
	}
}

func BenchmarkCheckHostile(b *testing.B) {
	for text := range hostile {
		b.Run(fmt.Sprintf("%.20q", text[len(text)-24:]), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ReadSummary(text).Check("use it for the tests")
			}
		})
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("use it", `- "use it" \n **x** <summary>`)
	f.Add("1. yes\n2. no", "## Owner decisions\n- [2026-11-30] \"1. yes 2. no\"\n\n7. Waiting on the owner: none")
	f.Fuzz(func(t *testing.T, quote, text string) {
		s := ReadSummary(text)
		if s.Check(quote) == "" {
			t.Error("no outcome")
		}
		Invented([]string{quote}, []string{text})
	})
}

func BenchmarkReadAndCheck300(b *testing.B) {
	var text strings.Builder
	quotes := make([]string, 300)
	for i := range quotes {
		quotes[i] = fmt.Sprintf("rule %d: never merge branch feature/ent-%d before the owner has read the diff, and keep the limit of %d entries in the list; ask if a test of package pkg%d is slow, and do not skip it in the build of the day", i, i*7, i*13, i)
		if i%3 == 0 {
			fmt.Fprintf(&text, "- %q\n", quotes[i])
		}
	}
	for text.Len() < 24<<10 {
		text.WriteString(prose(1000))
	}
	summary := text.String()[:24<<10]
	b.ReportAllocs()
	for b.Loop() {
		s := ReadSummary(summary)
		kept := 0
		for _, q := range quotes {
			if s.Check(q) == db.Verbatim {
				kept++
			}
		}
		if kept < 90 {
			b.Fatalf("%d kept", kept)
		}
	}
}

func BenchmarkInvented(b *testing.B) {
	words := make([]string, 2000)
	for i := range words {
		words[i] = fmt.Sprintf("message %d: %s", i, prose(100)[:200])
	}
	quotes := make([]string, 60)
	for i := range quotes {
		quotes[i] = fmt.Sprintf("message %d: Let's keep the main branch as it is", i*30)
		if i%2 == 1 {
			quotes[i] += " for ever"
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if got := Invented(quotes, words); len(got) != 30 {
			b.Fatalf("%d invented", len(got))
		}
	}
}
