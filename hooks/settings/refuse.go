package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// Refusal is a settings file that the client would skip whole, and what to change in it.
type Refusal struct {
	Path         string
	Line, Column int // from 1; the column counts characters
	What         string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("%s, line %d, column %d: %s", r.Path, r.Line, r.Column, r.What)
}

// refuse makes a refusal of what stands at an offset of the source.
func refuse(path string, source []byte, offset int, what string) error {
	head := source[:min(max(offset, 0), len(source))]
	line := head[bytes.LastIndexByte(head, '\n')+1:]
	return &Refusal{path, bytes.Count(head, []byte("\n")) + 1, utf8.RuneCount(line) + 1, what}
}

// readTree parses strict JSON, as the client does, and looks at the parts of it that an edit touches.
func readTree(path string, source []byte) (hujson.Value, error) {
	var syntax *json.SyntaxError
	if err := json.Unmarshal(source, new(json.RawMessage)); errors.As(err, &syntax) {
		offset, what := explain(source, syntax)
		return hujson.Value{}, refuse(path, source, offset, what)
	}
	root, err := hujson.Parse(source)
	if err != nil {
		return root, fmt.Errorf("read %s: the file is valid JSON, but this program cannot edit it: %w", path, err)
	}
	offset, what := misshapen(&root)
	if what != "" {
		return root, refuse(path, source, offset, what)
	}
	return root, nil
}

// explain turns a syntax error into a place and into what to change there.
func explain(source []byte, err *json.SyntaxError) (offset int, what string) {
	const strict = "the client reads strict JSON and skips a file with it whole"
	offset = int(err.Offset) - 1
	if err.Error() == "unexpected end of JSON input" || offset >= len(source) {
		return len(source), "the file ends too early; complete it, or delete it if it holds nothing you need"
	}
	before := bytes.TrimRight(source[:max(offset, 0)], " \t\r\n")
	switch at := source[max(offset, 0)]; {
	case at == '/' || at == '#':
		return offset, "a comment; " + strict + ". Remove it"
	case (at == '}' || at == ']') && bytes.HasSuffix(before, []byte(",")):
		return len(before) - 1, fmt.Sprintf("a comma before %q; %s. Remove the comma", at, strict)
	}
	return offset, err.Error() + "; " + strict + ". Correct it"
}

// misshapen finds the first place where the hooks do not have the client's form.
func misshapen(root *hujson.Value) (offset int, what string) {
	if object(root) == nil {
		return root.StartOffset, wrong("the file", root, "an object { }")
	}
	for _, h := range named(root, "hooks") {
		if object(h) == nil {
			return h.StartOffset, wrong(`"hooks"`, h, "an object { }")
		}
		for i := range object(h).Members {
			m := &object(h).Members[i]
			if array(&m.Value) == nil {
				return m.Value.StartOffset, wrong(fmt.Sprintf("%q", text(&m.Name)), &m.Value, "a list [ ]")
			}
			for j := range array(&m.Value).Elements {
				if offset, what := misshapenGroup(&array(&m.Value).Elements[j]); what != "" {
					return offset, what
				}
			}
		}
	}
	return 0, ""
}

func misshapenGroup(g *hujson.Value) (offset int, what string) {
	if object(g) == nil {
		return g.StartOffset, wrong("a group of hooks", g, "an object { }")
	}
	if m := member(g, "matcher"); m != nil && m.Value.Kind() != '"' {
		return m.StartOffset, wrong(`"matcher"`, m, "a string")
	}
	for _, list := range named(g, "hooks") {
		if array(list) == nil {
			return list.StartOffset, wrong(`"hooks" of a group`, list, "a list [ ]")
		}
		for i := range array(list).Elements {
			if e := &array(list).Elements[i]; object(e) == nil {
				return e.StartOffset, wrong("a hook", e, "an object { }")
			}
		}
	}
	return 0, ""
}

func wrong(name string, v *hujson.Value, want string) string {
	is := map[hujson.Kind]string{'n': "null", 'f': "false", 't': "true", '"': "a string", '0': "a number", '{': "an object", '[': "a list"}
	return fmt.Sprintf("%s is %s and must be %s; the client skips a file with a wrong value whole. Correct it", name, is[v.Value.Kind()], want)
}
