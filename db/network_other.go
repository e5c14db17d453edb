//go:build !linux

package db

// networked is not known here: the owner is told by doctor where it can be found out.
func networked(string) bool { return false }
