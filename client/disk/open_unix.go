//go:build unix

package disk

import "syscall"

// openFlags: a link is not followed, and a pipe does not block.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
