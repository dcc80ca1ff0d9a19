package receive

import "net/netip"

// Foreign reports whether another user listens where Listen would have to, and that user's id. It returns false if
// the system does not tell; only Linux does.
func Foreign(address string, port, me int) (uid int, foreign bool) {
	var need []netip.Addr
	switch address {
	case "", "localhost", "127.0.0.1":
		need = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}
	default:
		a, err := netip.ParseAddr(unbracket(address))
		if err != nil {
			return 0, false
		}
		need = []netip.Addr{a.WithZone("")}
	}
	for s := range sockets() {
		if int(s.at.Port()) != port || s.uid == me {
			continue
		}
		for _, a := range need {
			if overlap(s.at.Addr(), a) {
				return s.uid, true
			}
		}
	}
	return 0, false
}

// socket is a listening socket.
type socket struct {
	at  netip.AddrPort
	uid int
}

// overlap reports whether a port can be listened on at only one of the addresses.
// The unspecified address of IPv6 may mean both families.
func overlap(a, b netip.Addr) bool {
	a, b = a.Unmap(), b.Unmap()
	for _, x := range [][2]netip.Addr{{a, b}, {b, a}} {
		if x[0] == netip.IPv6Unspecified() || x[0] == netip.IPv4Unspecified() && x[1].Is4() {
			return true
		}
	}
	return a == b
}
