//go:build !linux && !darwin

package disk

// renameNew renames if the new name is free.
func renameNew(from, to string) error { return renameReserved(from, to) }
