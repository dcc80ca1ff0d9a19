package gate

import (
	"net"
	"time"
)

// kernelRTT: this system has only the current and the mean time; the measured
// connects have to do.
func kernelRTT(net.Conn) (time.Duration, bool) { return 0, false }
