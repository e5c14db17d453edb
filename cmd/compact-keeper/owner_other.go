//go:build !unix

package main

// ownHome has nothing to refuse where files have no owner of that kind.
func ownHome(string) error { return nil }
