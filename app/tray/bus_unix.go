//go:build unix && !darwin

package tray

import (
	"context"
	"fmt"

	"github.com/compact-keeper/compact-keeper/app/bus"
)

// probe tells whether a tray can be shown, and what to say of it. The library must not be started without a session bus: it
// would start one of its own, or break at its end. It waits by itself for a panel that comes later.
func probe(ctx context.Context) (note string, ok bool) {
	conn, err := bus.Connect(ctx)
	if err != nil {
		return fmt.Sprintf("No tray icon: %v. The dashboard needs none.", err), false
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, bus.Patience)
	defer cancel()
	var hosted bool
	err = conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, watcher).Store(&hosted)
	if err != nil {
		return fmt.Sprintf("No tray icon: the session bus does not answer: %v. The dashboard needs none.", err), false
	}
	if !hosted {
		return "The tray icon waits for a desktop that shows such icons. (GNOME does with the extension AppIndicator.)", true
	}
	return "", true
}

// watcher is the name of whoever shows icons.
const watcher = "org.kde.StatusNotifierWatcher"
