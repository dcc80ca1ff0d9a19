package session

import "golang.org/x/sys/unix"

// HardenProcess keeps credentials out of core files and away from the user's other processes: the
// core limit is 0, and the process is not dumpable. A refusal of the kernel is ignored.
func HardenProcess() {
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}
