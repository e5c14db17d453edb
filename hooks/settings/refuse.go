package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

// readTree parses strict JSON, as the client does, with an object at the top.
func readTree(path string, source []byte) (hujson.Value, error) {
	var syntax *json.SyntaxError
	if err := json.Unmarshal(source, new(json.RawMessage)); errors.As(err, &syntax) && !strings.HasSuffix(syntax.Error(), "exceeded max depth") {
		offset, what := explain(source, syntax)
		return hujson.Value{}, refuse(path, source, offset, what)
	} else if err != nil {
		return hujson.Value{}, fmt.Errorf("read %s: the client may well read it, but this program cannot: %w", path, err)
	}
	root, err := hujson.Parse(source)
	if err != nil {
		return root, fmt.Errorf("read %s: the file is valid JSON, but this program cannot edit it: %w", path, err)
	}
	if object(&root) == nil {
		return root, refuse(path, source, root.StartOffset, "the file must be one object { }; the client skips anything else whole. Correct it")
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

// room refuses a file in which our entries have no place. The client only passes such values over.
func (d *document) room(path string) error {
	hooks := member(&d.root, "hooks")
	if hooks == nil {
		return nil
	}
	const other = "; there is no place for another hook. Correct it, or take it out"
	if object(hooks) == nil {
		return refuse(path, d.body, hooks.StartOffset, fmt.Sprintf(`"hooks" is %s and must be an object { }`, describe(hooks))+other)
	}
	for _, event := range Events() {
		if list := member(hooks, event); list != nil && array(list) == nil {
			return refuse(path, d.body, list.StartOffset, fmt.Sprintf("%q is %s and must be a list [ ]", event, describe(list))+other)
		}
	}
	return nil
}
