package web_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

// stream opens the event stream and returns its lines that are no blank.
func (d *dashboard) stream() *bufio.Scanner {
	d.Helper()
	r, err := http.NewRequestWithContext(d.Context(), http.MethodGet, d.base+"/events", nil)
	if err != nil {
		d.Fatal(err)
	}
	a, err := d.client.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { a.Body.Close() })
	if got := a.Header.Get("Content-Type"); got != "text/event-stream" {
		d.Fatalf("the stream is %q", got)
	}
	return bufio.NewScanner(a.Body)
}

// next waits for the next event and returns its name.
func next(t *testing.T, lines *bufio.Scanner) string {
	t.Helper()
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			return name
		}
	}
	t.Fatalf("the stream ended: %v", lines.Err())
	return ""
}

func TestAnOpenPageHearsOfEveryChange(t *testing.T) {
	d := signedIn(t)
	one, two := d.stream(), d.stream()
	for range 3 { // the first one is of what came before
		for _, s := range []*bufio.Scanner{one, two} {
			if got := next(t, s); got != "changed" {
				t.Errorf("got the event %q", got)
			}
		}
		d.web.Changed()
	}
}

func TestTheStreamsEndWithTheProgram(t *testing.T) {
	d := signedIn(t)
	s := d.stream()
	next(t, s)
	d.web.EndEvents()
	for s.Scan() {
	}
	if s.Err() != nil {
		t.Errorf("the stream broke off: %v", s.Err())
	}
	for late := d.stream(); late.Scan(); { // so does one that comes too late
	}
}

// A page that does not read what it is sent, as one in a browser that is suspended, must not keep others waiting.
func TestAPageThatDoesNotReadKeepsNobodyWaiting(t *testing.T) {
	d := signedIn(t)
	mute, err := net.Dial("tcp", strings.TrimPrefix(d.http.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	mute.(*net.TCPConn).SetReadBuffer(1024)
	path := strings.TrimPrefix(d.base, d.http.URL)
	cookie := d.client.Jar.Cookies(d.get(d.base + "/").Request.URL)[0]
	fmt.Fprintf(mute, "GET %s/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n\r\n", path, cookie)
	s := d.stream()
	next(t, s)
	for n := 0; n < 20_000; n++ { // many more than the buffers between hold
		d.web.Changed()
		next(t, s)
	}
	mute.Close()
	d.client.CloseIdleConnections()
	streams := func() int {
		var all strings.Builder
		pprof.Lookup("goroutine").WriteTo(&all, 2)
		return strings.Count(all.String(), "sendEvents(")
	}
	for deadline := time.Now().Add(30 * time.Second); streams() > 1; time.Sleep(20 * time.Millisecond) {
		d.web.Changed()
		if time.Now().After(deadline) {
			t.Fatalf("%d streams are served, want the one that is read", streams())
		}
	}
}
