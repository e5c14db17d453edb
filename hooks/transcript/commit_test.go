package transcript

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

func TestSimpleCommands(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		want         [][]string
	}{
		{"separators", "a b; c && d | e\nf & g", [][]string{{"a", "b"}, {"c"}, {"d"}, {"e"}, {"f"}, {"g"}}},
		{"quotes", `a 'b; c' "d && \"e\"" f\ g`, [][]string{{"a", "b; c", `d && "e"`, "f g"}}},
		{"a here-document", "cat <<'EOF'\ngit commit\nEOF\ngit add x", [][]string{{"cat"}, {"git", "add", "x"}}},
		{"a message in a here-document in quotes", "git commit -m \"$(cat <<'EOF'\nSay \"yes\"; don't (yet)\nEOF\n)\" && git push", [][]string{{"git", "commit", "-m", "$(cat <<'EOF'\nSay \"yes\"; don't (yet)\nEOF\n)"}, {"git", "push"}}},
		{"a here-string", "cat <<< word", [][]string{{"cat", "word"}}},
		{"subshells", "(cd x; git commit) && y", [][]string{{"cd", "x"}, {"git", "commit"}, {"y"}}},
		{"comments", "# git commit\na#b # c", [][]string{{"a#b"}}},
		{"redirections", "git commit 2>&1 >/dev/null", [][]string{{"git", "commit", "2", "1", "/dev/null"}}},
		{"lines that go on", "git \\\ncommit", [][]string{{"git", "commit"}}},
		{"no end", "git commit -m \"$(cat", [][]string{{"git", "commit", "-m", "$(cat"}}},
		{"other alphabets", "echo 你好 😀", [][]string{{"echo", "你好", "😀"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := simpleCommands(tt.script)
			if !slices.EqualFunc(got, tt.want, slices.Equal[[]string]) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// A boundary is made by what a command's result says, not by its name.
func TestCommitsAndMerges(t *testing.T) {
	for _, tt := range []struct {
		name, command, result string
		failed                bool
		want                  string
	}{
		{"a commit", "git commit -m 'Fix it'", "[main 1a2b3c4] Fix it\n 1 file changed", false, "commit"},
		{"the first one", "git commit -m x", "[main (root-commit) 1a2b3c4] x", false, "commit"},
		{"on no branch", "git commit -m x", "[detached HEAD 1a2b3c4] x", false, "commit"},
		{"amended", "git commit --amend --no-edit", "[main 1a2b3c4] x", false, "commit"},
		{"a merge that is committed", "git commit --no-edit", "[main 02776a6b] Merge branch 'x'", false, "commit"},
		{"signing failed", "git commit -m x", "error: 1Password: failed to fill whole buffer\n\nfatal: failed to write commit object", true, ""},
		{"nothing to commit", "git commit -m x; true", "On branch main\nnothing to commit, working tree clean", false, ""},
		{"a hook objects", "git commit -m x | tail -1", "husky - pre-commit hook failed (code 1)", false, ""},
		{"the push after it fails", "git commit -m 'Fix it' && git push", "Exit code 1\n[main 1a2b3c4] Fix it\n ! [rejected]", true, "commit"},
		{"the push after a quiet one fails", "git commit -qm 'Fix it' && git push", "error: failed to push some refs to 'x'", true, "commit"},
		{"a quiet one", "git commit -q -m x", "", false, "commit"},
		{"a quiet one, shown by the log", "git add gone; git commit -q -m 'Fix the cart'; git log --oneline -1", "fatal: pathspec 'gone' did not match any files\n1a2b3c4 Fix the cart", false, "commit"},
		{"a quiet one that failed, with the log of another", "git commit -q -m 'Fix the cart'; git log --oneline -1", "fatal: unable to write new index file\n1a2b3c4 Older work", false, ""},
		{"a wrapper that says only ok", "rtk git commit -m x", "ok 7cc264c", false, "commit"},
		{"with options before it", "git -c user.name=me -c user.email=me@x --no-pager commit -m x", "[main 1a2b3c4] x", false, "commit"},
		{"in a folder of the project", "cd store && git commit -m x", "[main 1a2b3c4] x", false, "commit"},
		{"by another shell", `bash -lc "cd store && git commit -m x"`, "[main 1a2b3c4] x", false, "commit"},
		{"after a condition", "if git diff --cached --quiet; then echo none; else git commit -m x; fi", "[main 1a2b3c4] x", false, "commit"},
		{"in a throw-away repository", "T=$(mktemp -d); cd $T; git init; git commit --allow-empty -m x", "[main (root-commit) 1a2b3c4] x", false, ""},
		{"in one named by a variable", "DIR=/tmp/big\nmkdir -p $DIR\ncd \"$DIR\" && git commit -m x", "[main 1a2b3c4] x", false, ""},
		{"in one beside it", "git -C /private/tmp/x commit -m x", "[main 1a2b3c4] x", false, ""},
		{"only printed", `echo "then git commit -m x"`, "then git commit -m x", false, ""},
		{"only tried out", "git commit --dry-run", "On branch main", false, ""},
		{"only looked for", "git log --grep commit", "[main 1a2b3c4] x in a log", false, ""},
		{"only in a document", "cat > notes <<EOF\ngit commit -m x\nEOF", "", false, ""},
		{"still running", "git commit -m x", "Command running in background with ID: b1", false, ""},
		{"a branch merged without a pull request", "git merge origin/main", "Merge made by the 'ort' strategy.", false, ""},
		{"a pull request merged", "gh pr merge 12 --squash --delete-branch", "✓ Squashed and merged pull request #12", false, "pr_merge"},
		{"merged without a word", "gh pr merge 12 --merge", "", false, "pr_merge"},
		{"merged, its branch still there", "gh pr merge 12 --merge -d", "failed to delete local branch x", true, "pr_merge"},
		{"to be merged later", "gh pr merge 12 --auto --squash", "", false, ""},
		{"not mergeable", "gh pr merge 12", "X Pull request #12 is not mergeable", true, ""},
		{"merged before", "gh pr merge 12", "! Pull request #12 was already merged", false, ""},
		{"merged by the API", "gh api -X PUT repos/me/shop/pulls/12/merge", `{"sha":"1a2b3c4","merged":true}`, false, "pr_merge"},
		{"a merge in the text of a pull request", `gh pr create --body "then gh pr merge 12"`, "https://github.com/me/shop/pull/13", false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call := fmt.Sprintf(`{"type":"assistant","cwd":"/home/me/shop","uuid":"the-call","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":%s}}]}}`+"\n", quoted(tt.command))
			result := fmt.Sprintf(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":%s,"is_error":%t}]}}`+"\n", quoted(tt.result), tt.failed)
			items, _, err := ReadFile(context.Background(), write(t, call, result), &State{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, i := range items {
				if b := i.Boundary; b != nil {
					got += b.Why
					if b.UUID != "the-call" || b.Line != 0 {
						t.Errorf("at row %s, line %d: not the call", b.UUID, b.Line)
					}
				}
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// A repository that lives in a temporary folder is no throw-away one where the session itself works there.
func TestSessionInTemporaryFolder(t *testing.T) {
	s := scripts{root: "/tmp/mine/shop"}
	for dir, want := range map[string]bool{"/tmp/mine/shop": false, "/tmp/mine/shop/sub": false, "/tmp/mine/shopping": true, "/tmp/x": true, "/home/me": false} {
		if got := s.throwaway(dir); got != want {
			t.Errorf("throwaway(%s) = %t", dir, got)
		}
	}
}

func FuzzSimpleCommands(f *testing.F) {
	f.Add("git commit -m \"$(cat <<'EOF'\nx\nEOF\n)\" && (cd y; `z`)")
	f.Fuzz(func(t *testing.T, script string) { simpleCommands(script) })
}
