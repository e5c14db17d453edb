// Command empty is the floor of every hook: a Go program that reads its input and does nothing.
package main

import (
	"io"
	"os"
)

func main() { io.Copy(io.Discard, os.Stdin) }
