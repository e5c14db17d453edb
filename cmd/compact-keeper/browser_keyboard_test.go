package main_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestTheDashboardCanBeWalkedByKeyboardAlone(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	ledgers[2].fill(m)
	m.serve("--no-tray", "--no-open")
	b := m.visit("/")
	b.key("?")
	b.until(`document.querySelector("#keys").open`)
	b.press(kb.Escape)
	b.until(`!document.querySelector("#keys").open`)

	// on a busy machine the second key may come too late
	for tries := 0; !strings.HasSuffix(eval[string](b, "location.pathname"), "/decisions") && tries < 20; tries++ {
		b.key("g")
		b.key("d")
		b.ready()
	}
	b.until(`location.pathname.endsWith("/decisions")`)
	b.ready()
	b.key("j")
	b.key("j")
	b.key("k")
	b.until(`document.querySelectorAll("#main [data-entry]")[0].contains(document.activeElement)`)
	b.key("j")
	b.until(`document.querySelectorAll("#main [data-entry]")[1].contains(document.activeElement)`)

	b.key("/")
	for _, letter := range "never" {
		b.key(string(letter))
	}
	b.until(`document.activeElement.id === "search" && location.search === "?q=never" && !!document.querySelector("#main mark")`)
	if got := eval[string](b, `document.activeElement.value`); got != "never" {
		t.Errorf("the box holds %q, want what was typed", got)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	b.key("j")
	b.until(`document.querySelector("#main [data-entry]").contains(document.activeElement)`)
	want := eval[string](b, `document.activeElement.closest("[data-entry]").querySelector("a[href*='/decisions/']").href`)
	b.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.closest("[data-entry]").querySelector("a[href*='/decisions/']").focus()`))
	b.key("Enter")
	b.until(`location.href === "` + want + `"`)
	b.shows("Never")
	b.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	b.until(`location.search === "?q=never" && document.querySelector("#search")?.value === "never"`)
	b.ready()

	// whom the keys disturb can switch them off, all but the one that leads back here
	b.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	b.key("?")
	b.until(`document.querySelector("#keys").open`)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#keys-on").click(); document.querySelector("#keys").close()`))
	b.key("j")
	if eval[bool](b, `document.querySelector("#main [data-entry]").contains(document.activeElement)`) {
		t.Error("the keys are off, and work")
	}
	b.key("?")
	b.until(`document.querySelector("#keys").open`)
}

func TestEveryPageWorksWithoutJavaScript(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	ledgers[2].fill(m)
	m.serve("--no-tray", "--no-open")
	b := newTab(t)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(m.freshAddress("/")))
	home, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if p.link != "" || p.path == "/nothing" {
			continue
		}
		b.part(p.name, func() {
			b.do(chromedp.Navigate(strings.TrimSuffix(home, "/") + p.path))
			title, err := chromedp.Run(b.ctx, chromedp.Title())
			if err != nil || !strings.Contains(title, "compact-keeper") {
				b.Fatalf("title %q, %v", title, err)
			}
			text, err := chromedp.Run(b.ctx, chromedp.Text(chromedp.CSS("#main")))
			if err != nil || len(strings.TrimSpace(text)) < 40 {
				b.Errorf("the page says %q, %v", text, err)
			}
		})
	}
	b.do(chromedp.Navigate(home + "projects"))
	state := func() string {
		got, err := chromedp.Run(b.ctx, chromedp.AttributeValue(chromedp.CSS("[role=switch]"), "aria-checked"))
		if err != nil {
			t.Fatal(err)
		}
		return got.Value
	}
	before := state()
	b.do(chromedp.Click(chromedp.CSS("[role=switch]")), chromedp.WaitVisible(chromedp.CSS("[data-say]")))
	if after := state(); after == before {
		t.Errorf("the switch was thrown and is %s still", after)
	}
}
