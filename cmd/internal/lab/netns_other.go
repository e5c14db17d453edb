//go:build !linux

package lab

import "testing"

// namespace is the machine's own network; a proxy that does not exist keeps the client on loopback.
type namespace struct{ env []string }

func enterNamespace(t testing.TB) *namespace { return &namespace{env: noProxy} }

func (n *namespace) do(f func()) { f() }
