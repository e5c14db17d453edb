//go:build unix

package main_test

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS is the most memory that a process which has ended held, in MB; this process's own for nil.
func maxRSS(p *os.ProcessState) float64 {
	var usage syscall.Rusage
	if p != nil {
		usage = *p.SysUsage().(*syscall.Rusage)
	} else if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" { // in bytes there, in KB elsewhere
		return float64(usage.Maxrss) / (1 << 20)
	}
	return float64(usage.Maxrss) / (1 << 10)
}

// mkfifo makes a pipe with a name.
func mkfifo(path string) error { return syscall.Mkfifo(path, 0o600) }
