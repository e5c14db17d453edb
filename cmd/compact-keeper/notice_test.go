//go:build unix && !darwin

package main_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	noticesPath = "/org/freedesktop/Notifications"
	noticesName = "org.freedesktop.Notifications"
)

// notice is what a program had shown.
type notice struct {
	id, replaces uint32
	title, body  string
	actions      []string
	hints        map[string]dbus.Variant
}

// service is a desktop's notification service.
type service struct {
	shown chan notice
	hangs bool
}

// Notify is called by a program.
func (s *service) Notify(app string, replaces uint32, icon, title, body string, actions []string, hints map[string]dbus.Variant, expires int32) (uint32, *dbus.Error) {
	if s.hangs {
		select {}
	}
	n := notice{replaces, replaces, title, body, actions, hints}
	if replaces == 0 {
		n.id = 41 + uint32(len(s.shown))
	}
	s.shown <- n
	return n.id, nil
}

func (d *desktop) notifies() *service {
	d.Helper()
	s := &service{shown: make(chan notice, 16)}
	d.serves(s, noticesPath, noticesName)
	return s
}

// click is the person's click on a notice.
func (d *desktop) click(n notice, action string) {
	d.Helper()
	if err := d.conn.Emit(noticesPath, noticesName+".ActionInvoked", n.id, action); err != nil {
		d.Fatal(err)
	}
}

func TestACompactionInAnotherProcessLeadsToOneNoticeWhoseClickOpensItsPage(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	s := d.notifies()
	p := d.serve("--no-open", "--no-tray")
	c := d.converse("0000000a-0000-4000-8000-000000000000", "shop")
	c.says("Never push to main without asking me.", "Use pnpm, not yarn.")
	c.fire("PreCompact", fields{"trigger": "auto"})
	c.fire("SubagentStop", fields{"agent_id": "a1", "last_assistant_message": "<summary>The owner said: \"Use pnpm, not yarn.\"</summary>"})
	c.fire("SessionStart", fields{"source": "compact"})
	c.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>The owner said: \"Use pnpm, not yarn.\"</summary>"})
	n := <-s.shown
	if n.title != "Compaction in shop" || n.body != "Asked the summary to keep 2 decisions word for word: 1 kept, 1 put back" {
		t.Errorf("the notice: %q, %q", n.title, n.body)
	}
	if n.hints["desktop-entry"].Value() != "compact-keeper" || len(n.actions) != 2 || n.actions[0] != "default" {
		t.Errorf("actions %q, hints %v", n.actions, n.hints["desktop-entry"])
	}
	d.click(notice{id: n.id + 1}, "default") // somebody else's
	for i := range 2 {
		d.click(n, "default")
		if to := d.opens(i + 1); !strings.HasSuffix(to, "&to=%2Fcompactions%2F1") {
			t.Errorf("a click leads to %s", to)
		} else if page := d.page(to); !strings.Contains(page, "Use pnpm, not yarn.") {
			t.Errorf("the page:\n%s", page)
		}
	}

	// none twice, and none of what nobody sits before
	p.end(syscall.SIGKILL)
	d.serve("--no-open", "--no-tray")
	u := d.converse("0000000b-0000-4000-8000-000000000000", "batch")
	u.env = append(u.env[:len(u.env):len(u.env)], "CLAUDE_CODE_SESSION_ATTENDED=0")
	u.says("Never push to main without asking me.")
	u.compacts()
	last := d.converse("0000000c-0000-4000-8000-000000000000", "blog")
	last.says("Never push to main without asking me.")
	last.compacts()
	if n := <-s.shown; n.title != "Compaction in blog" {
		t.Errorf("the next notice is %q", n.title)
	}
}

func TestNoticesFollowTheSetting(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	s := d.notifies()
	d.does("notices=lost", "policy", "notices=lost")
	d.fails(2, `policy: notices is each, lost or none, not "some"`, "policy", "notices=some")
	d.serve("--no-open", "--no-tray")
	kept := d.converse("0000000a-0000-4000-8000-000000000000", "kept")
	kept.says("Use pnpm, not yarn.")
	kept.fire("PreCompact", fields{"trigger": "auto"})
	kept.fire("PostCompact", fields{"trigger": "auto", "compact_summary": "<summary>The owner said: \"Use pnpm, not yarn.\"</summary>"})
	lost := d.converse("0000000b-0000-4000-8000-000000000000", "lost")
	lost.says("Use pnpm, not yarn.")
	lost.compacts()
	if n := <-s.shown; n.title != "Compaction in lost" || n.replaces != 0 {
		t.Errorf("the first notice is %q", n.title)
	}
}

func TestHooksThatAreGoneAreToldOnce(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	s := d.notifies()
	d.put(d.at(".claude/settings.json"), "{}", 0o600) // by somebody else
	for range 2 {
		p := d.serve("--no-open", "--no-tray")
		d.page(p.address)
		d.until("it is noticed", func() bool { return settingStored(d.machine, "noticed_fault") != "" })
		p.end(syscall.SIGTERM)
	}
	if n := <-s.shown; n.title != "The hooks are gone from the client's settings" || !strings.Contains(n.body, "compact-keeper install") {
		t.Errorf("the notice: %q, %q", n.title, n.body)
	}
	if len(s.shown) > 0 {
		t.Errorf("it came again: %q", (<-s.shown).title)
	}
}

func settingStored(m machine, name string) (value string) {
	m.Helper()
	d := m.ledger()
	defer d.Close()
	d.QueryRow("select value from setting where name = ?", name).Scan(&value)
	return value
}

// A service that takes a notice and never answers holds up neither the dashboard nor the end.
func TestAServiceThatHangsHoldsNothingUp(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	s := d.notifies()
	s.hangs = true
	p := d.serve("--no-open", "--no-tray")
	c := d.converse("0000000a-0000-4000-8000-000000000000", "shop")
	c.says("Use pnpm, not yarn.")
	c.compacts()
	p.says("Could not show a notice: ask org.freedesktop.Notifications to show it: the desktop does not answer. The dashboard tells the same.")
	d.page(p.address)
	start := time.Now()
	if _, code := p.end(syscall.SIGTERM); code != 0 {
		t.Errorf("exit %d", code)
	}
	t.Logf("the end took %v", time.Since(start).Round(time.Millisecond))
}

func TestABusWithoutAServiceIsSaidOnce(t *testing.T) {
	t.Parallel()
	d := newDesktop(t)
	p := d.serve("--no-open", "--no-tray")
	c := d.converse("0000000a-0000-4000-8000-000000000000", "shop")
	c.says("Use pnpm, not yarn.")
	c.compacts()
	p.says("Could not show a notice: ask org.freedesktop.Notifications to show it: ")
	d.page(p.address)
}
