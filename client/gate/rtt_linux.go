package gate

import (
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// kernelRTT is the least round-trip time that the kernel has seen on the
// connection. It is more precise than a connect that this process measures while it
// is busy.
func kernelRTT(c net.Conn) (time.Duration, bool) {
	t, ok := c.(*net.TCPConn)
	if !ok {
		return 0, false
	}
	sys, err := t.SyscallConn()
	if err != nil {
		return 0, false
	}
	var info *unix.TCPInfo
	if e := sys.Control(func(fd uintptr) {
		info, err = unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
	}); e != nil || err != nil || info.Min_rtt == 0 || info.Min_rtt == ^uint32(0) {
		return 0, false
	}
	return time.Duration(info.Min_rtt) * time.Microsecond, true
}
