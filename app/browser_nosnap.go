//go:build !linux

package app

// pageDirs are the folders in which files that lead browsers on may lie.
func pageDirs(state string) []string { return []string{state} }

// pageDir is the one that the owner's browser reads.
func pageDir(state string) string { return state }
