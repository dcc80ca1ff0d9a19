package gate

import (
	"time"

	"aloft/client/holder"
)

// Host is this machine as the gate needs it. Tests have one in memory, because
// neither a lock of the system nor the boot clock is faked by testing/synctest.
type Host interface {
	// Now is a clock that never steps and that all processes of the host share;
	// it runs on while the machine is suspended.
	Now() time.Duration
	// Identity names the clock: stamps of equal identities can be compared.
	Identity() Identity
	// Pid tells this process from the others.
	Pid() uint32
	// Rand is a random number, for back-offs and first epochs.
	Rand() uint64
	// Open opens or creates a lock file, and its folder.
	Open(path string) (File, error)
	// Look opens one that exists for reading; it can be locked all the same, where
	// the file system allows it.
	Look(path string) (File, error)
}

// Identity is a digest of the boot and of the time namespace.
type Identity [16]byte

// File is an open lock file that holds a few bytes.
type File interface {
	// TryLock takes the exclusive lock if it is free.
	TryLock() (bool, error)
	Unlock() error
	// Current: the path still names this very file.
	Current() bool
	// Aside gives the file another name, so that the next Open makes a new one,
	// unless the path names another one already.
	Aside() error
	// Stuck: a file that was put aside is still locked, by a process that was in
	// the middle of sending when it was stopped. What nobody locks any more is
	// removed. It gives who holds the lock, as far as that is known.
	Stuck() (holder.Holder, bool)
	// ReadAt and WriteAt are as in package io.
	ReadAt(p []byte, off int64) (int, error)
	WriteAt(p []byte, off int64) (int, error)
	Close() error
}
