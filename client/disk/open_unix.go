//go:build unix

package disk

import "syscall"

const (
	// openFlags: a link is not followed, and a pipe does not block.
	openFlags = syscall.O_NOFOLLOW | peekFlags
	// peekFlags: a link is followed.
	peekFlags = syscall.O_NONBLOCK
)
