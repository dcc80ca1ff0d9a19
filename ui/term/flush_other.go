//go:build !linux && !darwin

package term

// flush does nothing: the system has no input queue to flush.
func flush(uintptr) {}
