package system

import (
	"errors"
	"slices"
	"syscall"
)

// Cause is what an error of the system means. Systems do not number these
// alike, and on Windows one meaning has several numbers.
type Cause int

const (
	NoRoom      Cause = iota // the disk, or the person's share of it, is full
	ReadOnly                 // a file system that cannot be written
	OtherDisk                // a rename to another file system
	NotFolder                // a part of the path is a file
	NotEmpty                 // a folder with something in it
	TooLong                  // a name or a path
	BadName                  // a name that the file system does not take
	Busy                     // another program has it
	Loop                     // links in a circle, or a link where none may be
	Refused                  // nobody listens there
	Unreachable              // no way to the host
	Cut                      // the connection was cut off
	Taken                    // another program listens there
	NoAddress                // the machine has no such address
)

// Is reports whether the error means that.
func Is(err error, c Cause) bool {
	return slices.ContainsFunc(codes[c], func(n syscall.Errno) bool { return errors.Is(err, n) })
}
