//go:build unix

package receive

import "syscall"

// openFiles is how many files the program may have open.
func openFiles() uint64 {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 2 * maxConns
	}
	return uint64(l.Cur)
}
