package file

import "golang.org/x/sys/unix"

// bootClock: on macOS CLOCK_MONOTONIC keeps running while the machine sleeps.
const bootClock = unix.CLOCK_MONOTONIC

func bootIdentity() ([]string, bool) {
	id, err := unix.Sysctl("kern.bootsessionuuid")
	return []string{"darwin", id}, err == nil && id != ""
}
