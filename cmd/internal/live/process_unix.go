//go:build unix

package live

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ownGroup gives a command a process group of its own, so that what it starts can be ended with it. Ctrl-C in the
// terminal reaches only us.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends a command that was not waited for yet, and what it started in its group.
func endGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// endLeftovers ends the processes whose command line holds mark, each with its group: the client gives its hooks groups of
// their own, and one that hangs outlives it.
func endLeftovers(mark string) {
	for pid, line := range commandLines() {
		if !strings.Contains(line, mark) || pid == os.Getpid() {
			continue
		}
		if group, err := syscall.Getpgid(pid); err == nil && group == pid {
			syscall.Kill(-pid, syscall.SIGKILL)
		}
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// commandLines are those of all processes, by /proc, else by ps.
func commandLines() map[int]string {
	lines := map[int]string{}
	if files, _ := filepath.Glob("/proc/[0-9]*/cmdline"); len(files) > 0 {
		for _, f := range files {
			text, _ := os.ReadFile(f)
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
				lines[pid] = strings.ReplaceAll(string(text), "\x00", " ")
			}
		}
		return lines
	}
	out, _ := exec.Command("ps", "-A", "-o", "pid=,args=").Output()
	for line := range strings.Lines(string(out)) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if pid, err := strconv.Atoi(number); err == nil {
			lines[pid] = rest
		}
	}
	return lines
}
