//go:build unix

package gate

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"
)

// far is a real server on the loopback that notes the requests.
type far struct {
	*httptest.Server
	mu    sync.Mutex
	seen  []string
	at    []time.Time
	sent  []time.Time // when the sender of each request began to send
	conns int
}

func serve(t *testing.T, secure bool, h http.HandlerFunc) *far {
	t.Helper()
	f := &far{}
	f.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.seen = append(f.seen, r.Method+" "+r.URL.Path)
		f.at = append(f.at, time.Now())
		f.mu.Unlock()
		h(w, r)
	}))
	f.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			f.mu.Lock()
			f.conns++
			f.mu.Unlock()
		}
	}
	f.Config.ErrorLog = quiet()
	if secure {
		f.EnableHTTP2 = true
		f.StartTLS()
	} else {
		f.Start()
	}
	t.Cleanup(f.Close)
	return f
}

func (f *far) count(what string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.seen {
		if s == what {
			n++
		}
	}
	return n
}

func (f *far) connections() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.conns
}

// trust is a client configuration that trusts the server.
func (f *far) trust() *tls.Config {
	return f.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
}

// dial opens a gate of 20 ms on the real host.
func dial(t *testing.T, base string, opts ...HTTPOption) *Gate {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Open(Options{Dir: t.TempDir(), Name: base, Gap: 500 * time.Millisecond, Scale: 0.04, Wire: HTTPWire(u, opts...)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

// start serves plain answers.
func (f *far) start(t testing.TB) {
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := time.Now()
		ns, _ := strconv.ParseInt(r.Header.Get(sentHeader), 10, 64)
		f.mu.Lock()
		f.at, f.sent = append(f.at, now), append(f.sent, time.Unix(0, ns))
		f.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(f.Close)
}

func answer(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"status":200}`) }
