//go:build darwin && !cgo

package tray

import "context"

// Run says that this build has no tray: on macOS it takes cgo.
func (t *Tray) Run(ctx context.Context) {
	t.Say("No tray icon: this build has none. One built with CGO_ENABLED=1 has.")
	<-ctx.Done()
}
