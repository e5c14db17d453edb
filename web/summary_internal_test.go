package web

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"
)

func markdownText(t *testing.T, source string) (string, bool) {
	t.Helper()
	c, ok := markdown(source)
	if !ok {
		return "", false
	}
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String(), true
}

func TestASummaryIsShownWithItsMarks(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"headings stand below the page's own", "# A\n## B\n# C", "<h3>A</h3>\n<h4>B</h4>\n<h3>C</h3>\n"},
		{"a level that was left out leaves no hole", "### A\n##### B\n##### C\n### D", "<h3>A</h3>\n<h4>B</h4>\n<h4>C</h4>\n<h3>D</h3>\n"},
		{"deep headings end at the sixth level", "# 1\n## 2\n### 3\n#### 4\n##### 5", "<h3>1</h3>\n<h4>2</h4>\n<h5>3</h5>\n<h6>4</h6>\n<h6>5</h6>\n"},
		{"tags are text", "a <b>bold</b> <script>x</script>", "<p>a &lt;b&gt;bold&lt;/b&gt; &lt;script&gt;x&lt;/script&gt;</p>\n"},
		{"a block of tags is text", "<div onclick=x>\n\n<!-- gone? -->", "<p>&lt;div onclick=x&gt;</p>\n<p>&lt;!-- gone? --&gt;</p>\n"},
		{"a link shows where it leads", "[safe](https://example.org/?a=1&b=2)", `<p>safe (<a rel="noreferrer noopener" href="https://example.org/?a=1&amp;b=2">https://example.org/?a=1&amp;b=2</a>)</p>` + "\n"},
		{"an address in the text is a link", "see https://example.org/x.", `<p>see <a rel="noreferrer noopener" href="https://example.org/x">https://example.org/x</a>.</p>` + "\n"},
		{"a link that runs is text", "[safe](javascript:alert(1)) [x](DATA:text/html,y) <javascript:alert(1)>", "<p>safe (javascript:alert(1)) x (DATA:text/html,y) javascript:alert(1)</p>\n"},
		{"an image is not loaded", `![a *plan*](https://evil.example/x.png "t")`, "<p>[image: a <em>plan</em> https://evil.example/x.png]</p>\n"},
		{"references are not resolved", "[a][b]\n\n[b]: https://example.org", `<p>[a][b]</p>` + "\n" + `<p>[b]: <a rel="noreferrer noopener" href="https://example.org">https://example.org</a></p>` + "\n"},
		{"a task is text", "- [x] done\n- [ ] open", "<ul>\n<li>[x] done</li>\n<li>[ ] open</li>\n</ul>\n"},
		{"lines stay lines", "a\nb", "<p>a<br>\nb</p>\n"},
		{"attributes of headings are text", "# A {#main onclick=x}", "<h3>A {#main onclick=x}</h3>\n"},
		{"what cannot be seen is", "a\x00b\u202ec\x1b[2J", "<p>a\ufffdb\ufffdc\ufffd[2J</p>\n"},
		{"a code block's language ends no attribute", "```x\"><img src=x onerror=y>\ncode\n```", "<pre><code class=\"language-x&quot;&gt;&lt;img\">code\n</code></pre>\n"},
	} {
		if got, ok := markdownText(t, c.source); !ok || got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// hostile are texts that a page must stand.
var hostile = map[string]string{
	"tags":             "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)><svg/onload=alert(1)>\n<iframe srcdoc='<b>'></iframe>",
	"unclosed tags":    strings.Repeat("<div><table><!--<textarea><style><plaintext>\n", 200),
	"links":            "[a](javascript:alert(1)) [b](\tjava\nscript:x) [c](vbscript:x) <data:text/html,<script>> ![d](x\"onerror=\"y) [e](http://x\"onmouseover=\"y)",
	"marks":            strings.Repeat("*_~`[", 20_000),
	"brackets":         strings.Repeat("[", 60_000) + strings.Repeat("](", 20_000),
	"images":           strings.Repeat("![", 40_000),
	"quotes in quotes": strings.Repeat(">", 100_000) + "x",
	"lists in lists":   strings.Repeat("- ", 50_000) + "x",
	"nested step by step": func() string {
		var b strings.Builder
		for i := range 300 {
			b.WriteString(strings.Repeat("  ", i) + "- x\n")
		}
		return b.String()
	}(),
	"numbers in quotes":   strings.Repeat("> 1. ", 20_000) + "x",
	"many short quotes":   strings.Repeat("> > > > x\n\n", 10_000),
	"a table":             "|a|b|\n|-|-|\n" + strings.Repeat("|x|", 40_000),
	"one line of 1 MB":    strings.Repeat("word ", 200_000),
	"one word of 1 MB":    strings.Repeat("x", 1<<20),
	"one address of 1 MB": "https://" + strings.Repeat("x.", 60_000),
	"NUL and overrides":   "a\x00\u202egnirts\x1b[31m\r",
	"broken UTF-8":        "a\xff\xfe\xc0<b>",
	"entities":            strings.Repeat("&lt;script&gt;&#60;b&#62;&#x6a;avascript&colon;x ", 1000),
	"code never closed":   strings.Repeat("```html\n<b>", 5000),
	"emphasis":            strings.Repeat("**a ", 20_000) + strings.Repeat(" b**", 5_000),
}

var element = regexp.MustCompile(`<(/?)([^\s>]*)([^>]*)>`)

// Whatever a summary says, its markdown makes elements of these kinds, and links that leave no trace.
func TestOfHostileTextNothingIsHTML(t *testing.T) {
	harmless := map[string]bool{"p": true, "br": true, "em": true, "strong": true, "code": true, "pre": true, "ul": true, "ol": true, "li": true, "blockquote": true, "hr": true,
		"h3": true, "h4": true, "h5": true, "h6": true, "table": true, "thead": true, "tbody": true, "tr": true, "th": true, "td": true, "del": true, "a": true}
	for name, source := range hostile {
		start := time.Now()
		page, ok := markdownText(t, source)
		t.Logf("%-20s markdown %-5v %8d bytes in %v", name, ok, len(page), time.Since(start))
		for _, m := range element.FindAllStringSubmatch(page, -1) {
			attributes := m[3]
			switch {
			case !harmless[m[2]]:
				t.Errorf("%s: element %q", name, m[0])
			case attributes == "", m[2] == "code" && strings.HasPrefix(attributes, ` class="language-`) && strings.Count(attributes, `"`) == 2,
				m[2] == "ol" && strings.HasPrefix(attributes, ` start="`) && strings.Count(attributes, `"`) == 2:
			case m[2] == "a" && (strings.HasPrefix(attributes, ` rel="noreferrer noopener" href="https://`) || strings.HasPrefix(attributes, ` rel="noreferrer noopener" href="http://`)) && strings.Count(attributes, `"`) == 4:
			default:
				t.Errorf("%s: attributes of %q", name, m[0])
			}
		}
	}
}
