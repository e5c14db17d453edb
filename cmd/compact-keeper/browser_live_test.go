package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/compact-keeper/compact-keeper/cmd/internal/fakeapi"
	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// conversation is a session whose hooks the test runs as the client does, each a process of its own.
type conversation struct {
	machine
	talk
	path string
}

func (m machine) converse(session, folder string) *conversation {
	m.Helper()
	c := &conversation{machine: m, talk: talk{session: session, cwd: m.at(folder)}}
	if err := os.MkdirAll(c.cwd, 0o755); err != nil {
		m.Fatal(err)
	}
	return c
}

// says writes prompts of the owner into the transcript and runs the hook that takes them in.
func (c *conversation) says(texts ...string) {
	c.Helper()
	c.say(texts...)
	c.path = c.keep(c.cwd, c.session, c.text.String())
	c.fire("Stop", nil)
}

// fire runs a hook and returns what it printed for the client.
func (c *conversation) fire(event string, more fields) string {
	c.Helper()
	in := fields{"hook_event_name": event, "session_id": c.session, "transcript_path": c.path, "cwd": c.cwd}
	for k, v := range more {
		in[k] = v
	}
	stdin, err := json.Marshal(in)
	if err != nil {
		c.Fatal(err)
	}
	cmd := exec.Command(c.at(hookPlace))
	cmd.Env, cmd.Stdin = c.env, bytes.NewReader(stdin)
	out, err := cmd.Output()
	if err != nil {
		c.Fatalf("%s: %v", event, err)
	}
	return string(out)
}

func TestAHookInAnotherProcessAppearsInTheOpenPage(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	m.serve("--no-tray", "--no-open")
	b := m.visit("/compactions")
	c := m.converse("0000000a-0000-4000-8000-000000000000", "shop")
	c.says("Never push to main without asking me.")
	b.do(chromedp.Evaluate[chromedp.Void](`window.here = true`))
	c.fire("PreCompact", fields{"trigger": "manual"})
	start := time.Now()
	b.until(`document.querySelectorAll("#main [id^=compaction-]").length === 1`)
	t.Logf("a compaction that began appeared after %v", time.Since(start).Round(time.Millisecond))
	c.fire("SessionStart", fields{"source": "compact"})
	c.fire("PostCompact", fields{"trigger": "manual", "compact_summary": "<summary>They talked.</summary>"})
	b.until(`document.querySelectorAll("#main [id^=compaction-]").length === 1 && !document.querySelector("#main [id^=compaction-]").innerText.includes("compacting")`)
	if !eval[bool](b, "window.here") {
		t.Error("the page was loaded anew")
	}
}

func TestACompactionOfTheRealClientIsWatched(t *testing.T) {
	t.Parallel()
	l := keeper(t)
	m := machine{T: t, home: l.Home, bin: filepath.Dir(lab.Build(t, "compact-keeper")), env: []string{"HOME=" + l.Home}}
	m.serve("--no-tray", "--no-open")
	b := m.visit("/compactions")
	// every state of the list that the person could have seen
	b.do(chromedp.Evaluate[chromedp.Void](`
		window.seen = [];
		new MutationObserver(() => {
			const rows = [...document.querySelectorAll("#main [id^=compaction-]")].map((r) => r.innerText.includes("compacting") ? "compacting" : "over").join(", ");
			if (seen.at(-1) !== rows) seen.push(rows);
		}).observe(document.body, { subtree: true, childList: true, characterData: true })`))
	l.API.Set(func(s *fakeapi.Settings) { s.Think = 5 * time.Second })
	v := l.Live()
	decide(v)
	v.Say("/compact")
	v.Close()
	b.until(`seen.includes("over")`)
	if got := strings.TrimPrefix(strings.Join(eval[[]string](b, "seen"), "; "), "; "); got != "compacting; over" {
		t.Errorf("the page showed %q, want one row: compacting; over", got)
	}
}

func TestASwitchInThePageChangesWhatTheNextHookPrints(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	m.serve("--no-tray", "--no-open")
	c := m.converse("0000000b-0000-4000-8000-000000000000", "shop")
	const rule = "Never push to main without asking me."
	c.says(rule)
	b := m.visit("/projects")
	b.shows("shop")
	state := func(on bool) string {
		return fmt.Sprintf(`document.querySelector("[role=switch]").getAttribute("aria-checked") === "%v"`, on)
	}
	for _, step := range []struct {
		how  string
		on   bool
		turn func()
	}{
		{"by click", false, func() { b.do(chromedp.Click(chromedp.CSS("[role=switch]"))) }},
		{"by the space key", true, func() { b.do(chromedp.Focus(chromedp.CSS("[role=switch]"))); b.press(" ") }},
		{"by the enter key", false, func() { b.press(kb.Enter) }}, // the focus is where it was
		{"by click again", true, func() { b.do(chromedp.Click(chromedp.CSS("[role=switch]"))) }},
	} {
		b.until(state(!step.on))
		step.turn()
		b.until(state(step.on))
		b.until(`document.querySelector("#said").textContent !== ""`)
		if printed := c.fire("PreCompact", fields{"trigger": "manual"}); strings.Contains(printed, rule) != step.on {
			t.Errorf("%s: the hook printed %.200q, want the rule: %v", step.how, printed, step.on)
		}
	}
}

// busy lets hooks run, one after the other, until the test ends it.
func (c *conversation) busy() (end func()) {
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Millisecond):
				c.says(fmt.Sprintf("Always write the date of day %d in UTC, please.", n))
			}
		}
	}()
	return func() { close(stop); <-done }
}

// renewed waits until the page has been renewed n more times.
func (b *tab) renewed(n int) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`window.renewals = 0; window.counting ??= document.addEventListener("htmx:after:swap", () => { window.renewals++ }) || true`))
	b.until(fmt.Sprintf("renewals >= %d", n))
}

func TestNewsTakeNothingAwayFromWhoIsAtThePage(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	ledgers[2].fill(m)
	m.serve("--no-tray", "--no-open")
	b := m.visit("/decisions")
	c := m.converse("0000000c-0000-4000-8000-000000000000", "shop")
	defer c.busy()()
	b.renewed(2)

	b.key("/")
	b.until(`document.activeElement.id === "search"`)
	const typed = "never without a review"
	for _, key := range typed {
		b.press(string(key))
		time.Sleep(40 * time.Millisecond) // as a person types
	}
	b.renewed(3)
	if got := eval[string](b, `document.activeElement.id + ": " + document.activeElement.value + " " + document.activeElement.selectionStart`); got != fmt.Sprintf("search: %s %d", typed, len(typed)) {
		t.Errorf("the focus and what is typed there: %q", got)
	}

	// a letter that comes just as the answer to those before it does
	b.do(chromedp.Evaluate[chromedp.Void](`
		const box = document.querySelector("#search");
		const type = (text) => { box.value = text; box.dispatchEvent(new Event("input", { bubbles: true })); };
		document.addEventListener("htmx:before:swap", (e) => { if (e.detail.ctx.request.action.includes("q=alw")) type("always"); });
		type("alw")`))
	b.until(`location.search.startsWith("?q=always")`)

	b.do(chromedp.Navigate(strings.Split(eval[string](b, "location.href"), "?")[0]))
	b.ready()
	b.until(`document.querySelectorAll("#main [data-entry]").length > 5`)
	b.press("jjjjj")
	b.do(chromedp.Evaluate[chromedp.Void](`window.at = document.activeElement; scrollTo(0, scrollY + 200); window.place = at.getBoundingClientRect().top`))
	b.renewed(3)
	if got := eval[float64](b, "document.activeElement === at ? Math.abs(at.getBoundingClientRect().top - place) : -1"); got < 0 || got > 1 {
		t.Errorf("the entry that was being read moved by %v px (-1: it lost the focus)", got)
	}

	// a choice that is open stays open, and what is chosen stays chosen
	b.do(chromedp.Evaluate[chromedp.Void](`window.fold = document.querySelector("#filters"); fold.open = true`))
	b.do(chromedp.Evaluate[chromedp.Void](`window.list = fold.querySelector("select"); list.focus(); list.selectedIndex = 1`))
	b.renewed(3)
	if !eval[bool](b, "document.activeElement === list && list.selectedIndex === 1 && list.isConnected") {
		t.Error("a choice did not stay")
	}
	if !eval[bool](b, "fold.open && fold.isConnected") {
		t.Error("what was folded out is folded in again")
	}
}

func TestAPageWhoseProgramHasEndedSaysSo(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	c := m.converse("0000000d-0000-4000-8000-000000000000", "shop")
	c.says("Never push to main without asking me.")
	p := m.serve("--no-tray", "--no-open")
	b := m.visit("/projects")
	b.expects("htmx:sse:error", "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "htmx:error")
	if eval[bool](b, `document.querySelector("#stale").checkVisibility()`) {
		t.Error("the page says that it is stale while it is not")
	}
	p.end(syscall.SIGTERM)
	b.until(`document.querySelector("#stale").checkVisibility()`)
	b.shows("compact-keeper open")
	b.do(chromedp.Click(chromedp.CSS("[role=switch]")))
	b.until(`document.querySelector("#failed").checkVisibility()`)
	b.shows("does not answer")
	b.shows("shop") // the page is still there
	b.size(360, 800)
	b.shot("stale-narrow")
	m.serve("--no-tray", "--no-open") // another port, another prefix
	if !eval[bool](b, `document.querySelector("#stale").checkVisibility()`) {
		t.Error("the old page takes itself for a new one")
	}
}

func TestAnAnswerThatFailedLeavesThePage(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	m.converse("0000000e-0000-4000-8000-000000000000", "shop").says("Never push to main without asking me.")
	m.serve("--no-tray", "--no-open")
	b := m.visit("/projects")
	b.shows("shop")
	b.do(chromedp.Evaluate[chromedp.Void](`
		window.real = fetch;
		window.fails = (status) => { window.fetch = async () => new Response('<main id="main"><h1>That did not work</h1><p class="notice bad">the disk is full</p></main>', { status }) }`))
	for _, c := range []struct {
		name, do string
		status   int
		shown    string
	}{
		{"a renewal", `htmx.trigger(document.body, "changed")`, 500, "That did not work: the disk is full."},
		{"a form", `document.querySelector("[role=switch]").click()`, 500, "That did not work: the disk is full. What you typed is still here."},
		{"a form that makes no sense", `document.querySelector("[role=switch]").click()`, 400, "What you typed is still here."},
		{"a renewal without a session", `htmx.trigger(document.body, "changed")`, 401, "This page shows no news any more."},
	} {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("fails(%d); %s", c.status, c.do)))
		b.shows(c.shown)
		b.shows("shop")
		b.do(chromedp.Evaluate[chromedp.Void](`fetch = real; htmx.trigger(document.body, "changed")`))
		b.until(`!document.querySelector("#failed").checkVisibility()`)
	}
}
