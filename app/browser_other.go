//go:build !unix || darwin

package app

import (
	"io"

	"github.com/cli/browser"
)

// startBrowser hands a file to the owner's browser. The program that does so ends at once on these systems.
func startBrowser(path string) error {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	return browser.OpenFile(path)
}
