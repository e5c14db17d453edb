package settings

import (
	"fmt"

	"github.com/tailscale/hujson"
)

// sizeLimit is in bytes: the client skips a larger settings file.
const sizeLimit = 2 << 20

// check refuses what the client reads and then skips whole.
func (d *document) check(path string) error {
	if len(d.source) > sizeLimit {
		return refuse(path, d.body, sizeLimit, fmt.Sprintf("the file has %d bytes, and the client skips one of more than %d whole. Shorten it", len(d.source), sizeLimit))
	}
	if v, what := known().wrong("", &d.root); v != nil {
		return refuse(path, d.body, v.StartOffset, what)
	}
	if v := misplaced(&d.root); v != nil {
		return refuse(path, d.body, v.StartOffset, "hooks in a wrong place; the client skips a file with such hooks whole. "+
			`Groups of hooks belong below "hooks", in a list for their event. Move them there, or take them out`)
	}
	return nil
}

// wrong finds the first value below v that is none the client takes there, nil where there is none.
func (n *node) wrong(name string, v *hujson.Value) (at *hujson.Value, what string) {
	if n == nil {
		return nil, ""
	}
	if n.takes != nil && !n.takes.takes(v) {
		return v, fmt.Sprintf("%s is %s and must be %s; the client skips a file with one wrong value whole. Correct it", name, describe(v), n.takes.name)
	}
	for _, m := range taken(v) {
		key := text(&m.Name)
		below, known := n.below[key]
		if !known {
			below = n.below["*"]
		}
		if at, what := below.wrong(join(name, key), &m.Value); at != nil {
			return at, what
		}
	}
	for i := range elements(v) {
		if at, what := n.below["*"].wrong(fmt.Sprintf("%s[%d]", name, i), &elements(v)[i]); at != nil {
			return at, what
		}
	}
	return nil, ""
}

func join(name, key string) string {
	if name == "" {
		return fmt.Sprintf("%q", key)
	}
	return fmt.Sprintf("%s.%q", name, key)
}

// describe names a value, short ones as they are written.
func describe(v *hujson.Value) string {
	switch {
	case object(v) != nil:
		return "an object"
	case array(v) != nil:
		return "a list"
	case v.Value.Kind() == '"' && len(text(v)) > 60:
		return "a long string"
	case v.Value.Kind() == '"':
		return fmt.Sprintf("%q", text(v))
	}
	return string(v.Value.(hujson.Literal))
}
