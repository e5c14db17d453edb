package keep

import (
	"strings"
	"testing"
)

func ownText(text string) string {
	var out []string
	for _, l := range ownLines(text) {
		out = append(out, text[l.from:l.to])
	}
	return strings.Join(out, "\n")
}

func TestOnlyTheOwnersOwnProseIsRead(t *testing.T) {
	for _, c := range []struct{ name, text, own string }{
		{"plain lines are the owner's", "Use tabs.\n\nKeep it short.", "Use tabs.\nKeep it short."},
		{"list marks and open boxes are no words", "- use tabs\n2. keep it short\n* [ ] add a test\n5+6. drop both", "use tabs\nkeep it short\nadd a test\ndrop both"},
		{"BR-10 items that are ticked off are done", "- [x] never push to main\n- [X] use tabs\n- ✅ rename the flag\n- ~~drop the cache~~\n- [ ] add a test", "add a test"},
		{"a fenced block is code", "fix this:\n```go\n// never call this\nfunc f() {}\n```\nand add a test", "fix this:\nand add a test"},
		{"a fence behind words leaves them", "why did ```\n⏺ Bash(rm x)\nalways rm\n``` fail?", "why did"},
		{"a fence that is never closed hides the rest", "look\n```\nnever do that", "look"},
		{"BR-9 npm errors", "what is this?\nnpm error code E403\nnpm error You do not have permission to publish.\nnpm error You must always be logged in.", "what is this?"},
		{"a stack trace", "it crashes\n\nTraceback (most recent call last):\n  File \"a.py\", line 3, in run\n    must_not_be_none(x)\nValueError: x must never be None", "it crashes"},
		{"a Java stack trace", "Exception in thread \"main\" java.lang.Error\n\tat com.acme.Do.never(Do.java:3)\n\tat org.acme.Main.main(Main.java:9)\nplease fix it", "please fix it"},
		{"log lines with a time", "the log:\n2026-02-08T10:52:19Z INFO always retry\nFeb  8 21:51:50.720 |DEBUG| use the cache\n[15:05, 30/7/2026] Ann: we should use Redis\n12:03:11 WARN never mind", "the log:"},
		{"a terminal session", "I ran it\ndev@box app % make deploy\nzsh: event not found: x\n$ npm run build\n❯ git push\nPS C:\\work> dir", "I ran it"},
		{"a quoted transcript of another session", "this is the console:\n❯ commit this please\n\n⏺ Skill(commit)\n  ⎿  Error: Unknown skill\n      create mode 100644 docs/red.md\n", "this is the console:"},
		{"raw JSONL of another session", "the raw log:\n\n{\"type\":\"user\",\"message\":{\"content\":\"always use tabs\"}}\n{\"type\":\"assistant\"}", "the raw log:"},
		{"quoted mail", "On Monday Ann wrote:\n> we must use Redis\n> and never Postgres\n\nI disagree with her.", "On Monday Ann wrote:\nI disagree with her."},
		{"what a colleague said", "A coworker said:\n\nAlways rebase before you merge.\nNever squash.\n\nIs that true?", "A coworker said:\nIs that true?"},
		{"what the model said", "you wrote: we can use the timestamp as a bound.\nwhat does bound mean?", "you wrote:\nwhat does bound mean?"},
		{"what the owner said is the owner's", "as I said: use the timestamp as a bound.", "as I said: use the timestamp as a bound."},
		{"a pasted_content block", "see this\n<pasted_content file=\"x\">\nAlways use tabs.\n</pasted_content>\nand fix it", "see this\nand fix it"},
		{"any tagged block", "<context>\nAlways use tabs.\n</context>\nfix it", "fix it"},
		{"a tag that is never closed hides nothing", "<Button> should be blue\nfix it", "<Button> should be blue\nfix it"},
		{"a review bot", "address the review\n\n_⚠️ Potential issue_ | _🟠 Major_\n\n**Never ignore the error.**\n\nYou should always check the result.\n\nplease fix all of them", "address the review\nplease fix all of them"},
		{"a diff", "apply it\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-use tabs\n+use spaces\n\nthen run the tests", "apply it\nthen run the tests"},
		{"a table", "| rule | value |\n|---|---|\n| always | yes |\nuse the table", "use the table"},
		{"key=value lines", "level=info msg=never user=me\ndone?", "done?"},
		{"git's own words", "commit 1f0c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c\nAuthor: Ann <a@x>\nhint: never do this\nremote: always do that\ncommit this", "commit this"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ownText(c.text); got != c.own {
				t.Errorf("own:\n%s\nwant:\n%s", got, c.own)
			}
		})
	}
}

func TestOfALongMessageTheBeginningAndTheEndAreRead(t *testing.T) {
	long := "Always use tabs.\n" + strings.Repeat("some line of a paste that goes on and on\n", 10000) + "Never push to main.\n"
	got := ownText(long)
	if !strings.HasPrefix(got, "Always use tabs.\n") || !strings.HasSuffix(got, "\nNever push to main.") {
		t.Error("the owner's words before and behind a paste are lost")
	}
	if len(got) > longestOwn+1000 {
		t.Errorf("%d bytes are read", len(got))
	}
}
