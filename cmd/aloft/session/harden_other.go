//go:build unix && !linux

package session

import "golang.org/x/sys/unix"

// HardenProcess keeps credentials out of core files.
func HardenProcess() { _ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}) }
