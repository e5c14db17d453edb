package web_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/db/bulk"
)

var (
	links  = regexp.MustCompile(`href="([^"]*)"`)
	tags   = regexp.MustCompile(`<[A-Za-z/!][^>]*>`)
	values = regexp.MustCompile(`"[^"]*"`)
	made   = regexp.MustCompile(`(?i)hostile|^<script>|\son[a-z]+=`) // by hostile text, where no value of ours stands
	runs   = regexp.MustCompile(`(?i)="\s*javascript:`)
)

// hostileTags lists the elements of a page that bulk.Hostile made, and those it gave an attribute.
func hostileTags(page string) (all []string) {
	for _, tag := range tags.FindAllString(page, -1) {
		if made.MatchString(values.ReplaceAllString(tag, "")) || runs.MatchString(tag) {
			all = append(all, tag)
		}
	}
	return all
}

// Every text of the ledger is hostile, and a walk along all links finds it on pages of every kind, always as text.
func TestHostileTextIsTextOnEveryPage(t *testing.T) {
	d := signedIn(t)
	if err := bulk.Fill(t.Context(), d.db, bulk.Size{Projects: 3, Sessions: 4, Words: 120, Decisions: 40, Compactions: 8, Outcomes: 8, Runs: 40}); err != nil {
		t.Fatal(err)
	}
	d.ran("Stop", 1, "database is locked")
	if err := bulk.Poison(t.Context(), d.db); err != nil {
		t.Fatal(err)
	}
	prefix := strings.TrimPrefix(d.base, d.http.URL)
	todo, seen, shown := []string{"/", "/decisions", "/decisions?q=hostile", "/waiting", "/compactions", "/projects", "/health", "/setup", "/sessions/nothing" + bulk.Hostile[:10], "/decisions?q=%3Chostile-x+hostile%3D%22"}, map[string]bool{}, map[string]bool{}
	for len(todo) > 0 && len(seen) < 400 {
		path := todo[0]
		todo = todo[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		a := d.get(d.base + path)
		if a.StatusCode >= 500 {
			t.Errorf("%s: status %d\n%s", path, a.StatusCode, a.body)
		}
		if kind := a.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") {
			if !strings.Contains(a.Header.Get("Content-Disposition"), "attachment") || a.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s is %q and no file to keep", path, kind)
			}
			continue
		}
		if found := hostileTags(a.body); len(found) > 0 {
			t.Errorf("%s holds text as HTML: %q", path, found)
		}
		if strings.Contains(a.body, "&lt;hostile-x") {
			shown[strings.SplitN(strings.TrimPrefix(path, "/"), "/", 2)[0]] = true
		}
		for _, m := range links.FindAllStringSubmatch(a.body, -1) {
			if rest, ours := strings.CutPrefix(html.UnescapeString(m[1]), prefix); ours {
				rest, _, _ = strings.Cut(rest, "#")
				todo = append(todo, rest)
			}
		}
	}
	for _, kind := range []string{"", "decisions", "compactions", "sessions", "projects", "health"} {
		if !shown[kind] {
			t.Errorf("no page below /%s shows a text of the ledger: the test looks at nothing there; it was at %d pages", kind, len(seen))
		}
	}
}

func TestHostileTagsAreFound(t *testing.T) {
	for page, want := range map[string]int{
		`<p title="a hostile='1' b">a hostile='1' &lt;hostile-x></p>`: 0,
		`<p><hostile-x hostile="1"></p>`:                              1,
		`<p title="a" hostile="b">`:                                   1,
		`<a href="javascript:hostile()">`:                             1,
		`<img src="x" onerror="a">`:                                   1,
		`<script>hostile()</script>`:                                  1,
	} {
		if got := hostileTags(page); len(got) != want {
			t.Errorf("%s: found %q, want %d", page, got, want)
		}
	}
}
