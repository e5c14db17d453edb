package client

import (
	"os"
	"strconv"
	"strings"
)

// alive tells whether the process lives that had the id when a session file was written: an id is used again, the time a
// process began at is not. Where it is not known the id alone decides.
func alive(pid int, began string) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	// The name, in brackets, may hold anything. Behind it: the state, field 3, and the start, field 22.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return false
	}
	return began == "" || began == fields[19]
}

// process reads what the process was started with: its arguments and its environment, nil where the system does not say.
func process(pid int) (args, env []string) {
	read := func(name string) []string {
		text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/" + name)
		if err != nil {
			return nil
		}
		return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
	}
	return read("cmdline"), read("environ")
}
