//go:build unix

package gate

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client/gate/file"
)

// jitterProxy forwards TCP, each chunk delayed by at most most, in order.
func jitterProxy(t *testing.T, to string, most time.Duration) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	t.Cleanup(func() { _ = l.Close(); wg.Wait() })
	pass := func(dst, src net.Conn) {
		defer func() { _ = dst.Close() }()
		buf := make([]byte, 32<<10)
		for {
			n, err := src.Read(buf)
			if n > 0 {
				file.Pause(context.Background(), time.Duration(rand.Int64N(int64(most))))
				if _, err := dst.Write(buf[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	wg.Go(func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				_ = in.Close()
				continue
			}
			wg.Go(func() { pass(out, in) })
			wg.Go(func() { pass(in, out) })
		}
	})
	return l.Addr().String()
}

// Real sockets over a path whose delay varies by 40 ms at a gap of 100 ms.
func TestRealJitter(t *testing.T) {
	f := serve(t, false, answer)
	addr := jitterProxy(t, strings.TrimPrefix(f.URL, "http://"), 40*time.Millisecond)
	g := dial(t, "http://"+addr)
	g.times = timesOf(Options{Gap: 100 * time.Millisecond, MinGap: 100 * time.Millisecond})
	for range 25 {
		r := must(t, g, Call{Method: "GET", URL: "http://" + addr + "/"})
		if _, err := io.Discard.Write(r.Body); err != nil {
			t.Fatal(err)
		}
	}
	if gaps := f.arrivalGaps(); gaps[0] < 100*time.Millisecond {
		t.Errorf("least gap at the server %v", gaps[0])
	}
}
