package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Registered is one hook entry of a settings file.
type Registered struct {
	Event, Matcher, Type, Command, Shell string
	Args                                 []string
	HasArgs                              bool // with args, even none, the client starts the command itself, without a shell
	Timeout                              float64
	Ours                                 bool
	Unread                               bool // the same name stands again behind it, and the client takes the last
}

// Check reports whether the client reads the settings file at path: nil where it does or there is no file, a *Refusal where
// it skips the file whole, another error where the file cannot be read.
func Check(path string) error {
	_, err := open(path)
	return err
}

// Entries lists every hook entry of the settings file at path, ours and others', in the order of the file. It fails as
// Check does.
func Entries(path string) ([]Registered, error) {
	d, err := open(path)
	if err != nil {
		return nil, err
	}
	var list []Registered
	d.walk(func(r Registered, _ *hujson.Value) { list = append(list, r) })
	return list, nil
}

// Expected is what Install registers.
func Expected(hookPath, stateDir string) (list []Registered) {
	for _, r := range registrations {
		for _, e := range r.group(hookPath, stateDir).Hooks {
			list = append(list, Registered{Event: r.event, Matcher: r.matcher, Type: e.Type, Command: e.Command, Args: e.Args, HasArgs: true,
				Timeout: float64(e.Timeout), Ours: true})
		}
	}
	return list
}

// open parses the settings file at path, symlinks followed.
func open(path string) (*document, error) {
	file, err := Follow(path)
	if err != nil {
		return nil, fmt.Errorf("follow the symlink %s: %w", path, err)
	}
	text, err := read(file)
	if err != nil {
		return nil, err
	}
	d, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	return d, d.check(file)
}

// walk calls visit for every hook entry that is an object, in the order of the file.
func (d *document) walk(visit func(Registered, *hujson.Value)) {
	for _, hooks := range named(&d.root, "hooks") {
		for i := range members(hooks) {
			event := &members(hooks)[i]
			unread := hooks != member(&d.root, "hooks") || event != last(object(hooks), text(&event.Name))
			for j := range elements(&event.Value) {
				g := &elements(&event.Value)[j]
				for _, list := range named(g, "hooks") {
					for k := range elements(list) {
						if e := &elements(list)[k]; object(e) != nil {
							r := registered(e)
							r.Event, r.Matcher, r.Unread = text(&event.Name), text(member(g, "matcher")), unread || list != member(g, "hooks")
							visit(r, e)
						}
					}
				}
			}
		}
	}
}

// registered is what an entry itself says.
func registered(e *hujson.Value) Registered {
	r := Registered{Type: text(member(e, "type")), Command: text(member(e, "command")), Shell: text(member(e, "shell")), Ours: ours(e)}
	if args := member(e, "args"); args != nil {
		r.HasArgs = true
		for i := range elements(args) {
			r.Args = append(r.Args, text(&elements(args)[i]))
		}
	}
	if timeout := member(e, "timeout"); timeout != nil && timeout.Value.Kind() == '0' {
		r.Timeout = timeout.Value.(hujson.Literal).Float()
	}
	return r
}

// sameEntries reports whether two documents hold the same entries of ours, in the same order in each event.
func sameEntries(a, b *document) bool { return slices.Equal(a.ours(), b.ours()) }

// ours lists our entries, event by event, each as event, matcher and the whole entry in a fixed form.
func (d *document) ours() []string {
	var list []string
	d.walk(func(r Registered, e *hujson.Value) {
		if !r.Ours {
			return
		}
		var fields map[string]any
		if err := json.Unmarshal(e.Pack(), &fields); err != nil {
			panic(err) // it was parsed before
		}
		line, _ := json.Marshal(fields)
		list = append(list, fmt.Sprintf("%s\x00%s\x00%s\x00%t", r.Event, r.Matcher, line, r.Unread))
	})
	slices.SortStableFunc(list, func(a, b string) int {
		return strings.Compare(a[:strings.IndexByte(a, 0)], b[:strings.IndexByte(b, 0)])
	})
	return list
}
