package main_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// attack is a page of another program on this machine, or of a site. It is told the address of the dashboard and tries
// all that a page can do there. What it got comes home by itself.
const attack = `<!DOCTYPE html><meta charset="utf-8"><title>evil</title><body><script>
	const base = %q, home = [];
	const at = (name, promise) => promise.then((x) => home.push(name + ": " + x), (e) => home.push(name + ": refused"));
	const loads = (tag, set) => new Promise((ok, no) => {
		const x = document.createElement(tag);
		x.onload = () => ok("loaded"); x.onerror = () => no();
		set(x); document.body.append(x);
	});
	const form = () => new URLSearchParams({ on: "false", minutes: "60" });
	const all = [
		at("read by fetch", fetch(base + "/projects", { credentials: "include" }).then((r) => r.text())),
		at("read without cors", fetch(base + "/projects", { credentials: "include", mode: "no-cors" }).then((r) => r.text()).then((t) => t || Promise.reject())),
		at("switch by fetch", fetch(base + "/projects/1/switch", { method: "POST", credentials: "include", body: form() }).then((r) => r.status)),
		at("switch without cors", fetch(base + "/projects/1/switch", { method: "POST", credentials: "include", mode: "no-cors", body: form() }).then((r) => r.type === "opaque" ? Promise.reject() : r.status)),
		at("read as a script", loads("script", (x) => { x.src = base + "/projects?format=json"; })),
		at("read as an image", loads("img", (x) => { x.src = base + "/projects"; })),
		at("read as a style", loads("link", (x) => { x.rel = "stylesheet"; x.href = base + "/projects"; })),
		at("hear the events", new Promise((ok, no) => { const s = new EventSource(base + "/events", { withCredentials: true }); s.onopen = () => ok("open"); s.onerror = () => no(); })),
		at("open a socket", new Promise((ok, no) => { const s = new WebSocket(base.replace("http", "ws") + "/events"); s.onopen = () => ok("open"); s.onerror = () => no(); })),
		at("read a frame", new Promise((ok, no) => {
			const f = document.createElement("iframe");
			f.onload = () => { try { ok(f.contentDocument ? f.contentDocument.body.innerText || Promise.reject() : Promise.reject()); } catch { no(); } };
			f.src = base + "/projects"; document.body.append(f);
		})),
		at("post a form in a frame", new Promise((ok, no) => {
			const f = document.createElement("iframe"), x = document.createElement("form"), i = document.createElement("input");
			f.name = "hole"; x.target = "hole"; x.method = "post"; x.action = base + "/projects/1/switch"; i.name = "on"; i.value = "false";
			x.append(i); document.body.append(f, x);
			f.onload = () => { if (f.src === "" && f.dataset.sent) no(); };
			f.dataset.sent = "1"; x.submit();
			setTimeout(no, 1500);
		})),
		at("read a window", new Promise((ok, no) => {
			const w = open(base + "/projects");
			if (!w) return no();
			setTimeout(() => { try { const t = w.document.body.innerText; t ? ok(t) : no(); } catch { no(); } }, 1500);
		})),
	];
	Promise.all(all).then(() => { window.got = home; });
</script>`

func TestAPageFromElsewhereGetsNothing(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	c := m.converse("0000000f-0000-4000-8000-000000000000", "shop")
	c.says("Never push to main without asking me.")
	m.serve("--no-tray", "--no-open")
	b := m.visit("/projects")
	b.shows("shop")
	base := strings.TrimSuffix(eval[string](b, "location.href"), "/projects")
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, attack, base)
	}))
	defer evil.Close()
	port := evil.URL[strings.LastIndex(evil.URL, ":"):]
	for _, origin := range []string{"http://127.0.0.1" + port, "http://localhost" + port, "http://evil.test" + port} {
		b.part(origin, func() {
			e := b.beside()
			e.expects("") // refusals are all that its console is full of
			e.do(chromedp.Navigate(origin))
			e.until("window.got")
			got := eval[[]string](e, "got")
			for _, line := range got {
				if !strings.HasSuffix(line, ": refused") {
					e.Errorf("got home: %.300s", line)
				}
			}
			if len(got) != strings.Count(attack, "at(\"") {
				e.Errorf("%d tries came home of %d: %q", len(got), strings.Count(attack, "at(\""), got)
			}
		})
	}
	b.do(chromedp.Reload())
	if got := eval[string](b, `document.querySelector("[role=switch]").getAttribute("aria-checked")`); got != "true" {
		t.Errorf("the switch is %s, want it on still", got)
	}
	if !strings.Contains(c.fire("PreCompact", fields{"trigger": "manual"}), "Never push") {
		t.Error("the keeper keeps nothing any more")
	}
}

// A name that an attacker's DNS points to this machine makes the browser take our page for his own.
func TestAReboundNameGetsNothing(t *testing.T) {
	t.Parallel()
	m := keptMachine(t)
	b := newTab(t)
	b.expects("403", "404", "Cross-Origin-Opener-Policy") // the browser has none for names of elsewhere
	p := m.serve("--no-tray", "--no-open")
	b.do(chromedp.Navigate(strings.Replace(p.address, "127.0.0.1", "evil.test", 1)))
	if text := b.text(); !strings.Contains(text, "answers only to this machine's own names") {
		t.Errorf("evil.test shows\n%s", text)
	}
	b.do(chromedp.Navigate(p.address)) // the code was not used up
	b.shows("Compactions")
	if cookies := eval[string](b, "document.cookie"); cookies != "" {
		t.Errorf("a script can read the cookie: %s", cookies)
	}
	if at := eval[string](b, "location.href"); strings.Contains(at, "code") {
		t.Errorf("the address bar holds the code: %s", at)
	}
}

// Another user of this machine sees the list of processes, the port, and the files that he may read.
func TestAnotherUserOfTheMachineFindsNoWayIn(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	p := m.serve("--no-tray", "--no-open")
	secrets := map[string]string{"the code": p.address[strings.Index(p.address, "code=")+len("code="):]}
	for name, file := range map[string]string{"the address file": ".local/state/compact-keeper/app.json", "the ledger": ".local/state/compact-keeper/keeper.db"} {
		info, err := os.Stat(m.at(file))
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s has mode %v, want 0600", name, mode)
		}
	}
	if info, err := os.Stat(m.at(".local/state/compact-keeper")); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the state folder: %v, %v; want it closed to others", info.Mode(), err)
	}
	secrets["the start secret"] = m.read(".local/state/compact-keeper/app.json")
	_, rest, _ := strings.Cut(secrets["the start secret"], `"secret":"`)
	secrets["the start secret"], _, _ = strings.Cut(rest, `"`)
	for name, secret := range secrets {
		if len(secret) < 20 {
			t.Fatalf("%s is %q", name, secret)
		}
	}
	list, err := exec.Command("ps", "-eww", "-o", "args").Output()
	if err != nil || !bytes.Contains(list, []byte("--no-tray")) {
		t.Fatalf("ps: %v\n%s", err, list)
	}
	for name, secret := range secrets {
		if bytes.Contains(list, []byte(secret)) {
			t.Errorf("the list of processes holds %s", name)
		}
	}
	// codes are for one use, also when many ask at once
	var mu sync.Mutex
	var all sync.WaitGroup
	in := 0
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range 20 {
		all.Go(func() {
			a, err := stay.Get(p.address)
			if err != nil {
				t.Error(err)
				return
			}
			io.Copy(io.Discard, a.Body)
			a.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			if a.StatusCode == http.StatusSeeOther {
				in++
			}
		})
	}
	all.Wait()
	if in != 1 {
		t.Errorf("%d of 20 came in by one code, want one", in)
	}
}
