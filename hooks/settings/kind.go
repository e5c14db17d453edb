package settings

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// kind is a kind of value.
type kind struct {
	name  string
	takes func(*hujson.Value) bool
}

var (
	aString          = kind{"a string", is(`"`)}
	aBoolean         = kind{"true or false", is("tf")}
	aBooleanOrNull   = orNull(aBoolean)
	anObject         = kind{"an object { }", is("{")}
	aList            = kind{"a list [ ]", is("[")}
	aListOrNull      = orNull(aList)
	aNumber          = number("", func(float64) bool { return true })
	aBooleanOrList   = kind{"true, false or a list of strings", is("tf[")}
	aBooleanOrObject = kind{"true, false or an object { }", is("tf{")}
	aStringOrList    = kind{"a string or a list of strings", is(`"[`)}
	aServerOrList    = kind{"a list of strings", func(v *hujson.Value) bool { return array(v) != nil || oneServer.MatchString(text(v)) }}
	aTime            = kind{`a time such as "22:00"`, func(v *hujson.Value) bool { return clock.MatchString(text(v)) }}
	anOption         = kind{"a string, a number, true, false or a list of strings", is(`"0tf[`)}
	aSource          = passingOver(oneOf("directory", "file", "git", "github", "hostPattern", "npm", "pathPattern", "settings", "skills-dir", "url"))
	aHook            = kind{`a hook { } with a "type" and what that type takes`, takesHook}
)

var (
	oneServer = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	clock     = regexp.MustCompile(`^([01]?\d|2[0-3]):[0-5]\d$`)
)

// is takes values of these hujson kinds.
func is(kinds string) func(*hujson.Value) bool {
	return func(v *hujson.Value) bool { return strings.IndexByte(kinds, byte(v.Value.Kind())) >= 0 }
}

func orNull(k kind) kind {
	return kind{k.name, func(v *hujson.Value) bool { return v.Value.Kind() == 'n' || k.takes(v) }}
}

// passingOver takes besides all that is no string: the client leaves out what holds it, and reads on.
func passingOver(k kind) kind {
	return kind{k.name, func(v *hujson.Value) bool { return v.Value.Kind() != '"' || k.takes(v) }}
}

func oneOf(words ...string) kind {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, quote(w))
	}
	name := "one of " + strings.Join(quoted, ", ")
	if len(words) == 1 {
		name = quoted[0]
	}
	return kind{name, func(v *hujson.Value) bool { return v.Value.Kind() == '"' && slices.Contains(words, text(v)) }}
}

func number(which string, takes func(float64) bool) kind {
	return kind{strings.TrimSpace("a number " + which), func(v *hujson.Value) bool {
		if v.Value.Kind() != '0' {
			return false
		}
		n, err := strconv.ParseFloat(string(v.Value.(hujson.Literal)), 64) // an error for one beyond all: infinite, for the client
		return err == nil && takes(n)
	}}
}

// whole takes whole numbers from least up, as far as the client counts.
func whole(least float64) kind {
	name := fmt.Sprintf("a whole number from %v up", least)
	if least < 0 {
		name = "a whole number"
	}
	return kind{name, number("", func(n float64) bool { return n == math.Trunc(n) && n >= least && math.Abs(n) <= 1<<53-1 }).takes}
}

func objectWith(names ...string) kind {
	var quoted []string
	for _, n := range names {
		quoted = append(quoted, quote(n))
	}
	return kind{"an object { } with " + strings.Join(quoted, " and "), func(v *hujson.Value) bool {
		return object(v) != nil && !slices.ContainsFunc(names, func(n string) bool { return member(v, n) == nil })
	}}
}

// hookNeeds is what a hook entry of each type cannot do without, strings all of them.
var hookNeeds = map[string][]string{
	"command": {"command"}, "prompt": {"prompt"}, "agent": {"prompt"}, "http": {"url"}, "mcp_tool": {"server", "tool"},
}

// commandTakes is what else the client looks at in an entry that starts a program.
var commandTakes = map[string]kind{
	"args": {"", func(v *hujson.Value) bool {
		return array(v) != nil && !slices.ContainsFunc(elements(v), func(e hujson.Value) bool { return !aString.takes(&e) })
	}},
	"async": aBoolean, "asyncRewake": aBoolean, "shell": oneOf("bash", "powershell"),
}

func takesHook(v *hujson.Value) bool {
	kind := text(member(v, "type"))
	needs, known := hookNeeds[kind]
	if !known || slices.ContainsFunc(needs, func(n string) bool { return member(v, n) == nil || !aString.takes(member(v, n)) }) {
		return false
	}
	return kind != "command" || !slices.ContainsFunc(taken(v), func(m *hujson.ObjectMember) bool {
		k, looked := commandTakes[text(&m.Name)]
		return looked && !k.takes(&m.Value)
	})
}
