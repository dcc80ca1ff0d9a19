//go:build !linux

package receive

import "iter"

// Here the owner of a socket is visible only to that user.
func sockets() iter.Seq[socket] { return func(func(socket) bool) {} }
