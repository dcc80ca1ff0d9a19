//go:build !unix

package disk

// openFlags and peekFlags: there are none here.
const openFlags, peekFlags = 0, 0
