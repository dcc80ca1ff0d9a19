//go:build !linux

package system

import "os"

// Flush makes the content of a file durable.
func Flush(f *os.File) error { return f.Sync() }
