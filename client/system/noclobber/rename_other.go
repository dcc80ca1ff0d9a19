//go:build unix && !linux && !darwin

package noclobber

// Rename renames if the new name is free.
func Rename(from, to string) error { return reserved(from, to) }
