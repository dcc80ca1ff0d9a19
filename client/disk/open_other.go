//go:build !unix

package disk

// openFlags: there are none here.
const openFlags = 0
