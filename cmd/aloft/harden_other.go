//go:build unix && !linux

package main

import "golang.org/x/sys/unix"

// hardenProcess keeps credentials out of core files.
func hardenProcess() { _ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}) }
