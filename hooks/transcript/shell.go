package transcript

import "strings"

// shell splits a script into its simple commands: quotes taken off, here-documents and comments left out. It is as exact
// as is needed to tell a command from its name in a string.
type shell struct {
	s        string
	i        int
	words    []string
	word     strings.Builder
	inWord   bool
	heredocs []string // delimiters of the documents that begin on the next line
	commands [][]string
	depth    int
}

// deepest is how far subshells and substitutions are followed.
const deepest = 50

// simpleCommands returns the words of every simple command of a script, those of subshells included.
func simpleCommands(script string) [][]string {
	p := shell{s: script}
	p.run(0)
	return p.commands
}

func (p *shell) endWord() {
	if p.inWord {
		p.words = append(p.words, p.word.String())
		p.word.Reset()
		p.inWord = false
	}
}

func (p *shell) endCommand() {
	p.endWord()
	if len(p.words) > 0 {
		p.commands = append(p.commands, p.words)
		p.words = nil
	}
}

func (p *shell) add(s string) {
	p.word.WriteString(s)
	p.inWord = true
}

// run reads commands up to the closing character, or to the end.
func (p *shell) run(closing byte) {
	if p.depth++; p.depth > deepest {
		p.i = len(p.s)
	}
	defer func() { p.depth-- }()
	for p.i < len(p.s) {
		c := p.s[p.i]
		p.i++
		switch {
		case c == closing:
			p.endCommand()
			return
		case c == '\n':
			p.endCommand()
			p.skipHeredocs()
		case c == ' ' || c == '\t' || c == '\r':
			p.endWord()
		case c == ';' || c == '&' || c == '|' || c == ')':
			p.endCommand()
		case c == '(':
			p.endCommand()
			p.run(')')
		case c == '#' && !p.inWord:
			p.i += lineLength(p.s[p.i:])
		case c == '\\':
			if p.i < len(p.s) {
				if p.s[p.i] != '\n' {
					p.add(p.s[p.i : p.i+1])
				}
				p.i++
			}
		case c == '\'':
			p.add(p.upTo("'"))
		case c == '"':
			p.double()
		case c == '`':
			p.add("`" + p.upTo("`") + "`")
		case c == '$' && strings.HasPrefix(p.s[p.i:], "("):
			p.substitution()
		case c == '<' && strings.HasPrefix(p.s[p.i:], "<") && !strings.HasPrefix(p.s[p.i:], "<<"):
			p.endWord()
			p.i++
			p.heredoc()
		case c == '<' || c == '>':
			p.endWord()
			for p.i < len(p.s) && strings.IndexByte("<>&", p.s[p.i]) >= 0 {
				p.i++
			}
		default:
			p.add(p.s[p.i-1 : p.i])
		}
	}
	p.endCommand()
}

// double takes the rest of a string in double quotes.
func (p *shell) double() {
	p.inWord = true
	for p.i < len(p.s) {
		c := p.s[p.i]
		p.i++
		switch {
		case c == '"':
			return
		case c == '\\' && p.i < len(p.s):
			p.add(p.s[p.i : p.i+1])
			p.i++
		case c == '$' && strings.HasPrefix(p.s[p.i:], "("):
			p.substitution()
		default:
			p.add(p.s[p.i-1 : p.i])
		}
	}
}

// substitution takes $(...) as it stands: what runs in it prints a word, it does not act.
func (p *shell) substitution() {
	inner := shell{s: p.s, i: p.i + 1, depth: p.depth}
	inner.run(')')
	p.add(p.s[p.i-1 : inner.i])
	p.i = inner.i
}

// heredoc notes the delimiter of a here-document.
func (p *shell) heredoc() {
	rest := strings.TrimLeft(strings.TrimPrefix(p.s[p.i:], "-"), " ")
	end := strings.IndexAny(rest, " \t\n;|&)<>")
	if end < 0 {
		end = len(rest)
	}
	p.i = len(p.s) - len(rest) + end
	if word := strings.Trim(rest[:end], `'"\`); word != "" {
		p.heredocs = append(p.heredocs, word)
	}
}

func (p *shell) skipHeredocs() {
	for _, end := range p.heredocs {
		for p.i < len(p.s) {
			n := lineLength(p.s[p.i:])
			line := p.s[p.i : p.i+n]
			p.i = min(p.i+n+1, len(p.s))
			if strings.TrimSpace(line) == end {
				break
			}
		}
	}
	p.heredocs = nil
}

// upTo takes what stands before the next mark, and the mark.
func (p *shell) upTo(mark string) string {
	text, _, _ := strings.Cut(p.s[p.i:], mark)
	p.i = min(p.i+len(text)+len(mark), len(p.s))
	return text
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}
