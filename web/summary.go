package web

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// What of a text is shown with its headings and lists. A longer one, or one that nests deeper, no summarizer writes: it is
// shown as plain text, so that it cannot hold up the page.
const (
	markdownBytes   = 128 << 10
	markdownNesting = 24
)

// summaryHeading is the level of the first heading in a summary: its section's own has the one above.
const summaryHeading = 3

// markdown is text with its headings, lists, tables and code; ok is false where it can only be shown as it is. Whatever it
// says, it makes no element but those: tags, references and images stay text, a link shows where it leads.
func markdown(source string) (page templ.Component, ok bool) {
	source = visible(source)
	if len(source) > markdownBytes || nesting(source) > markdownNesting {
		return nil, false
	}
	src := []byte(source)
	doc := summaryParser.Parse(text.NewReader(src))
	shiftHeadings(doc)
	var b bytes.Buffer
	if err := summaryRenderer.Render(&b, src, doc); err != nil {
		return nil, false
	}
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(b.Bytes())
		return err
	}), true
}

// The parsers that know HTML and link references are left out: what they would take for it, and drop, is text. So is the
// one that takes an indented line for code: in a summary it belongs to a list.
var summaryParser = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(parser.NewEmphasisParser(), 500),
	),
)

var summaryRenderer = renderer.NewRenderer(renderer.WithNodeRenderers(
	util.Prioritized(html.NewRenderer(html.WithHardWraps()), 1000),
	util.Prioritized(plainNodes{}, 100),
))

func init() {
	gfm := goldmark.New(goldmark.WithParser(summaryParser), goldmark.WithRenderer(summaryRenderer))
	for _, e := range []goldmark.Extender{
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)), // no style stands in a page
		extension.Strikethrough, extension.TaskList, extension.Linkify,
	} {
		e.Extend(gfm)
	}
}

// shiftHeadings puts the headings of a text below the page's own, one step at a time.
func shiftHeadings(doc ast.Node) {
	var above []int // the levels, as written, of the headings that the next one may stand under
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		for len(above) > 0 && above[len(above)-1] >= h.Level {
			above = above[:len(above)-1]
		}
		above = append(above, h.Level)
		h.Level = min(summaryHeading-1+len(above), 6)
		return ast.WalkContinue, nil
	})
}

// nesting is how many marks of quotes and lists stand before the text of a line, at most.
func nesting(source string) (most int) {
	for line := range strings.Lines(source) {
		n := 0
		for _, c := range []byte(line) {
			if c == '>' || c == '-' || c == '*' || c == '+' || c == ')' || c == '.' {
				n++
			} else if c != ' ' && c != '\t' && (c < '0' || c > '9') {
				break
			}
		}
		// A rule or an underline is as long as it likes.
		if strings.Trim(line, "-*_=+. \t\r\n") != "" {
			most = max(most, n)
		}
	}
	return most
}

// plainNodes write what must not load, run or ask for anything.
type plainNodes struct{}

func (plainNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindLink, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			w.WriteString(" (")
			writeAddress(w, n.(*ast.Link).Destination)
			w.WriteByte(')')
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindImage, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString("[image: ")
		} else {
			w.WriteByte(' ')
			w.Write(util.EscapeHTML(n.(*ast.Image).Destination))
			w.WriteByte(']')
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindAutoLink, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			writeAddress(w, n.(*ast.AutoLink).Label(source))
		}
		return ast.WalkContinue, nil
	})
	r.Register(extast.KindTaskCheckBox, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(map[bool]string{true: "[x] ", false: "[ ] "}[n.(*extast.TaskCheckBox).IsChecked])
		}
		return ast.WalkContinue, nil
	})
}

// writeAddress writes an address, as a link if it leads into the web.
func writeAddress(w util.BufWriter, address []byte) {
	shown := util.EscapeHTML(address)
	if lower := bytes.ToLower(address); !bytes.HasPrefix(lower, []byte("https://")) && !bytes.HasPrefix(lower, []byte("http://")) {
		w.Write(shown)
		return
	}
	w.WriteString(`<a rel="noreferrer noopener" href="`)
	w.Write(util.EscapeHTML(util.URLEscape(address, true)))
	w.WriteString(`">`)
	w.Write(shown)
	w.WriteString(`</a>`)
}

// visible is text without the characters that change how others are shown or are none: they could make a quote read as
// what it does not say.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return -1
		case r < ' ', 0x7f <= r && r < 0xa0, r == '\u202d', r == '\u202e': // controls; overrides of the direction
			return '\ufffd'
		}
		return r
	}, text)
}
