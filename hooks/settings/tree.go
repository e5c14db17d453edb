package settings

import (
	"slices"

	"github.com/tailscale/hujson"
)

// object and array are nil where a value is missing or of another kind.
func object(v *hujson.Value) *hujson.Object {
	if v == nil {
		return nil
	}
	o, _ := v.Value.(*hujson.Object)
	return o
}

func array(v *hujson.Value) *hujson.Array {
	if v == nil {
		return nil
	}
	a, _ := v.Value.(*hujson.Array)
	return a
}

// text is the string in a value, empty where it is none.
func text(v *hujson.Value) string {
	if v == nil || v.Value.Kind() != '"' {
		return ""
	}
	return v.Value.(hujson.Literal).String()
}

func members(v *hujson.Value) []hujson.ObjectMember {
	if o := object(v); o != nil {
		return o.Members
	}
	return nil
}

func elements(v *hujson.Value) []hujson.Value {
	if a := array(v); a != nil {
		return a.Elements
	}
	return nil
}

// last finds the member the client takes: of equal names the last one counts.
func last(o *hujson.Object, name string) *hujson.ObjectMember {
	for i := len(o.Members) - 1; i >= 0; i-- {
		if text(&o.Members[i].Name) == name {
			return &o.Members[i]
		}
	}
	return nil
}

// taken lists the members that the client takes.
func taken(v *hujson.Value) (list []*hujson.ObjectMember) {
	for i := range members(v) {
		if m := &members(v)[i]; m == last(object(v), text(&m.Name)) {
			list = append(list, m)
		}
	}
	return list
}

// named lists the members of that name, the last one being the one the client takes.
func named(v *hujson.Value, name string) (list []*hujson.Value) {
	for i := range members(v) {
		if m := &members(v)[i]; text(&m.Name) == name {
			list = append(list, &m.Value)
		}
	}
	return list
}

// member is the value of that name, nil where v has none or is no object.
func member(v *hujson.Value, name string) *hujson.Value {
	if object(v) == nil {
		return nil
	}
	if m := last(object(v), name); m != nil {
		return &m.Value
	}
	return nil
}

// emptyAt returns the white space inside the object or list at that place, nil where it holds something or is missing.
func (d *document) emptyAt(names ...string) *hujson.Extra {
	v := &d.root
	for _, name := range names {
		if v = member(v, name); v == nil {
			return nil
		}
	}
	switch c := v.Value.(type) {
	case *hujson.Object:
		if len(c.Members) == 0 {
			return &c.AfterExtra
		}
	case *hujson.Array:
		if len(c.Elements) == 0 {
			return &c.AfterExtra
		}
	}
	return nil
}

// strip takes our entries out, and with them what they leave empty: a group, an event's list, "hooks". A list or
// object that was empty in the file before us stays, with the white space it had. It reports whether it found any.
func (d *document) strip(before *document) (found bool) {
	root := object(&d.root)
	root.Members = slices.DeleteFunc(root.Members, func(m hujson.ObjectMember) bool {
		hooks := object(&m.Value)
		if text(&m.Name) != "hooks" || hooks == nil {
			return false
		}
		events := len(hooks.Members)
		hooks.Members = slices.DeleteFunc(hooks.Members, func(m hujson.ObjectMember) bool {
			list := array(&m.Value)
			if list == nil {
				return false
			}
			groups := len(list.Elements)
			list.Elements = slices.DeleteFunc(list.Elements, func(g hujson.Value) bool {
				took, emptied := stripGroup(&g)
				found = found || took
				return emptied
			})
			return len(list.Elements) < groups && closeUp(list, before.emptyAt("hooks", text(&m.Name)))
		})
		return len(hooks.Members) < events && closeUp(hooks, before.emptyAt("hooks"))
	})
	closeUp(root, before.emptyAt())
	return found
}

// stripGroup takes our entries out of a matcher group, and says whether they were all it had.
func stripGroup(g *hujson.Value) (took, emptied bool) {
	left := 0
	for _, v := range named(g, "hooks") {
		list := array(v)
		if list == nil {
			continue
		}
		n := len(list.Elements)
		list.Elements = slices.DeleteFunc(list.Elements, func(e hujson.Value) bool { return ours(&e) })
		if len(list.Elements) < n {
			took = true
			closeUp(list, nil)
		}
		left += len(list.Elements)
	}
	return took, took && left == 0
}

// closeUp leaves no comma behind a last value, and reports whether nothing is left in a container that, by white, was
// not there empty before.
func closeUp(container hujson.ValueTrimmed, white *hujson.Extra) bool {
	var closing *hujson.Extra
	switch c := container.(type) {
	case *hujson.Object:
		if n := len(c.Members); n > 0 {
			c.Members[n-1].Value.AfterExtra = nil
			return false
		}
		closing = &c.AfterExtra
	case *hujson.Array:
		if n := len(c.Elements); n > 0 {
			c.Elements[n-1].AfterExtra = nil
			return false
		}
		closing = &c.AfterExtra
	}
	*closing = nil
	if white != nil {
		*closing = *white
	}
	return white == nil
}
