package gate

import (
	"net"
	"time"
)

// kernelRTT: this system tells only the present and the mean time; the
// connects that were measured have to do.
func kernelRTT(net.Conn) (time.Duration, bool) { return 0, false }
