//go:build unix && !darwin

package notice

import (
	"context"
	"errors"
	"fmt"
	"html"
	"sync"

	"github.com/godbus/dbus/v5"

	"github.com/compact-keeper/compact-keeper/app/bus"
	"github.com/compact-keeper/compact-keeper/app/tray"
)

// The desktop's own service, see the Desktop Notifications Specification.
const (
	service = "org.freedesktop.Notifications"
	path    = "/org/freedesktop/Notifications"
)

// desktop shows notices by a connection of its own, made with the first one: the tray's belongs to its library, which
// closes it.
type desktop struct {
	open func(page string)

	conn *dbus.Conn

	mu    sync.Mutex // held until a notice that is being shown is known, so that no click comes before
	shown map[uint32]shown
}

// shown is a notice that can be clicked. Its number is good for the server that gave it: another one begins anew.
type shown struct{ server, page string }

// show shows a notice, in place of the one with the number replaces where that is not 0.
func (d *desktop) show(ctx context.Context, n Notice, replaces uint32) (id uint32, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.conn == nil || !d.conn.Connected() {
		if err := d.connect(ctx); err != nil {
			return 0, err
		}
	}
	icon := tray.Keeping
	if n.Warns {
		icon = tray.Attention
	}
	hints := map[string]dbus.Variant{
		"desktop-entry": dbus.MakeVariant("compact-keeper"),
		"urgency":       dbus.MakeVariant(byte(1)),
		"image-data":    dbus.MakeVariant(picture(icon)),
	}
	// The body is markup, the title is not. One action is enough: some desktops show "default" as a button, others take a click
	// anywhere for it.
	err = d.conn.Object(service, path).CallWithContext(ctx, service+".Notify", 0, "compact-keeper", replaces, "", n.Title, html.EscapeString(n.Body),
		[]string{"default", "Open"}, hints, int32(-1)).Store(&id)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = errors.New("the desktop does not answer")
		}
		return 0, fmt.Errorf("ask %s to show it: %w", service, err)
	}
	var server string
	if err := d.conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetNameOwner", 0, service).Store(&server); err == nil {
		d.shown[id] = shown{server, n.Page}
	}
	return id, nil
}

func (d *desktop) connect(ctx context.Context) error {
	conn, err := bus.Connect(ctx)
	if err != nil {
		return err
	}
	if err := conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface(service), dbus.WithMatchObjectPath(path)); err != nil {
		conn.Close()
		return fmt.Errorf("listen to %s: %w", service, err)
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	d.conn, d.shown = conn, map[uint32]shown{}
	go d.listen(signals)
	return nil
}

// listen opens what is clicked, until the connection ends.
func (d *desktop) listen(signals <-chan *dbus.Signal) {
	for s := range signals {
		if len(s.Body) == 0 {
			continue
		}
		id, _ := s.Body[0].(uint32)
		d.mu.Lock()
		n, ours := d.shown[id]
		if ours = ours && s.Sender == n.server; ours && s.Name == service+".NotificationClosed" {
			delete(d.shown, id)
		}
		d.mu.Unlock()
		if ours && s.Name == service+".ActionInvoked" {
			d.open(n.page)
		}
	}
}

func (d *desktop) close() {
	if d.conn != nil {
		d.conn.Close()
	}
}

// rgba is a picture as the service takes it.
type rgba struct {
	Width, Height, Stride int32
	Alpha                 bool
	Bits, Channels        int32
	Pixels                []byte
}

func picture(s tray.State) rgba {
	img := tray.Icon(s, 48)
	return rgba{48, 48, int32(img.Stride), true, 8, 4, img.Pix}
}
