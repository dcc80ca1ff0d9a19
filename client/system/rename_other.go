//go:build unix && !linux && !darwin

package system

// RenameNew renames if the new name is free.
func RenameNew(from, to string) error { return reserved(from, to) }
