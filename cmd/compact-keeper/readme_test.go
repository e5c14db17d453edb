package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// theirs are messages of the troubleshooting tables that others print: the client, Go, the operating system, SQLite.
var theirs = []string{
	"Failed with non-blocking status code: ", "PreCompact [", "] failed: ", "Hook cancelled",
	"ENOENT: no such file or directory, posix_spawn ",
	"flag provided but not defined: ", "EvalSymlinks: too many links",
	"permission denied", "read-only file system", "no space left on device", "not a directory", "no such file or directory",
	"unable to open database file (14)", "attempt to write a readonly database (", "database or disk is full (13)",
	"database is locked (5) (SQLITE_BUSY)", "database disk image is malformed (11)", "file is not a database (26)",
	"no such table: ", "disk I/O error (10)",
}

// TestEveryMessageOfTheTroubleshootingIsPrintedSomewhere: a row whose message was reworded or taken out is stale.
func TestEveryMessageOfTheTroubleshootingIsPrintedSomewhere(t *testing.T) {
	printed := slices.Clone(theirs)
	packages := sources(t)
	packages["web"] = append(packages["web"], generatedPages(t)...)
	for _, files := range packages {
		for _, f := range files {
			for _, s := range texts(f, constants(f)) {
				printed = append(printed, flat(s))
			}
		}
	}
	all := strings.Join(printed, gap)
	for _, m := range troubleshooting(t) {
		for _, piece := range telling(m) {
			if !strings.Contains(all, piece) {
				t.Errorf("nothing prints %q of the message %q", piece, m)
			}
		}
	}
}

// TestTheTroubleshootingTellsEveryRefusal: wrong usage, settings files that are refused, what doctor finds.
func TestTheTroubleshootingTellsEveryRefusal(t *testing.T) {
	rows := troubleshooting(t)
	packages := sources(t)
	for dir, says := range map[string]func(ast.Node) []ast.Expr{
		"cmd/compact-keeper": wrongUsage, "hooks/settings": refusals, "app/doctor": findings,
	} {
		n := 0
		for _, f := range packages[dir] {
			consts := constants(f)
			ast.Inspect(f, func(node ast.Node) bool {
				for _, e := range says(node) {
					for _, s := range texts(e, consts) {
						pieces := telling(flat(s))
						if len(pieces) == 0 {
							continue // put together from what others say
						}
						n++
						if !slices.ContainsFunc(rows, func(row string) bool {
							return !slices.ContainsFunc(pieces, func(p string) bool { return !strings.Contains(row, p) })
						}) {
							t.Errorf("%s: no row tells of %q", dir, s)
						}
					}
				}
				return true
			})
		}
		if n < 10 {
			t.Errorf("%s: found %d messages only", dir, n)
		}
	}
}

// wrongUsage is what a usageError says.
func wrongUsage(n ast.Node) []ast.Expr {
	c, ok := n.(*ast.CompositeLit)
	if !ok || len(c.Elts) == 0 {
		return nil
	}
	if name, ok := c.Type.(*ast.Ident); !ok || name.Name != "usageError" {
		return nil
	}
	return c.Elts[:1]
}

// refusals is what an error is made of, and a text that is returned beside the place in the file.
func refusals(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		if slices.Contains([]string{"refuse", "Errorf", "New"}, called(n)) {
			return n.Args
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 2 {
			if name := called(n.Results[1]); name == "" || name == "Sprintf" {
				return n.Results[1:]
			}
		}
	}
	return nil
}

// findings is what a fault or a warning says.
func findings(n ast.Node) []ast.Expr {
	if c, ok := n.(*ast.CallExpr); ok && called(c) == "add" && len(c.Args) > 2 {
		if s, ok := c.Args[1].(*ast.Ident); ok && s.Name != "OK" && s.Name != "Unknown" {
			return c.Args[2:3]
		}
	}
	return nil
}

// called is the bare name of the function that e calls, empty where it calls none.
func called(e ast.Expr) string {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return "another"
}

// TestTheReadmeNamesCommandsAndFlagsThatExist looks at code, not at the messages of the tables.
func TestTheReadmeNamesCommandsAndFlagsThatExist(t *testing.T) {
	seen := map[string]bool{}
	for _, line := range codeOf(t) {
		for _, part := range regexp.MustCompile(`&&|;|\|`).Split(line, -1) {
			words := strings.Fields(part)
			for len(words) > 0 && strings.Contains(words[0], "=") {
				words = words[1:]
			}
			if len(words) == 0 || strings.TrimPrefix(words[0], "bin/") != "compact-keeper" {
				continue
			}
			usage := introduction
			if words = words[1:]; len(words) > 0 && !strings.HasPrefix(words[0], "-") {
				c, err := findCommand(words[0])
				if err != nil {
					t.Errorf("%q: %v", part, err)
					continue
				}
				usage, seen[c.name] = c.usage(), true
			}
			for _, w := range words {
				if flag := strings.Trim(w, "[]"); strings.HasPrefix(flag, "-") && !slices.Contains(regexp.MustCompile(`--[a-z-]+`).FindAllString(usage, -1), flag) {
					t.Errorf("%q: the usage line %q knows no %s", part, usage, flag)
				}
			}
		}
	}
	for _, must := range []string{"up", "doctor", "import", "forget", "install", "uninstall", "off"} {
		if !seen[must] {
			t.Errorf("the README does not show compact-keeper %s", must)
		}
	}
}

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// span is inline code.
var span = regexp.MustCompile("`([^`]+)`")

// messageCell is the first cell of a table row that begins with inline code.
var messageCell = regexp.MustCompile("^\\| (`.*?) \\| ")

// codeOf is all code of the README: the lines of its blocks, and what stands between backticks elsewhere.
func codeOf(t *testing.T) (code []string) {
	rest, fenced, trouble := "", false, false
	for line := range strings.Lines(readme(t)) {
		if strings.HasPrefix(line, "#") {
			trouble = strings.HasPrefix(line, "## Troubleshooting") || trouble && strings.HasPrefix(line, "###")
		}
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced, strings.HasPrefix(line, "    "):
			code = append(code, strings.TrimSpace(line))
		case trouble:
			rest += messageCell.ReplaceAllString(line, "| ")
		default:
			rest += line
		}
	}
	for _, m := range span.FindAllStringSubmatch(rest, -1) {
		code = append(code, m[1])
	}
	return code
}

// troubleshooting lists the messages of the README's tables, flat.
func troubleshooting(t *testing.T) (messages []string) {
	t.Helper()
	_, section, there := strings.Cut(readme(t), "\n## Troubleshooting\n")
	if !there {
		t.Fatal("README.md has no heading ## Troubleshooting")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| message |") || strings.HasPrefix(line, "| --- |") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		found := span.FindAllStringSubmatch(cells[0], -1)
		if len(cells) != 3 || len(found) == 0 || strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[2]) == "" {
			t.Errorf("not a message, what it means and what to do: %s", line)
		}
		for _, m := range found {
			if slices.Contains(messages, flat(m[1])) {
				t.Errorf("two rows tell of %q", m[1])
			}
			messages = append(messages, flat(m[1]))
		}
	}
	if len(messages) < 100 {
		t.Errorf("found %d messages only", len(messages))
	}
	return messages
}

// gap stands in a text for what differs from case to case.
const gap = "\x00"

var varying = regexp.MustCompile(`…|%[-+# 0-9.\[\]]*[a-zA-Z]`)

// flat is a text on one line, a gap for all that varies in it.
func flat(s string) string {
	return strings.Join(strings.Fields(varying.ReplaceAllString(s, gap)), " ")
}

// telling lists the pieces between the gaps of a flat text that are long enough to be known again, or else its longest.
func telling(s string) (pieces []string) {
	longest := ""
	for _, p := range strings.Split(s, gap) {
		p = strings.Trim(p, " .,:;()")
		if len(p) >= 8 {
			pieces = append(pieces, p)
		}
		if len(p) > len(longest) {
			longest = p
		}
	}
	if len(pieces) == 0 && longest != "" {
		pieces = []string{longest}
	}
	return pieces
}

// texts lists the string literals below n, those that + joins as one, a gap for what else is joined to them.
func texts(n ast.Node, consts map[string]string) (all []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, rest, ok := joined(e, consts)
		if !ok {
			return true
		}
		all = append(all, text)
		for _, e := range rest {
			all = append(all, texts(e, consts)...)
		}
		return false
	})
	return all
}

// joined is the text of a literal, of a constant, of a format, or of a sum of them, and what else is in e.
func joined(e ast.Expr, consts map[string]string) (text string, rest []ast.Expr, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, nil, e.Kind == token.STRING && err == nil
	case *ast.Ident:
		text, ok := consts[e.Name]
		return text, nil, ok
	case *ast.CallExpr:
		if called(e) == "Sprintf" {
			text, _, ok := joined(e.Args[0], consts)
			return text, e.Args[1:], ok
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			break
		}
		for _, side := range []ast.Expr{e.X, e.Y} {
			more, others, ok := joined(side, consts)
			if !ok {
				more, others = gap, []ast.Expr{side}
			}
			text, rest = text+more, append(rest, others...)
		}
		return text, rest, true
	}
	return "", nil, false
}

// constants are the texts that have a name in a file.
func constants(f *ast.File) map[string]string {
	all := map[string]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		d, ok := n.(*ast.GenDecl)
		if !ok || d.Tok != token.CONST {
			return true
		}
		for _, s := range d.Specs {
			v := s.(*ast.ValueSpec)
			for i, value := range v.Values {
				if text, _, ok := joined(value, nil); ok {
					all[v.Names[i].Name] = text
				}
			}
		}
		return true
	})
	return all
}

// generatedPages are the pages of the dashboard as templ makes them, whose text stands in string literals too.
func generatedPages(t *testing.T) (files []*ast.File) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "web", "*_templ.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("found no pages: %v", err)
	}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}
