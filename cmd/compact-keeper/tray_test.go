//go:build unix && !darwin

package main_test

import (
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/godbus/dbus/v5"
)

const (
	watcherPath = "/StatusNotifierWatcher"
	watcherName = "org.kde.StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	menuName    = "com.canonical.dbusmenu"
)

// watcher is the part of a panel to which icons report.
type watcher struct{ items chan string }

// RegisterStatusNotifierItem is called by a program with an icon.
func (w watcher) RegisterStatusNotifierItem(path string, sender dbus.Sender) *dbus.Error {
	w.items <- string(sender) + " " + path
	return nil
}

// panel shows icons from now on. What it returns waits for the next one.
func (d *desktop) panel() func() *icon {
	d.Helper()
	w := watcher{make(chan string, 16)}
	d.serves(w, watcherPath, watcherName)
	return func() *icon {
		d.Helper()
		sender, path, _ := strings.Cut(<-w.items, " ")
		i := &icon{desktop: d, item: d.conn.Object(sender, dbus.ObjectPath(path))}
		i.menu = d.conn.Object(sender, i.property("Menu").(dbus.ObjectPath))
		return i
	}
}

// icon is one in the panel.
type icon struct {
	*desktop
	item, menu dbus.BusObject
}

func (i *icon) property(name string) any {
	i.Helper()
	v, err := i.item.GetProperty(itemName + "." + name)
	if err != nil {
		i.Fatal(err)
	}
	return v.Value()
}

// menuLine is one line of the menu as the panel sees it.
type menuLine struct {
	id      int32
	title   string
	check   bool
	checked bool
	enabled bool
}

// lines reads the visible menu.
func (i *icon) lines() (all []menuLine) {
	i.Helper()
	type layout struct {
		ID       int32
		Props    map[string]dbus.Variant
		Children []dbus.Variant
	}
	var revision uint32
	var root layout
	if err := i.menu.Call(menuName+".GetLayout", 0, int32(0), int32(-1), []string{}).Store(&revision, &root); err != nil {
		i.Fatal(err)
	}
	for _, child := range root.Children {
		var c layout
		if err := dbus.Store([]any{child.Value()}, &c); err != nil {
			i.Fatal(err)
		}
		l := menuLine{id: c.ID}
		l.title, _ = c.Props["label"].Value().(string)
		kind, _ := c.Props["toggle-type"].Value().(string)
		l.check = kind == "checkmark"
		on, _ := c.Props["toggle-state"].Value().(int32)
		l.checked = on == 1
		l.enabled, _ = c.Props["enabled"].Value().(bool)
		if visible, set := c.Props["visible"].Value().(bool); (visible || !set) && l.title != "" {
			all = append(all, l)
		}
	}
	return all
}

// line waits for the line that begins with title.
func (i *icon) line(title string) (l menuLine) {
	i.Helper()
	i.until("the menu shows "+title, func() bool {
		all := i.lines()
		n := slices.IndexFunc(all, func(l menuLine) bool { return strings.HasPrefix(l.title, title) })
		if n >= 0 {
			l = all[n]
		}
		return n >= 0
	})
	return l
}

func (i *icon) click(title string) {
	i.Helper()
	if err := i.menu.Call(menuName+".Event", 0, i.line(title).id, "clicked", dbus.MakeVariant(int32(0)), uint32(0)).Err; err != nil {
		i.Fatal(err)
	}
}

func TestTheTrayShowsWhatIsStoredAndStoresWhatIsClicked(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	next := d.panel()
	p := d.serve("--no-open")
	icon := next()
	if title, id := icon.property("Title"), icon.property("Id"); title != "compact-keeper" || id != "compact-keeper" {
		t.Errorf("title %v, id %v", title, id)
	}
	if icon.property("ItemIsMenu") != false {
		t.Error("a left click opens the menu only")
	}
	pictures := icon.property("IconPixmap")
	icon.line("No compaction yet")

	// a hook in another process
	c := d.converse("0000000a-0000-4000-8000-000000000000", "my_shop")
	c.says("Never push to main without asking me.", "Should dates be in UTC?")
	icon.line("my__shop")
	if !icon.line("my__shop").checked {
		t.Error("the project's switch is off")
	}
	c.fire("PreCompact", fields{"trigger": "auto"})
	icon.line(timeless(icon, ": my__shop is being compacted"))
	if same(pictures, icon.property("IconPixmap")) {
		t.Error("the icon does not tell that something is compacted")
	}
	c.fire("SessionStart", fields{"source": "compact"})
	c.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>They talked.</summary>"})
	icon.click(timeless(icon, ": my__shop, 0 kept"))
	if to := d.opens(1); !strings.HasSuffix(to, "&to=%2Fcompactions%2F1") {
		t.Errorf("what happened last leads to %s", to)
	}

	// switches
	icon.click("my__shop")
	d.until("the project is off", func() bool { return !icon.line("my__shop").checked })
	if out := c.fire("PreCompact", fields{"trigger": "auto"}); out != "" {
		t.Errorf("switched off, the next hook printed\n%s", out)
	}
	icon.click("my__shop")
	d.until("the project is on", func() bool { return icon.line("my__shop").checked })
	icon.click("Pause all for an hour")
	icon.line("Paused until")
	if out := c.fire("PreCompact", fields{"trigger": "auto"}); out != "" {
		t.Errorf("while it pauses, the next hook printed\n%s", out)
	}
	icon.click("Go on now")
	icon.line("Pause all for an hour")
	if out := c.fire("PreCompact", fields{"trigger": "auto"}); !strings.Contains(out, "Never push to main") {
		t.Errorf("going on, the next hook printed\n%s", out)
	}

	// pages
	for n, title := range []string{"Waiting on you", "Open dashboard"} {
		icon.click(title)
		d.opens(2 + n)
	}
	if err := icon.item.Call(itemName+".Activate", 0, int32(0), int32(0)).Err; err != nil {
		t.Error(err)
	}
	if page := d.page(d.opens(4)); !strings.Contains(page, "compact-keeper") {
		t.Errorf("a left click leads to\n%s", page)
	}

	// the end
	icon.click("Quit")
	if err := p.wait(); err != nil {
		t.Errorf("quit by the menu: %v", err)
	}
	if left, _ := filepath.Glob(d.at(".local/state/compact-keeper/compact-keeper-open-*")); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
	if !strings.Contains(p.printed, "Ended. The hooks go on without it.") {
		t.Errorf("it printed\n%s", p.printed)
	}
}

// timeless waits for a line that has text in it, and returns its whole title: it begins with a time.
func timeless(i *icon, text string) (title string) {
	i.Helper()
	i.until("the menu shows "+text, func() bool {
		for _, l := range i.lines() {
			if strings.Contains(l.title, text) {
				title = l.title
			}
		}
		return title != ""
	})
	return title
}

func same(a, b any) bool { return dbus.MakeVariant(a).String() == dbus.MakeVariant(b).String() }

// wait reads on to the end.
func (p *process) wait() error {
	p.Helper()
	for p.lines.Scan() {
		p.printed += p.lines.Text() + "\n"
	}
	return p.cmd.Wait()
}

// until reads on to a line with text in it.
func (p *process) says(text string) {
	p.Helper()
	for !strings.Contains(p.printed, text) {
		if !p.lines.Scan() {
			p.Fatalf("it did not say %q:\n%s", text, p.printed)
		}
		p.printed += p.lines.Text() + "\n"
	}
}

// BR-70: where there is no session bus, or nobody on it who shows icons, that is said once and all else works.
func TestBR70_WithoutABusTheDashboardGoesOn(t *testing.T) {
	t.Parallel()
	hanging := filepath.Join(t.TempDir(), "bus")
	l, err := net.Listen("unix", hanging) // takes connections, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) // not before the cases end
	for _, c := range []struct{ name, env, says string }{
		{"there is none", "DBUS_SESSION_BUS_ADDRESS=", "No tray icon: no session bus. The dashboard needs none."},
		{"it has ended", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere", "No tray icon: connect to the session bus unix:path=/nowhere: "},
		{"one would have to be started", "DBUS_SESSION_BUS_ADDRESS=autolaunch:", "No tray icon: no session bus."},
		{"it hangs", "DBUS_SESSION_BUS_ADDRESS=unix:path=" + hanging, "it does not answer. The dashboard needs none."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := os.Stat(userBus()); err == nil && !strings.Contains(c.env, "unix:") {
				t.Skipf("this machine's own bus is there: %s", userBus())
			}
			t.Parallel()
			m := keptMachine(t)
			m.browser()
			launched := filepath.Join(m.home, "launched")
			m.put(filepath.Join(m.bin, "tools", "dbus-launch"), "#!/bin/sh\necho x >>\""+launched+"\"\n", 0o755)
			m.env = append(m.env, c.env)
			p := m.serve("--no-open")
			p.says(c.says)
			x := m.converse("0000000a-0000-4000-8000-000000000000", "shop")
			x.says("Never push to main without asking me.")
			x.compacts()
			p.says("Could not show a notice: ")
			if page := m.page(p.address); !strings.Contains(page, "shop") {
				t.Errorf("the dashboard shows\n%s", page)
			}
			printed, code := p.end(syscall.SIGTERM)
			if code != 0 || strings.Count(printed, "No tray icon") != 1 || strings.Count(printed, "Could not show") != 1 {
				t.Errorf("exit %d, printed\n%s", code, printed)
			}
			if _, err := os.Stat(launched); err == nil {
				t.Error("it ran dbus-launch, which leaves a bus behind")
			}
		})
	}
}

// userBus is where a user's bus is looked for without an address.
func userBus() string {
	out, _ := exec.Command("id", "-u").Output()
	return "/run/user/" + strings.TrimSpace(string(out)) + "/bus"
}

// compacts runs the hooks of a compaction whose summary kept nothing.
func (c *conversation) compacts() {
	c.Helper()
	c.fire("PreCompact", fields{"trigger": "auto"})
	c.fire("SessionStart", fields{"source": "compact"})
	c.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>They talked.</summary>"})
}

func TestBR70_APanelThatComesLaterGetsTheIcon(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	p := d.serve("--no-open")
	p.says("The tray icon waits for a desktop that shows such icons.")
	icon := d.panel()()
	icon.line("Open dashboard")
	if _, code := p.end(syscall.SIGINT); code != 0 {
		t.Errorf("Ctrl-C: exit %d", code)
	}
}

func TestTheBusMayGoAway(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	address, stop := startBus(t, t.TempDir())
	m.env = append(m.env, "DBUS_SESSION_BUS_ADDRESS="+address)
	p := m.serve("--no-open")
	p.says("The tray icon waits")
	stop()
	m.page(p.address)
	if printed, code := p.end(syscall.SIGTERM); code != 0 {
		t.Errorf("exit %d, printed\n%s", code, printed)
	}
}

// BR-46: it starts again after a kill, one at a time, and nothing of it starts itself.
func TestBR46_ItsIconIsThereAgainAfterAKill(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	next := d.panel()
	for range 3 {
		p := d.serve("--no-open")
		next().line("Open dashboard")
		p.end(syscall.SIGKILL)
		if out, code := d.run("open"); code != 1 || !strings.Contains(out, "no dashboard is running") {
			t.Errorf("killed, and yet: exit %d\n%s", code, out)
		}
	}
}

// BR-48: what it starts, it waits for: no process is left over, and no file stays open.
func TestBR48_NothingPilesUp(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	next := d.panel()
	p := d.serve("--no-open")
	icon := next()
	files := func() int {
		all, err := os.ReadDir("/proc/" + pid(p) + "/fd")
		if err != nil {
			t.Skipf("no /proc here: %v", err)
		}
		return len(all)
	}
	const rounds = 30
	for n := range 3 {
		icon.click("Open dashboard")
		d.opens(n + 1)
	}
	before := files()
	for n := 3; n < rounds; n++ {
		icon.click("Open dashboard")
		d.opens(n + 1)
		icon.click("Pause all for an hour")
		icon.click("Go on now")
		icon.line("Pause all for an hour")
	}
	d.until("every child is waited for", func() bool {
		out, _ := exec.Command("ps", "-o", "pid=", "--ppid", pid(p)).Output()
		return strings.TrimSpace(string(out)) == ""
	})
	d.until("the files are closed", func() bool { return files() <= before+2 })
}

func TestWithNoTrayThereIsNone(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	d.panel()
	p := d.serve("--no-open", "--no-tray")
	d.page(p.address)
	printed, _ := p.end(syscall.SIGTERM)
	if strings.Contains(printed, "tray") {
		t.Errorf("printed\n%s", printed)
	}
}

func TestItServesWhereTheHomeFolderIsReadOnly(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	next := d.panel()
	// A file in place of the folder that a login entry goes to: root may write to a folder whatever its mode.
	d.put(d.at(".config"), "", 0o600)
	p := d.serve("--no-open")
	icon := next()
	icon.click("Start at login")
	p.says("Not done: ")
	if icon.line("Start at login").checked {
		t.Error("it says that it is on")
	}
	d.page(p.address)
}

func TestAStartAtLoginIsSwitchedInTheMenuAndByCommand(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	next := d.panel()
	d.serve("--no-open")
	icon := next()
	d.does("Off: compact-keeper does not start when you log in.", "login")
	icon.click("Start at login")
	d.until("it is on", func() bool { return icon.line("Start at login").checked })
	d.does("On: compact-keeper starts when you log in, by "+d.at(".config/autostart/compact-keeper.desktop"), "login")
	if text := d.read(".config/autostart/compact-keeper.desktop"); !strings.Contains(text, d.program()+`" --no-open`) {
		t.Errorf("it says\n%s", text)
	}
	icon.click("Start at login")
	d.until("it is off", func() bool { return !icon.line("Start at login").checked })
	d.does("On: ", "login", "on")
	d.does("Off: ", "login", "off")
	d.fails(2, `login: "maybe" is neither on nor off`, "login", "maybe")
}

func TestASecondStartOpensThePageOfTheFirst(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	m.browser()
	first := m.serve("--no-tray", "--open")
	m.page(m.opens(1))
	m.page(first.address) // which the browser did not use up
	second := m.serve("--open")
	if err := second.wait(); err != nil || !strings.Contains(second.printed, "compact-keeper is running already") {
		t.Errorf("%v, printed\n%s", err, second.printed)
	}
	if to := m.opens(2); host(to) != host(first.address) {
		t.Errorf("it opened %s, the first is at %s", to, first.address)
	}
	m.does("", "open", "--browser")
	m.page(m.opens(3))
	if err := m.serve("--no-open").wait(); err != nil {
		t.Error(err)
	}
	m.opens(3)
}

func host(address string) string {
	rest, _, _ := strings.Cut(strings.TrimPrefix(address, "http://"), "/")
	return rest
}

// TestTheFileLeadsARealBrowserOn: no cookie goes along with a redirect from a file, so a page of ours has to take the last step.
func TestTheFileLeadsARealBrowserOn(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	m.browser()
	b := newTab(t)
	m.serve("--no-tray", "--open")
	m.opens(1)
	text, err := os.ReadFile(m.opened())
	if err != nil {
		t.Fatal(err)
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(string(text), "args "), "\n")
	b.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String()))
	b.until(`document.querySelector("#menu") && document.title.startsWith("Overview")`)
}

func TestWithoutABrowserItSaysSoAndPrintsTheAddress(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	p := m.serve("--no-tray", "--open")
	p.says("The dashboard was not opened in a browser: no browser can be opened here: there is no desktop session.")
	out, code := m.run("open", "--browser")
	if code != 1 || addressLine.FindString(out) == "" || !strings.Contains(out, "no browser can be opened here") {
		t.Errorf("exit %d\n%s", code, out)
	}
	m.page(addressLine.FindString(out))
}

func pid(p *process) string { return strconv.Itoa(p.cmd.Process.Pid) }
