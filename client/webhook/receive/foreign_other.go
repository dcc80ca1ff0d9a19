//go:build !linux

package receive

import "iter"

// Whose a socket is would need the rights of its owner here.
func sockets() iter.Seq[socket] { return func(func(socket) bool) {} }
