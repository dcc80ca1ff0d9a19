//go:build !linux && !darwin

package term

// Flush has nothing to do where the system has no input queue to flush.
func Flush(uintptr) {}
