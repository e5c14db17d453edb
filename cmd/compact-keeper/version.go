package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// version prints what was built, from what.
func version(args []string, out io.Writer) error {
	if _, err := parse(newFlags("version"), args, 0); err != nil {
		return err
	}
	module, commit := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		module = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = ", commit " + s.Value
			}
		}
	}
	fmt.Fprintf(out, "compact-keeper %s%s, %s %s/%s\n", module, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
