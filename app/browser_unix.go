//go:build unix && !darwin

package app

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// openers are the programs that know the owner's browser, the best first.
var openers = []string{"xdg-open", "x-www-browser", "wslview"}

// startBrowser hands a file to the owner's browser. What it prints is nobody's; and it is not of our terminal, where Ctrl-C
// would end it with us.
func startBrowser(path string) error {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("WSL_DISTRO_NAME") == "" {
		return fmt.Errorf("%w: there is no desktop session", ErrNoBrowser) // xdg-open would put one into the terminal
	}
	for _, name := range openers {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		cmd := exec.Command(program, path)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			return fmt.Errorf("open a browser by %s: %w", name, err)
		}
		go cmd.Wait() // so that none is left over; it may go on for as long as the browser does
		return nil
	}
	return fmt.Errorf("%w: there is no xdg-open", ErrNoBrowser)
}
