package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestAssetsAreKeptForGoodAtTheAddressOfTheirContent(t *testing.T) {
	d := signedIn(t)
	page := d.shows("/")
	found := regexp.MustCompile(`(?:href|src)="(/assets/[^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(found) < 3 {
		t.Fatalf("the page names %d assets, want style, favicon and mark", len(found))
	}
	for _, m := range found {
		a := d.get(d.http.URL + m[1])
		if a.StatusCode != http.StatusOK || !strings.Contains(a.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: status %d, cache %q", m[1], a.StatusCode, a.Header.Get("Cache-Control"))
		}
		want := map[bool]string{true: "text/css", false: "image/svg+xml"}[strings.HasSuffix(m[1], ".css")]
		if got := a.Header.Get("Content-Type"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: type %q, want %s", m[1], got, want)
		}
	}
	for _, path := range []string{"/assets/0000000000000000/app.css", "/assets/x/assets.go", "/assets/../web.go"} {
		if a := d.get(d.http.URL + path); a.StatusCode == http.StatusOK {
			t.Errorf("%s: status 200, want none", path)
		}
	}
}
