package lab

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"unsafe"
)

// namespace is an operating system thread in a network namespace of its own. A socket belongs to the namespace of the
// thread that makes it, and a process to that of the thread that starts it.
type namespace struct {
	work chan func()
	env  []string // for the client where there is no namespace
}

// enterNamespace makes a namespace that ends with the test. Where that is refused, the client is told of a proxy that
// does not exist, so that it reaches nothing but loopback all the same.
func enterNamespace(t testing.TB) *namespace {
	n := &namespace{work: make(chan func())}
	ready := make(chan error)
	go func() {
		// never unlocked: the thread dies with this goroutine, and the namespace with its last process
		runtime.LockOSThread()
		ready <- loopbackOnly()
		for f := range n.work {
			f()
		}
	}()
	if err := <-ready; err != nil {
		t.Logf("without a network namespace: %v", err)
		n.env = noProxy
	}
	t.Cleanup(func() { close(n.work) })
	return n
}

// do runs f on the namespace's thread.
func (n *namespace) do(f func()) {
	done := make(chan struct{})
	n.work <- func() { defer close(done); f() }
	<-done
}

// loopbackOnly moves the calling thread into a new namespace and brings its loopback up, as "ip link set lo up" does.
func loopbackOnly() error {
	if err := syscall.Unshare(syscall.CLONE_NEWNET); err != nil {
		return fmt.Errorf("leave the network: %w", err)
	}
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("bring loopback up: %w", err)
	}
	defer syscall.Close(fd)
	ifreq := struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}{flags: syscall.IFF_UP | syscall.IFF_RUNNING}
	copy(ifreq.name[:], "lo")
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&ifreq))); errno != 0 {
		return fmt.Errorf("bring loopback up: %w", errno)
	}
	return nil
}
