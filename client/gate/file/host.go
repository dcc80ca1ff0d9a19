package file

import (
	"aloft/client/gate/state"
	"aloft/client/holder"
)

// Host is this machine as the gate needs it. Tests have one in memory, because
// testing/synctest fakes neither a file lock nor the boot clock.
type Host interface {
	state.Clock // Rand is for back-offs and first epochs
	// Identity names the clock: stamps of equal identities can be compared.
	Identity() state.Identity
	// Pid tells this process from the others.
	Pid() uint32
	// Open opens or creates a lock file, and its folder.
	Open(path string) (File, error)
}

// File is an open lock file with a few bytes of content.
type File interface {
	// TryLock takes the exclusive lock if it is free.
	TryLock() (bool, error)
	Unlock() error
	// Current: the path still names this file.
	Current() bool
	// Aside renames the file, so that the next Open makes a new one, unless the
	// path names another file already.
	Aside() error
	// Stuck reports whether a file that was put aside is still locked, by a process
	// that was stopped in the middle of sending, and its holder, if known. Files
	// that nobody locks any more are removed.
	Stuck() (holder.Holder, bool)
	// ReadAt and WriteAt are as in package io.
	ReadAt(p []byte, off int64) (int, error)
	WriteAt(p []byte, off int64) (int, error)
	Close() error
}
