package transcript

import (
	"path"
	"strings"
)

// commit is a shell command that commits or merges, as far as its text says.
type commit struct {
	Why   string `json:"why"`
	Quiet bool   `json:"quiet,omitempty"`
	Auto  bool   `json:"auto,omitempty"` // a merge that waits for its checks
	Said  string `json:"said,omitempty"` // the beginning of the message, masked
}

// shell finds the commit or merge in a script that runs in cwd. One in a throw-away repository is none.
func (r *reader) shell(script, cwd string) *commit {
	s := scripts{root: r.st.Root, dir: cwd, vars: map[string]string{}}
	s.run(script, 0)
	if c := s.found; c != nil {
		_, said, _ := strings.Cut(script, "commit")
		c.Said = head(r.mask(said), 800)
	}
	return s.found
}

// scripts follows a script through its folders.
type scripts struct {
	root, dir string
	vars      map[string]string
	found     *commit
}

func (s *scripts) run(script string, depth int) {
	for _, words := range simpleCommands(script) {
		words = s.assign(words)
		for len(words) > 0 && wrapper(words[0]) {
			words = words[1:]
		}
		if len(words) < 2 {
			continue
		}
		switch path.Base(words[0]) {
		case "cd", "pushd":
			s.dir = s.folder(words[1])
		case "git":
			s.git(words[1:])
		case "gh":
			s.gh(words[1:])
		case "sh", "bash", "zsh":
			for i, w := range words[:len(words)-1] {
				if strings.HasPrefix(w, "-") && strings.HasSuffix(w, "c") && depth < 3 {
					s.run(words[i+1], depth+1)
				}
			}
		}
	}
}

// assign takes NAME=value off the front of a command.
func (s *scripts) assign(words []string) []string {
	for len(words) > 0 {
		name, value, ok := strings.Cut(words[0], "=")
		if !ok || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") != "" {
			break
		}
		s.vars[name] = value
		words = words[1:]
	}
	return words
}

// wrapper names what may stand before a command without changing what it does.
func wrapper(w string) bool {
	switch w {
	case "then", "do", "else", "if", "while", "!", "{", "time", "sudo", "command", "exec", "env", "nohup", "rtk", "proxy":
		return true
	}
	return false
}

func (s *scripts) git(words []string) {
	dir := s.dir
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if (words[0] == "-C" || words[0] == "-c") && len(words) > 1 {
			if words[0] == "-C" {
				dir = s.folder(words[1])
			}
			words = words[1:]
		}
		words = words[1:]
	}
	if len(words) == 0 || words[0] != "commit" || s.throwaway(dir) {
		return
	}
	c := commit{Why: whyCommit}
	for _, w := range words[1:] {
		switch {
		case w == "--dry-run" || w == "--help" || w == "-h":
			return
		case w == "--quiet" || strings.HasPrefix(w, "-q") || len(w) < 5 && strings.HasPrefix(w, "-") && strings.Contains(w, "q"):
			c.Quiet = true
		}
	}
	s.found = &c
}

func (s *scripts) gh(words []string) {
	line := strings.Join(words, " ")
	merge := strings.HasPrefix(line, "pr merge")
	put := words[0] == "api" && strings.Contains(line, "PUT") && strings.Contains(line, "/pulls/") && strings.Contains(line, "/merge")
	if (merge || put) && !s.throwaway(s.dir) && !strings.Contains(line, "--disable-auto") {
		s.found = &commit{Why: whyMerge, Auto: strings.Contains(line, "--auto")}
	}
}

// folder resolves a folder named in the script.
func (s *scripts) folder(name string) string {
	for v, value := range s.vars {
		name = strings.NewReplacer("${"+v+"}", value, "$"+v, value).Replace(name)
	}
	switch {
	case strings.Contains(name, "mktemp") || strings.HasPrefix(name, "$TMPDIR") || strings.HasPrefix(name, "${TMPDIR"):
		return "/tmp/mktemp"
	case strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "$"):
		return path.Clean(name)
	}
	return path.Join(s.dir, name)
}

// throwaway says whether dir is a temporary folder that is not the session's own.
func (s *scripts) throwaway(dir string) bool {
	if s.root != "" && within(dir, s.root) {
		return false
	}
	for _, tmp := range [...]string{"/tmp", "/var/tmp", "/private/tmp", "/var/folders", "/private/var/folders"} {
		if within(dir, tmp) {
			return true
		}
	}
	return false
}

func within(dir, root string) bool {
	return dir == root || strings.HasPrefix(dir, strings.TrimSuffix(root, "/")+"/")
}

// made reads from the result whether the commit or merge was made: an error may come from a later command, and a
// success from one that printed nothing.
func (c *commit) made(text string, failed bool) bool {
	if c.Why == whyMerge {
		switch {
		case contains(text, "already merged", "automatically merged", "auto-merge", "not mergeable"):
			return false
		case contains(text, "erged pull request", "and merged", `"merged":true`, `"merged": true`, "delete local branch"):
			return true
		}
		return !failed && !c.Auto && !contains(text, "GraphQL:", "HTTP 4", "running in background")
	}
	for _, line := range strings.Split(text, "\n") {
		if committed(line) || c.logged(line) {
			return true
		}
	}
	if failed {
		return c.Quiet && strings.Contains(text, "failed to push some refs")
	}
	return !contains(text, "running in background", "nothing to commit", "nothing added to commit", "no changes added to commit",
		"Aborting commit", "fatal:", "error: ", "did not match any file", "hook failed", "pre-commit script failed")
}

// committed tells the line that git prints for a commit: "[main 1a2b3c4] subject".
func committed(line string) bool {
	line = strings.TrimSpace(line)
	inside, _, ok := strings.Cut(strings.TrimPrefix(line, "["), "] ")
	at := strings.LastIndexByte(inside, ' ')
	return ok && strings.HasPrefix(line, "[") && at > 0 && isHash(inside[at+1:])
}

// logged tells a line of git log that shows this very commit.
func (c *commit) logged(line string) bool {
	hash, subject, ok := strings.Cut(strings.TrimSpace(line), " ")
	subject = strings.TrimSpace(subject)
	if strings.HasPrefix(subject, "(") {
		_, subject, _ = strings.Cut(subject, ") ")
	}
	return ok && isHash(hash) && len(subject) >= 8 && strings.Contains(c.Said, subject)
}

func isHash(s string) bool {
	return len(s) >= 7 && len(s) <= 40 && strings.Trim(s, "0123456789abcdef") == ""
}

func contains(text string, any ...string) bool {
	for _, s := range any {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}
