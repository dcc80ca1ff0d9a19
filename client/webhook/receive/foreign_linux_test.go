package receive

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
)

// The tables as kernels print them, and invalid ones.
func TestListening(t *testing.T) {
	const head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
	const head6 = "  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
	rest := " 00000000:00000000 00:00000000 00000000 %5d        0 123 1 0000000000000000 100 0 0 10 0\n"
	line := func(local, state string, uid int) string {
		remote := strings.Repeat("0", strings.IndexByte(local, ':')) + ":0000"
		return "   0: " + local + " " + remote + " " + state + fmt.Sprintf(rest, uid)
	}
	for name, c := range map[string]struct {
		table string
		want  []socket
	}{
		"both states": {
			head + line("0100007F:2397", "0A", 1001) + line("0100007F:2397", "01", 1002) + line("00000000:0016", "0A", 0),
			[]socket{{netip.MustParseAddrPort("127.0.0.1:9111"), 1001}, {netip.MustParseAddrPort("0.0.0.0:22"), 0}},
		},
		"IPv6": {
			head6 + line("00000000000000000000000001000000:2397", "0A", 1001) + line("00000000000000000000000000000000:FFFF", "0A", 4294967294) +
				line("0000000000000000FFFF00000100007F:0001", "0A", 7),
			[]socket{
				{netip.MustParseAddrPort("[::1]:9111"), 1001}, {netip.MustParseAddrPort("[::]:65535"), 4294967294},
				{netip.MustParseAddrPort("[::ffff:127.0.0.1]:1"), 7},
			},
		},
		"nothing":       {"", nil},
		"the head only": {head, nil},
		"none of it": {
			"\x00\n 0: 0100007F:2397 0:0 0A\n" + line("0100007:2397", "0A", 1) + line("0100007F01:2397", "0A", 1) + line("0100007F:12397", "0A", 1) +
				line(":2397", "0A", 1) + strings.Replace(line("0100007F:2397", "0A", 1), "     1 ", "     x ", 1), nil,
		},
		"cut": {head + line("0100007F:2397", "0A", 1001)[:60], nil},
	} {
		if got := slices.Collect(listening(strings.NewReader(c.table))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"127.0.0.1", "127.0.0.1", true},
		{"::ffff:127.0.0.1", "127.0.0.1", true},
		{"0.0.0.0", "127.0.0.1", true},
		{"::", "127.0.0.1", true},
		{"::", "::1", true},
		{"0.0.0.0", "::1", false},
		{"192.0.2.1", "127.0.0.1", false},
		{"127.0.0.2", "127.0.0.1", false},
		{"192.0.2.1", "0.0.0.0", true},
		{"192.0.2.1", "::", true},
		{"::1", "127.0.0.1", false},
	} {
		a, b := netip.MustParseAddr(c.a), netip.MustParseAddr(c.b)
		if overlap(a, b) != c.want || overlap(b, a) != c.want {
			t.Errorf("%s and %s: not %v", a, b, c.want)
		}
	}
}

// What this process listens on is its own, and foreign to any other user, on either
// family.
func TestForeign(t *testing.T) {
	me := os.Geteuid()
	for _, address := range []string{"127.0.0.1", "::1"} {
		l, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
		if err != nil {
			t.Logf("the machine has no %s", address)
			continue
		}
		defer l.Close()
		port := l.Addr().(*net.TCPAddr).Port
		for at, want := range map[string]bool{
			"": true, "localhost": true, address: true, "[" + address + "]": true, "::": true, "192.0.2.1": false, "no address": false,
		} {
			if uid, foreign := Foreign(at, port, me+1); foreign != want || foreign && uid != me {
				t.Errorf("%s at %q: %d, %v", address, at, uid, foreign)
			}
			if uid, foreign := Foreign(at, port, me); foreign {
				t.Errorf("%s at %q is said to be of user %d", address, at, uid)
			}
		}
	}
}
