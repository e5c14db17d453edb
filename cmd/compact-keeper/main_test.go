package main_test

import (
	"os"
	"testing"

	"github.com/compact-keeper/compact-keeper/cmd/internal/lab"
)

func TestMain(m *testing.M) {
	os.Args[0] = "compact-keeper" // as what commands that tests call take themselves to be called
	code := lab.Main(m)
	endBrowser()
	os.Exit(code)
}
