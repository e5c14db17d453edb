package settings_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// source makes random settings files: valid JSON in any layout, with anything below hooks that the client would take.
type source struct {
	*rand.Rand
	eol, unit string
	flat      bool // all on one line
	full      bool // no empty object or list where our entries go
}

func (s source) pick(from ...string) string { return from[s.IntN(len(from))] }

// space is white space at an indent.
func (s source) space(depth int) string {
	switch {
	case s.flat:
		return s.pick("", "", " ")
	case s.IntN(12) == 0:
		return s.pick("", " ", "\t ", s.eol+s.eol, s.eol)
	}
	return s.eol + strings.Repeat(s.unit, depth)
}

func (s source) str() string {
	return `"` + s.pick("", "a", "hooks", "Stop", "ü", "🦀", `\"`, `\\`, `\u0041`, `\ud83e\udd80`, "<&>", "/*", "//", ",}", "{[", "\u2028") + s.pick("", "x", "1") + `"`
}

// some is a number below n, and not 0 in a full file.
func (s source) some(n int) int {
	if s.full {
		return 1 + s.IntN(n-1)
	}
	return s.IntN(n)
}

func (s source) value(depth int) string {
	n := 9
	if depth > 4 {
		n = 7
	}
	switch s.IntN(n) {
	case 0:
		return s.pick("true", "false", "null")
	case 1, 2:
		return s.pick("0", "-1", "1.50", "1e9", "-0.0E+2", "123456789012345678901234567890")
	case 7:
		return s.object(depth, "")
	case 8:
		var list []string
		for range s.IntN(4) {
			list = append(list, s.value(depth+1))
		}
		return s.join("[", list, "]", depth)
	}
	return s.str()
}

func (s source) object(depth int, hooks string) string {
	var list []string
	for range s.some(4) {
		name := s.str()
		if name == `"hooks"` { // its own place is below; in another the client may skip the file for it
			name = `"other"`
		}
		list = append(list, s.member(name, s.value(depth+1)))
	}
	if hooks != "" {
		at := s.IntN(len(list) + 1)
		list = append(list[:at], append([]string{s.member(`"hooks"`, hooks)}, list[at:]...)...)
	}
	return s.join("{", list, "}", depth)
}

func (s source) member(name, value string) string {
	return name + s.pick("", "", "", " ") + ":" + s.pick("", " ", " ", "  ") + value
}

func (s source) join(open string, list []string, close string, depth int) string {
	b := open
	for i, v := range list {
		if i > 0 {
			b += s.pick("", "", "", " ") + ","
		}
		b += s.space(depth+1) + v
	}
	return b + s.space(depth) + close
}

func (s source) hooks() string {
	var events []string
	for range s.some(4) {
		var groups []string
		for range s.some(3) {
			var hooks []string
			for range s.IntN(3) {
				hooks = append(hooks, s.join("{", []string{s.member(`"type"`, `"command"`), s.member(`"command"`, s.str())}, "}", 5))
			}
			members := []string{s.member(`"hooks"`, s.join("[", hooks, "]", 4))}
			if s.IntN(2) == 0 {
				members = append(members, s.member(`"matcher"`, s.str()))
			}
			groups = append(groups, s.join("{", members, "}", 3))
		}
		events = append(events, s.member(s.pick(`"Stop"`, `"SessionStart"`, `"PreCompact"`, `"PreToolUse"`, `"\u0053top"`, `"Later"`), s.join("[", groups, "]", 2)))
	}
	return s.join("{", events, "}", 1)
}

func (s source) file() string {
	hooks := ""
	if s.IntN(3) > 0 {
		hooks = s.hooks()
	}
	return s.pick("", "", "", "\ufeff") + s.pick("", "", " ", s.eol) + s.object(0, hooks) + s.pick("", s.eol)
}

func newSource(seed uint64) source {
	s := source{Rand: rand.New(rand.NewPCG(seed, 1))}
	s.eol, s.unit, s.flat = s.pick("\n", "\n", "\r\n"), s.pick("  ", "    ", "\t", ""), s.IntN(5) == 0
	return s
}

// A failure names its seed.
var seeds = flag.Uint64("seeds", 60, "how many random files a test looks at")

func TestBR30_AnyFileComesBackByteForByte(t *testing.T) {
	l := newLab(t)
	for seed := range *seeds {
		before := newSource(seed).file()
		if !json.Valid([]byte(strings.TrimPrefix(before, "\ufeff"))) {
			t.Fatalf("seed %d: the test made no JSON:\n%s", seed, before)
		}
		l.write(before)
		l.install()
		after := l.file()
		if !json.Valid([]byte(strings.TrimPrefix(after, "\ufeff"))) {
			t.Fatalf("seed %d: install made no JSON of\n%s\nbut\n%s", seed, before, after)
		}
		if e := l.install(); e.Changed() {
			t.Errorf("seed %d: a second install changed:\n%s", seed, e.Diff())
		}
		l.uninstall()
		l.want(fmt.Sprintf("seed %d: after uninstall", seed), l.file(), before)
		if t.Failed() {
			return
		}
	}
}

// Without a copy to fall back on, taking our entries out leaves what was there: so install only added. (Of a list that
// was empty before, nobody could say without a copy whether we made it.)
func TestBR30_InstallOnlyAdds(t *testing.T) {
	l := newLab(t)
	for seed := range *seeds {
		s := newSource(seed)
		s.full = true
		before := s.file()
		l.write(before)
		l.install()
		if err := os.RemoveAll(l.state); err != nil {
			t.Fatal(err)
		}
		l.uninstall()
		if l.want(fmt.Sprintf("seed %d: uninstalled without a copy", seed), l.file(), before); t.Failed() {
			return
		}
	}
}
