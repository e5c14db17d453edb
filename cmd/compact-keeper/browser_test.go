package main_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

// chromium is the real browser, one for all tests of the package. Each test has a profile of its own in it.
var chromium struct {
	once sync.Once
	ctx  context.Context
	end  func()
	err  error
}

func endBrowser() {
	if chromium.end != nil {
		chromium.end()
	}
}

func startBrowser(path string) {
	profile, err := os.MkdirTemp("", "keeper-chromium")
	if err != nil {
		chromium.err = err
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(profile), chromedp.WSURLReadTimeout(time.Minute))
	for _, flag := range []string{"disable-gpu", "disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	options = append(options, chromedp.Flag("host-resolver-rules", "MAP evil.test 127.0.0.1")) // a name that somebody else's DNS points here
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	chromium.ctx, _ = chromedp.NewContext(ctx)
	chromium.end = func() { chromedp.Cancel(chromium.ctx); end(); os.RemoveAll(profile) }
	chromium.err = chromedp.Do(chromium.ctx)
}

// tab is one page in the real browser.
type tab struct {
	*testing.T
	ctx context.Context

	mu       sync.Mutex
	console  []string // errors and warnings, with what the browser says about the policy
	expected []string
}

// newTab opens an empty page. It skips, or fails where CI is set, if there is no browser. The test fails at its end if
// anything was wrong in the page's console.
func newTab(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("runs a real browser")
	}
	path := browserPath(t)
	chromium.once.Do(func() { startBrowser(path) })
	if chromium.err != nil {
		t.Fatalf("start chromium: %v", chromium.err)
	}
	b := &tab{T: t}
	var end func()
	b.ctx, end = chromedp.NewContext(chromium.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	b.listen()
	t.Cleanup(b.checkConsole)
	b.size(1280, 800)
	return b
}

// browserPath finds a Chromium, or what is built of it.
func browserPath(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return lab.Need(t, "chromium")
}

// beside opens another page with the cookies of this one.
func (b *tab) beside() *tab {
	b.Helper()
	other := &tab{T: b.T}
	var end func()
	other.ctx, end = chromedp.NewContext(b.ctx)
	b.Cleanup(end)
	other.listen()
	b.Cleanup(other.checkConsole)
	return other
}

func (b *tab) listen() {
	messages := chromedp.Console(b.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if slices.Contains([]chromedp.ConsoleType{"error", "warning", "exception", "assert"}, m.Type) {
				b.mu.Lock()
				b.console = append(b.console, fmt.Sprintf("%s: %s (%s)", m.Type, m.Text, m.URL))
				b.mu.Unlock()
			}
		}
	}()
}

// expects names what may stand in the console.
func (b *tab) expects(texts ...string) { b.expected = append(b.expected, texts...) }

func (b *tab) checkConsole() {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, line := range b.console {
		if !slices.ContainsFunc(b.expected, func(text string) bool { return strings.Contains(line, text) }) {
			b.Errorf("the console says: %s", line)
		}
	}
	b.console = nil
}

// part is a part of the test that goes on in the same page.
func (b *tab) part(name string, test func()) {
	whole := b.T
	whole.Run(name, func(t *testing.T) {
		b.T = t
		defer func() {
			b.checkConsole()
			b.T = whole
		}()
		test()
	})
}

// do is a step in the page; it fails the test where it does not come about.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatalf("in the browser: %v", err)
	}
}

// eval is the value of an expression in the page. A promise is waited for.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%.300s: %v", expression, err)
	}
	return v
}

// until waits until an expression is true in the page. How long that takes says nothing: the deadline is for tests that
// fail.
func (b *tab) until(expression string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	for {
		// a page that is just being left has no answer
		if ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")")); err == nil && ok {
			return
		}
		select {
		case <-ctx.Done():
			b.Fatalf("never true: %s\nin the page\n%s", expression, b.text())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// shows waits until the page shows a text.
func (b *tab) shows(text string) {
	b.Helper()
	b.until(fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

func (b *tab) text() string {
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.title + "\n" + document.body.innerText`))
	if err != nil {
		return err.Error()
	}
	return text
}

func (b *tab) size(width, height int64) {
	b.Helper()
	b.do(chromedp.EmulateViewport(width, height))
}

// scheme makes the system light or dark.
func (b *tab) scheme(name string) {
	b.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		b.Fatal(err)
	}
}

// press presses keys, one after the other, wherever the focus is.
func (b *tab) press(keys string) { b.Helper(); b.do(chromedp.KeyEvent(keys)) }

// key presses one key as a keyboard does: where the page takes it for itself no letter comes of it, which press does not
// spare.
func (b *tab) key(name string) {
	b.Helper()
	text := name
	if len(name) > 1 {
		text = map[string]string{"Enter": "\r"}[name]
	}
	for _, kind := range []input.DispatchKeyEventType{"keyDown", "keyUp"} {
		e := input.DispatchKeyEventParams{Type: kind, Key: name}
		if kind == "keyDown" {
			e.Text = text
		}
		if name == "Enter" {
			e.WindowsVirtualKeyCode = 13
		}
		if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, e); err != nil {
			b.Fatal(err)
		}
	}
}

// focused is the id of the element that has the focus.
func (b *tab) focused() string { b.Helper(); return eval[string](b, "document.activeElement.id") }

// kept is a machine whose hooks are the real executable.
func keptMachine(t *testing.T) machine {
	t.Helper()
	m := newMachine(t)
	if out, err := exec.Command("cp", lab.Build(t, "compact-keeper-hook"), m.bin).CombinedOutput(); err != nil {
		t.Fatalf("copy the hook: %v\n%s", err, out)
	}
	m.does("Registered it in", "install")
	return m
}

// freshAddress is an address with a code that nobody has used, leading to a page.
func (m machine) freshAddress(page string) string {
	m.Helper()
	out, code := m.run("open")
	if code != 0 {
		m.Fatalf("open: exit %d\n%s", code, out)
	}
	return addressLine.FindString(out) + "&to=" + page
}

// visit opens a page of the machine's dashboard in a browser that has not been there.
func (m machine) visit(page string) *tab {
	m.Helper()
	b := newTab(m.T)
	b.do(chromedp.Navigate(m.freshAddress(page)))
	b.ready()
	return b
}

// ready waits until the page does all that it can: the stream of news is open.
func (b *tab) ready() {
	b.Helper()
	b.until(`document.readyState === "complete" && document.querySelector("#stream")._htmx?.sse`)
}

// shot keeps a picture of the page where COMPACT_KEEPER_SHOTS names a folder, for a person to look at.
func (b *tab) shot(name string) {
	b.Helper()
	dir := os.Getenv("COMPACT_KEEPER_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
}
