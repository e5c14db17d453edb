package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/compact-keeper/compact-keeper/db"
	"github.com/compact-keeper/compact-keeper/db/bulk"
)

// axe looks whether a page can be used by everyone. .ci/axe.sh installs it; AXE names another file.
const axeVersion = "4.14.1"

var axeSource = sync.OnceValues(func() (string, error) {
	path := os.Getenv("AXE")
	if path == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		path = filepath.Join(cache, "compact-keeper-ci", "axe-"+axeVersion, "node_modules", "axe-core", "axe.min.js")
	}
	text, err := os.ReadFile(path)
	return string(text), err
})

// axe lists what is wrong with the page as it is.
func (b *tab) axe() []string {
	b.Helper()
	source, err := axeSource()
	if err != nil {
		if os.Getenv("CI") != "" {
			b.Fatal(err)
		}
		b.Skipf("this test needs axe-core: .ci/axe.sh installs it, AXE names it (%v)", err)
	}
	if !eval[bool](b, "!!window.axe") {
		b.do(chromedp.Evaluate[chromedp.Void](source))
	}
	return eval[[]string](b, "axe.run().then(r => r.violations.map(v => v.id + \": \" + v.help + \": \" + v.nodes.slice(0, 3).map(n => n.html).join(\" | \")))")
}

// ledgers are the states in which a person may find the dashboard.
var ledgers = []struct {
	name string
	fill func(m machine)
}{
	{"no data", func(machine) {}},
	{"imported sessions", func(m machine) {
		m.threeProjects()
		m.does("", "import", "--yes")
	}},
	{"years of work", func(m machine) {
		d, err := db.Open(m.Context(), m.at(".local/state/compact-keeper"), db.Options{})
		if err != nil {
			m.Fatal(err)
		}
		defer d.Close()
		if err := bulk.Fill(m.Context(), d, bulk.Small); err != nil {
			m.Fatal(err)
		}
	}},
}

// pages lists every kind of page, and what leads to the ones of a thing, by a page and its link there.
var pages = []struct{ name, path, link string }{
	{"overview", "/", ""},
	{"decisions", "/decisions", ""},
	{"a search", "/decisions?q=the", ""},
	{"a decision", "/decisions", `main a[href*="/decisions/"]`},
	{"waiting", "/waiting", ""},
	{"compactions", "/compactions", ""},
	{"a compaction", "/compactions", `main a[href*="/compactions/"]`},
	{"a session", "/compactions", `main a[href*="/sessions/"]`},
	{"projects", "/projects", ""},
	{"health", "/health", ""},
	{"setup", "/setup", ""},
	{"a page that is not there", "/nothing", ""},
}

func TestEveryPageCanBeUsedByEveryone(t *testing.T) {
	for _, l := range ledgers {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			m := keptMachine(t)
			l.fill(m)
			m.serve("--no-tray", "--no-open")
			b := m.visit("/")
			home := strings.TrimSuffix(eval[string](b, "location.href"), "/")
			for _, p := range pages {
				b.part(p.name, func() {
					if p.path == "/nothing" {
						b.expects("404")
					}
					b.do(chromedp.Navigate(home + p.path))
					if p.link != "" {
						to := eval[string](b, "document.querySelector(`"+p.link+"`)?.href ?? ''")
						if to == "" {
							if l.name == "no data" {
								return // there is no such thing yet
							}
							b.Fatalf("no link to one:\n%s", b.text())
						}
						b.do(chromedp.Navigate(to))
					}
					b.looksRight(l.name + " " + p.name)
				})
			}
		})
	}
}

// looksRight looks at the page as it is, light and dark, narrow and wide.
func (b *tab) looksRight(name string) {
	b.Helper()
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, width := range []int64{360, 1280} {
			b.size(width, 800)
			if wide := eval[int64](b, "document.documentElement.scrollWidth"); wide > width {
				b.Errorf("%s, %d px: the page is %d px wide", scheme, width, wide)
			}
			for _, v := range b.axe() {
				b.Errorf("%s, %d px: %s", scheme, width, v)
			}
			b.shot(strings.ReplaceAll(name, " ", "-") + "-" + scheme + map[int64]string{360: "-narrow", 1280: ""}[width])
		}
	}
}

func TestThePageForStrangersCanBeUsedByEveryone(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	b := newTab(t)
	p := m.serve("--no-tray", "--no-open")
	b.expects("401")
	b.do(chromedp.Navigate(p.address[:strings.Index(p.address, "/open")]))
	b.shows("compact-keeper open")
	b.looksRight("stranger")
}
