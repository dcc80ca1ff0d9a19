//go:build !linux && !darwin

package term

// Flush does nothing: the system has no input queue to flush.
func Flush(uintptr) {}
