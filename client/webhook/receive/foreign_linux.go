package receive

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"iter"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

// sockets returns the listening sockets: proc_net_tcp.rst of the kernel. An
// unreadable table has none.
func sockets() iter.Seq[socket] {
	return func(yield func(socket) bool) {
		for _, name := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
			table, _ := os.ReadFile(name)
			for s := range listening(bytes.NewReader(table)) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// listening reads the sockets in the state LISTEN (0A) of a table. Its columns:
// number, local address, remote address, state, queues, timer, retransmissions,
// uid.
func listening(r io.Reader) iter.Seq[socket] {
	return func(yield func(socket) bool) {
		for lines := bufio.NewScanner(r); lines.Scan(); {
			f := strings.Fields(lines.Text())
			if len(f) < 8 || f[3] != "0A" {
				continue
			}
			at, ok := kernelAddress(f[1])
			uid, err := strconv.ParseUint(f[7], 10, 32)
			if ok && err == nil && !yield(socket{at, int(uid)}) {
				return
			}
		}
	}
}

// kernelAddress parses an address as the kernel prints it: words of four bytes in
// the machine's byte order, and the port.
func kernelAddress(s string) (netip.AddrPort, bool) {
	address, port, _ := strings.Cut(s, ":")
	b, err := hex.DecodeString(address)
	p, bad := strconv.ParseUint(port, 16, 16)
	if err != nil || bad != nil || len(b)%4 != 0 {
		return netip.AddrPort{}, false
	}
	for i := 0; i < len(b); i += 4 {
		binary.NativeEndian.PutUint32(b[i:], binary.BigEndian.Uint32(b[i:]))
	}
	a, ok := netip.AddrFromSlice(b)
	return netip.AddrPortFrom(a, uint16(p)), ok
}
