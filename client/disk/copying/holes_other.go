//go:build !linux && !darwin && !freebsd

package copying

import "os"

// data: nobody knows of holes.
func data(_ *os.File, at, size int64) (from, to int64) { return at, size }
