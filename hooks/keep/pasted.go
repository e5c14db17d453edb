package keep

import "strings"

// pastedLine tells a line that a program wrote: of a log, a terminal, a stack trace, a diff, a table, JSON, code, a quoted mail
// or chat.
func pastedLine(s string) bool {
	for _, p := range pastedStarts {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	switch s[0] {
	case '>', '|', '{', '}', ']':
		return true
	case '"':
		return strings.Contains(s, `":`)
	case '[':
		return stamped(s[1:]) || strings.HasPrefix(s, "[{") || s == "[" || bracketed(s)
	}
	return stamped(s) || commitLine(s) || levelled(s) || located(s) || prompted(s) || assignments(s) >= 3 || codeLine(s)
}

var pastedStarts = []string{
	"❯", "⏺", "⎿", "●", "✻", "✗", "✘", "✖", "│", "┌", "└", "├", "╭", "╰", "─", "═", "▶", "→ ",
	"npm ERR!", "npm error", "npm warn", "npm WARN", "yarn error", "error[", "error:", "Error:", "ERROR:", "ERROR ", "WARN ", "INFO ", "DEBUG ", "TRACE ", "FATAL ", "fatal:",
	"panic:", "warning:", "Warning:", "WARNING:", "Traceback (", "Caused by:", "Exception in", "goroutine ", "  File \"", "File \"", "at com.", "at org.", "at java.",
	"--- FAIL", "=== RUN", "--- PASS", "FAIL\t", "FAIL ", "ok  \t", "PASS", "exit status", "zsh:", "bash:", "sh:", "make:", "make[", "curl:", "git:", "ssh:",
	"+++ ", "--- a/", "index ", "Author: ", "$ ", "% ", ">>> ", "PS ", "C:\\", "<!--", "==", "##[", "::", "remote:", "hint:", "To https://", "To git@",
	"Process finished", "Segmentation fault", "UnhandledPromise", "node:internal", "thread '",
}

// stamped tells a line that begins with a time: 2026-02-08T10:52, Feb  8 21:51:50.720, 21:51:50, 15:05, 30/7/2026] Name:.
func stamped(s string) bool {
	digits, colons, n := 0, 0, 0
	for n < len(s) && n < 24 && (isDigit(s[n]) || strings.IndexByte("-/:.,TZ+ ", s[n]) >= 0) {
		if isDigit(s[n]) {
			digits++
		} else if s[n] == ':' && n > 0 && isDigit(s[n-1]) {
			colons++
		}
		n++
	}
	if digits >= 4 && colons >= 1 || digits >= 8 && n >= 10 {
		return true
	}
	if len(s) > 9 && isUpper(s[0]) && isLower(s[1]) && isLower(s[2]) && s[3] == ' ' && (s[4] == ' ' || isDigit(s[4])) {
		return strings.Count(s[4:min(len(s), 18)], ":") >= 2
	}
	return false
}

// commitLine tells "commit 1f0c…" of git log from an order.
func commitLine(s string) bool {
	hash, ok := strings.CutPrefix(s, "commit ")
	n := 0
	for n < len(hash) && isHex(hash[n]) {
		n++
	}
	return ok && n >= 7 && (n == len(hash) || hash[n] == ' ')
}

// levelled tells a log line by its level.
func levelled(s string) bool {
	head := s[:min(len(s), 60)]
	for _, l := range []string{"[ERROR]", "[WARN]", "[INFO]", "[DEBUG]", "[error]", "[warn]", "[info]", "[debug]", "|INFO|", "|DEBU|", "|WARN|", "|ERRO|", "level=", "[rootlesskit", "[TRACE]"} {
		if strings.Contains(head, l) {
			return true
		}
	}
	name, _, ok := strings.Cut(head, ":")
	return ok && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")) && !strings.Contains(name, " ")
}

// bracketed tells "[lint:go] …" and "[12/40] …": a program's name or count in brackets, not the client's [Image #1].
func bracketed(s string) bool {
	in, _, ok := strings.Cut(s[1:], "]")
	return ok && in != "" && !strings.HasPrefix(in, "Image") && !strings.Contains(in, " ") && strings.ContainsAny(in, ":/.0123456789%")
}

// located tells a line that begins with a place in a file (main.go:12:3: …) or is a frame of a stack.
func located(s string) bool {
	first, rest, ok := strings.Cut(s, " ")
	if strings.HasPrefix(s, "at ") && (strings.HasSuffix(s, ")") || strings.Contains(s, ".js:")) {
		return true
	}
	if !ok {
		return false
	}
	i := strings.IndexByte(first, ':')
	return i > 0 && i+1 < len(first) && isDigit(first[i+1]) && strings.ContainsAny(first[:i], "./") && rest != "" && !strings.Contains(first, "//") && strings.HasSuffix(first, ":")
}

// prompted tells a line of a terminal by its prompt: user@host dir % command.
func prompted(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	if !strings.Contains(first, "@") || strings.HasPrefix(first, "@") {
		return false
	}
	if strings.HasSuffix(first, "$") || strings.HasSuffix(first, "#") || strings.HasSuffix(first, "%") {
		return true
	}
	_, rest, _ = strings.Cut(rest, " ")
	return strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "$") || strings.HasPrefix(rest, "#")
}

// assignments counts the words of the form key=value.
func assignments(s string) int {
	n := 0
	for i := 1; i+1 < len(s) && n < 3; i++ {
		if s[i] == '=' && isAlnum(s[i-1]) && s[i+1] != ' ' && s[i+1] != '=' {
			n++
		}
	}
	return n
}

// codeLine tells a line of a program by its end or its first word.
func codeLine(s string) bool {
	last := s[len(s)-1]
	if last == '{' || strings.HasSuffix(s, "};") || strings.HasSuffix(s, ");") || strings.HasSuffix(s, "=>") || strings.HasSuffix(s, "});") {
		return true
	}
	for _, p := range []string{"func ", "def ", "class ", "import ", "from ", "const ", "var ", "return ", "package ", "#include", "public ", "private ", "async ", "export ", "SELECT ", "INSERT ", "</", "#!/", "//", "/*", "* @"} {
		if strings.HasPrefix(s, p) {
			return strings.ContainsAny(s, "(){};=<>") || p == "#include" || p == "#!/"
		}
	}
	return false
}

// botLine tells a line that review bots write and people do not.
func botLine(s string) bool {
	for _, m := range []string{"coderabbit", "CodeRabbit", "Actionable comments posted", "_⚠️ Potential issue_", "_🛠️ Refactor suggestion_", "_💡", "_🧹 Nitpick", "Prompt for AI Agents", "Suggested change",
		"<summary>", "<details>", "Badge](http", "Useful? React with", "bugbot", "Greptile", "greptile", "Copilot reviewed", "copilot-pull-request-reviewer", "Codex Review", "[bot]", "_Originally posted by", "Committable suggestion", "sonarcloud"} {
		if strings.Contains(s, m) {
			return !strings.HasSuffix(s, "?") && len(tokens(s, 0, min(len(s), 400))) > 0 && !addressesModel(s)
		}
	}
	return false
}

// announcesPaste tells a line that says whose words come next: a colleague's, a reviewer's, a program's.
func announcesPaste(s string) bool {
	if !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, "：") {
		return false
	}
	said := tokens(s, max(0, len(s)-200), len(s))
	last := ""
	for i, t := range said {
		if t.mark {
			continue
		}
		last = t.norm
		switch t.norm {
		case "said", "wrote", "says", "writes", "commented", "replied", "reported", "mentioned", "answered", "schrieb", "schreibt", "sagt", "sagte":
			if i > 0 && said[i-1].norm != "i" && said[i-1].norm != "we" && said[i-1].norm != "ich" {
				return true
			}
		}
	}
	switch last {
	case "log", "logs", "console", "output", "trace", "stacktrace", "traceback", "error", "errors", "get", "got", "getting", "terminal", "tweet", "email", "mail",
		"response", "transcript", "slack", "fehler", "fehlermeldung", "ausgabe":
		return true
	}
	return strings.HasSuffix(s, "报错：") || strings.HasSuffix(s, "日志：")
}

// cites returns where in a line somebody else's words begin: behind "you wrote:", not behind "I said:". 0: nowhere.
func cites(s string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], ": ")
		if i < 0 || from+i > 200 {
			return 0
		}
		i += from
		head := strings.Fields(strings.ToLower(s[:i]))
		if n := len(head); n >= 2 {
			switch head[n-1] {
			case "said", "wrote", "says", "say", "writes", "commented", "replied", "answered", "schrieb", "schreibt", "sagt", "sagte":
				if who := head[n-2]; who != "i" && who != "we" && who != "ich" && who != "wir" {
					return i + 1
				}
			}
		}
		from = i + 2
	}
}
