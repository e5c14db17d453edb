package main

import (
	"errors"
	"io"
)

func uninstall(args []string, out io.Writer) error { return errors.New("not built yet") }
