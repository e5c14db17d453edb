//go:build !unix

package main_test

import (
	"errors"
	"os"
)

func maxRSS(*os.ProcessState) float64 { return 0 }

func mkfifo(string) error { return errors.ErrUnsupported }
