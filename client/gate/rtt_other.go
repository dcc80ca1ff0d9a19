//go:build !linux

package gate

import (
	"net"
	"time"
)

// kernelRTT: such systems have only the current and the mean time; the measured
// connects have to do.
func kernelRTT(net.Conn) (time.Duration, bool) { return 0, false }
