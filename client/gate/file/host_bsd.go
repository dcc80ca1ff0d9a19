//go:build dragonfly || freebsd || netbsd || openbsd

package file

import (
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// bootClock may stand still while the machine sleeps: gaps are then longer, never shorter.
const bootClock = unix.CLOCK_MONOTONIC

// bootIdentity is the time of the boot. When the wall clock is set it changes, which
// costs a full gap.
func bootIdentity() ([]string, bool) {
	t, err := unix.SysctlTimeval("kern.boottime")
	if err != nil {
		return nil, false
	}
	return []string{runtime.GOOS, strconv.FormatInt(int64(t.Sec), 10)}, true
}
