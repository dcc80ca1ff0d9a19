//go:build unix

package file

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceBoot is the time of a clock that all processes of this boot share.
func sinceBoot() time.Duration {
	var ts unix.Timespec
	// Both clocks are older than every system that Go runs on.
	_ = unix.ClockGettime(bootClock, &ts)
	return time.Duration(ts.Nano())
}
