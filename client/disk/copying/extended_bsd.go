//go:build darwin || freebsd || netbsd

package copying

// accessLists are attributes that are a part of the mode: here none is.
var accessLists = []string{}

// copied: what these systems list belongs to the file.
func copied(string) (access, ours bool) { return false, true }
