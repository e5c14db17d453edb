//go:build !unix || darwin

package notice

import (
	"context"
	"errors"
)

// desktop shows no notices.
type desktop struct{ open func(page string) }

func (*desktop) show(context.Context, Notice, uint32) (uint32, error) {
	return 0, errors.New("there are no desktop notices in this build, only on Linux and BSD")
}

func (*desktop) close() {}
