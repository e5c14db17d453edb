package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// document is a settings file as a syntax tree that packs to the very bytes it was read from.
type document struct {
	source []byte
	body   []byte // of the source, in UTF-8
	form   form
	root   hujson.Value
	eol    string
	unit   string // one step of indent
}

// parse reads JSON as strictly as the client does, or says what keeps the client from reading it. No file and an empty one
// count as an empty object.
func parse(path string, source []byte) (*document, error) {
	d := &document{source: source, eol: "\n", unit: "  "}
	var err error
	if d.form, d.body, err = decode(source); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if line, _, ok := bytes.Cut(d.body, []byte("\n")); ok && bytes.HasSuffix(line, []byte("\r")) {
		d.eol = "\r\n"
	}
	if len(bytes.TrimSpace(d.body)) == 0 {
		d.root = hujson.Value{Value: &hujson.Object{}, AfterExtra: hujson.Extra(d.eol)}
		return d, nil
	}
	if d.root, err = readTree(path, d.body); err != nil {
		return nil, err
	}
	if members := object(&d.root).Members; len(members) > 0 {
		if _, indent, ok := cutLast(string(members[0].Name.BeforeExtra), "\n"); ok && indent != "" {
			d.unit = indent
		}
	}
	return d, nil
}

func (d *document) pack() []byte { return d.form.encode(d.root.Pack()) }

func (d *document) empty() bool { return len(object(&d.root).Members) == 0 }

// add puts our groups behind what stands there.
func (d *document) add(hookPath, stateDir string) {
	hooks, hooksLead := d.ensure(object(&d.root), d.eol, "hooks", &hujson.Object{})
	for _, r := range registrations {
		list, lead := d.ensure(object(hooks), hooksLead, r.event, &hujson.Array{})
		d.appendGroup(list.Value.(*hujson.Array), lead, r.group(hookPath, stateDir))
	}
}

// ensure returns the member of that name and the white space before it, and makes it where it is missing. lead is the
// white space before the object itself.
func (d *document) ensure(o *hujson.Object, lead, name string, missing hujson.ValueTrimmed) (*hujson.Value, string) {
	m := last(o, name)
	if m == nil {
		made := hujson.ObjectMember{Name: hujson.Value{Value: hujson.String(name)}, Value: hujson.Value{Value: missing}}
		var before, colon *hujson.Extra
		if n := len(o.Members); n > 0 {
			before, colon = &o.Members[n-1].Name.BeforeExtra, &o.Members[n-1].Value.BeforeExtra
		}
		inner := d.inside(before, lead, &o.AfterExtra)
		made.Name.BeforeExtra = hujson.Extra(inner)
		switch {
		case colon != nil && !bytes.ContainsRune(*colon, '\n'):
			made.Value.BeforeExtra = *colon
		case strings.Contains(inner, "\n"):
			made.Value.BeforeExtra = hujson.Extra(" ")
		}
		o.Members = append(o.Members, made)
		m = &o.Members[len(o.Members)-1]
	}
	return &m.Value, d.oneLine(m.Name.BeforeExtra)
}

func (d *document) appendGroup(a *hujson.Array, lead string, g group) {
	var before *hujson.Extra
	if n := len(a.Elements); n > 0 {
		before = &a.Elements[n-1].BeforeExtra
	}
	inner := d.inside(before, lead, &a.AfterExtra)
	v, err := hujson.Parse([]byte(d.layout(g, inner)))
	if err != nil {
		panic(err) // what layout wrote is JSON
	}
	v.BeforeExtra = hujson.Extra(inner)
	a.Elements = append(a.Elements, v)
}

// inside is the white space before a new last value of a container: as before its neighbour, or, where it is the first,
// one step further in than the container, whose closing bracket then gets a line of its own.
func (d *document) inside(neighbour *hujson.Extra, lead string, closing *hujson.Extra) string {
	switch {
	case neighbour != nil:
		return d.oneLine(*neighbour)
	case !strings.Contains(lead, "\n"):
		return ""
	}
	*closing = hujson.Extra(lead)
	return lead + d.unit
}

// oneLine leaves out the empty lines of white space.
func (d *document) oneLine(space hujson.Extra) string {
	if _, indent, ok := cutLast(string(space), "\n"); ok {
		return d.eol + indent
	}
	return string(space)
}

// layout writes a group so that a person can read through the change: on one line, or its entries on a line each. In a
// place that has no line of its own it takes none either.
func (d *document) layout(g group, lead string) string {
	var entries []string
	for _, e := range g.Hooks {
		var args []string
		for _, a := range e.Args {
			args = append(args, quote(a))
		}
		entries = append(entries, fmt.Sprintf(`{"type": %s, "command": %s, "args": [%s], "timeout": %d}`,
			quote(e.Type), quote(e.Command), strings.Join(args, ", "), e.Timeout))
	}
	head := "{"
	if g.Matcher != "" {
		head += `"matcher": ` + quote(g.Matcher) + ", "
	}
	if len(entries) > 1 && strings.Contains(lead, "\n") {
		return head + `"hooks": [` + lead + d.unit + strings.Join(entries, ","+lead+d.unit) + lead + "]}"
	}
	return head + `"hooks": [` + strings.Join(entries, ", ") + "]}"
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
