package web_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/compact-keeper/compact-keeper/assets"
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
		want := map[string]string{".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}[path.Ext(m[1])]
		if got := a.Header.Get("Content-Type"); want == "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: type %q, want %s", m[1], got, want)
		}
	}
	for _, address := range []string{"/assets/0000000000000000/app.css", "/assets/x/assets.go", "/assets/../web.go"} {
		if a := d.get(d.http.URL + address); a.StatusCode == http.StatusOK {
			t.Errorf("%s: status 200, want none", address)
		}
	}
}

// TestWhatOthersWroteIsAsTheyPublishedIt: the sums are those of the files in the npm package htmx.org 4.0.1.
func TestWhatOthersWroteIsAsTheyPublishedIt(t *testing.T) {
	for name, want := range map[string]string{
		"htmx.min.js":   "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
		"hx-sse.min.js": "18ef2761356ec1fe0bb6d92612315b37517a7c1e9856b661c5ae81fef239d103",
	} {
		f, ok := assets.Find(name)
		if got := fmt.Sprintf("%x", sha256.Sum256(f.Content)); !ok || got != want {
			t.Errorf("%s: sum %s, want %s", name, got, want)
		}
	}
}
