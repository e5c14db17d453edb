//go:build !unix

package app

// ownHome has nothing to refuse where files have no owner of that kind.
func ownHome(string) error { return nil }
