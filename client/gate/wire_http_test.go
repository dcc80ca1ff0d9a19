//go:build unix

package gate

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"aloft/client"
)

func TestOneConnectionServesManyCalls(t *testing.T) {
	for name, secure := range map[string]bool{"http1": false, "http2": true} {
		t.Run(name, func(t *testing.T) {
			proto := ""
			f := serve(t, secure, func(w http.ResponseWriter, r *http.Request) { proto = r.Proto; answer(w, r) })
			var g *Gate
			if secure {
				g = dial(t, f.URL, WithTLS(f.trust()))
			} else {
				g = dial(t, f.URL)
			}
			for range 5 {
				r := must(t, g, Call{Method: "GET", URL: f.URL + "/a?x=1"})
				if r.Status != 200 || string(r.Body) != `{"status":200}` {
					t.Errorf("%d %s", r.Status, r.Body)
				}
			}
			r := must(t, g, Call{Method: "POST", URL: f.URL + "/m", Body: []byte("{}"), Mutation: true, Epoch: AnyEpoch})
			if r.Status != 200 || f.connections() != 1 || f.count("GET /a") != 5 {
				t.Errorf("%d connections for %v", f.connections(), f.seen)
			}
			if want := map[bool]string{false: "HTTP/1.1", true: "HTTP/2.0"}[secure]; proto != want {
				t.Errorf("spoke %s", proto)
			}
		})
	}
}

// A server that closes each connection after its answer, with or without announcing
// it.
func TestServerClosesKeptConnections(t *testing.T) {
	f := serve(t, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/polite" {
			w.Header().Set("Connection", "close")
			answer(w, r)
			return
		}
		c, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
			_ = c.Close()
		}
	})
	g := dial(t, f.URL)
	idle := g.opt.Wire.(*httpWire)
	for _, path := range []string{"/polite", "/rude"} {
		for range 10 {
			must(t, g, Call{Method: "GET", URL: f.URL + path})
			idle.mu.Lock()
			for _, c := range idle.idle { // what is sent before the server's close arrives is lost
				for c.cc.Err() == nil {
					<-c.freed
				}
			}
			idle.mu.Unlock()
		}
		if n := f.count("GET " + path); n != 10 {
			t.Errorf("%s: 10 calls arrived %d times", path, n)
		}
	}
}

// hangUp closes the connection after the request was read, without an answer.
func hangUp(w http.ResponseWriter) {
	c, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_ = c.Close()
	}
}

// net/http's pool sends a request again when a kept connection ends without an
// answer. Here it arrives once.
func TestNothingIsSentTwice(t *testing.T) {
	f := serve(t, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/warm" {
			answer(w, r)
			return
		}
		hangUp(w)
	})
	g := dial(t, f.URL)
	for _, c := range []Call{
		{Method: "GET"},
		{Method: "GET", Header: http.Header{"Idempotency-Key": {"1"}}},
		{Method: "POST", Body: []byte("{}"), Header: http.Header{"Idempotency-Key": {"1"}}},
		{Method: "POST", Body: []byte("{}"), Mutation: true, Epoch: AnyEpoch},
	} {
		must(t, g, Call{Method: "GET", URL: f.URL + "/warm"}) // so that the connection is a kept one
		before := f.count(c.Method + " /gone")
		c.URL = f.URL + "/gone?cookie=geheim"
		_, err := g.Do(t.Context(), c)
		want := client.KindNetwork
		if c.Mutation {
			want = client.KindUnknown
		}
		if !client.Is(err, want) || !strings.Contains(err.Error(), "closed the connection without an answer") {
			t.Errorf("%s: %v", c.Method, err)
		}
		noSecret(t, err)
		if n := f.count(c.Method+" /gone") - before; n != 1 {
			t.Errorf("%s was sent %d times", c.Method, n)
		}
	}
}

// The counterpart of the test above: the pool of net/http does send twice.
func TestPoolSendsTwice(t *testing.T) {
	f := serve(t, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/warm" {
			answer(w, r)
			return
		}
		hangUp(w)
	})
	u, _ := url.Parse(f.URL)
	g, err := Open(Options{Dir: t.TempDir(), Name: u.Host, Gap: 500 * time.Millisecond, Scale: 0.04, Wire: RoundTripperWire(&http.Transport{})})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = g.Close() }()
	must(t, g, Call{Method: "GET", URL: f.URL + "/warm"})
	_, _ = g.Do(t.Context(), Call{Method: "GET", URL: f.URL + "/gone"})
	if n := f.count("GET /gone"); n < 2 {
		t.Errorf("sent %d times: the check sees nothing", n)
	}
}

// Over HTTP/2 a stream that the server resets is not opened again either, and
// the next call works.
func TestResetStreamsAreNotSentTwice(t *testing.T) {
	f := serve(t, true, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			panic(http.ErrAbortHandler)
		}
		answer(w, r)
	})
	g := dial(t, f.URL, WithTLS(f.trust()))
	for i, mutation := range []bool{false, true} {
		must(t, g, Call{Method: "GET", URL: f.URL + "/warm"})
		_, err := g.Do(t.Context(), Call{Method: "GET", URL: f.URL + "/gone", Mutation: mutation, Epoch: AnyEpoch})
		if want := []client.Kind{client.KindNetwork, client.KindUnknown}[i]; !client.Is(err, want) {
			t.Errorf("mutation %t: %v", mutation, err)
		}
		if n := f.count("GET /gone"); n != i+1 {
			t.Errorf("%d calls were sent %d times", i+1, n)
		}
	}
}

func noSecret(t *testing.T, err error) {
	t.Helper()
	if strings.Contains(err.Error(), "geheim") || strings.Contains(err.Error(), "?") {
		t.Errorf("a secret in the message: %v", err)
	}
}

func TestRedirectsAreAnswers(t *testing.T) {
	f := serve(t, false, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/other", http.StatusFound) })
	g := dial(t, f.URL)
	r := must(t, g, Call{Method: "GET", URL: f.URL + "/a"})
	if r.Status != http.StatusFound || f.count("GET /other") != 0 {
		t.Errorf("%d, %v", r.Status, f.seen)
	}
}

func TestBrokenAnswers(t *testing.T) {
	f := serve(t, false, func(w http.ResponseWriter, r *http.Request) {
		raw := func(s string) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_, _ = io.WriteString(c, s)
				_ = c.Close()
			}
		}
		switch r.URL.Path {
		case "/cut":
			raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
		case "/chunk":
			raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab")
		case "/header":
			raw("HTTP/1.1 200 OK\r\nContent-Type: a\r\n")
		case "/mime":
			raw("HTTP/1.1 200 OK\r\nContent-")
		case "/garbage":
			raw("SSH-2.0-OpenSSH_9.6\r\n")
		case "/big":
			_, _ = w.Write(make([]byte, 5000))
		}
	})
	g := dial(t, f.URL)
	host := strings.TrimPrefix(f.URL, "http://")
	for path, want := range map[string]string{
		"/cut": "was cut off", "/chunk": "was cut off", "/header": "without an answer", "/garbage": "is not HTTP", "/mime": "is not HTTP", "/big": "larger than 4.0 KB",
	} {
		for _, mutation := range []bool{false, true} {
			c := Call{Method: "POST", URL: f.URL + path + "?k=geheim", Mutation: mutation, Epoch: AnyEpoch, MaxBody: 4096}
			_, err := g.Do(t.Context(), c)
			kind := client.KindNetwork
			if mutation {
				kind = client.KindUnknown
			}
			if !client.Is(err, kind) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), host) {
				t.Errorf("%s, mutation %t: %v (%s)", path, mutation, err, client.KindOf(err))
			}
			noSecret(t, err)
		}
	}
}

// No connection: nothing was sent, and the error says why.
func TestNoConnection(t *testing.T) {
	plain := serve(t, false, answer)
	secure := serve(t, true, answer)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	proxy := func(*http.Request) (*url.URL, error) { return url.Parse(closed.URL) }
	for name, c := range map[string]struct {
		base string
		opts []HTTPOption
		want string
	}{
		"refused":   {closed.URL, nil, "refused the connection"},
		"name":      {"http://drive.invalid", nil, "drive.invalid"},
		"authority": {secure.URL, nil, "no trusted connection"},
		"no tls":    {strings.Replace(plain.URL, "http:", "https:", 1), nil, "without TLS"},
		"proxy":     {"http://drive.example", []HTTPOption{WithProxy(proxy)}, "proxy"},
	} {
		t.Run(name, func(t *testing.T) {
			g := dial(t, c.base, c.opts...)
			for _, mutation := range []bool{false, true} {
				_, err := g.Do(t.Context(), Call{Method: "GET", URL: c.base + "/?k=geheim", Mutation: mutation, Epoch: AnyEpoch})
				var e *client.Error
				if !errors.As(err, &e) || e.Kind != client.KindNetwork || e.Changed != client.Unchanged(mutation) || e.Hint == "" {
					t.Fatalf("%#v", err)
				}
				u, _ := url.Parse(c.base)
				if m := err.Error(); !strings.Contains(m, c.want) || !strings.Contains(m, u.Host) || strings.Contains(m, ". Nothing was changed.") != mutation {
					t.Errorf("%s", m)
				}
				noSecret(t, err)
			}
		})
	}
	if n := len(plain.seen) + len(secure.seen); n != 0 {
		t.Errorf("%d requests arrived", n)
	}
}

// A service that accepts connections and closes them at once.
func TestHangsUpAtOnce(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var taken atomic.Int64
	var wg sync.WaitGroup
	defer wg.Wait()
	defer func() { _ = l.Close() }()
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			taken.Add(1)
			_ = c.Close()
		}
	})
	base := "http://" + l.Addr().String()
	g := dial(t, base)
	for range 3 {
		_, err := g.Do(t.Context(), Call{Method: "GET", URL: base})
		if !client.Is(err, client.KindNetwork) || !strings.Contains(err.Error(), l.Addr().String()) {
			t.Error(err)
		}
	}
	if n := taken.Load(); n > 12 {
		t.Errorf("dialled %d times", n)
	}
}

// A request is never sent to another host with this one's cookie.
func TestWrongHost(t *testing.T) {
	f := serve(t, false, answer)
	g := dial(t, f.URL)
	_, err := g.Do(t.Context(), Call{Method: "GET", URL: "http://other.example/"})
	if !client.Is(err, client.KindInvalid) || len(f.seen) != 0 {
		t.Error(err)
	}
	if _, err := g.Do(t.Context(), Call{Method: "GET", URL: "http://a b/?k=geheim"}); !client.Is(err, client.KindInvalid) {
		t.Error(err)
	} else {
		noSecret(t, err)
	}
}

func TestThroughAProxy(t *testing.T) {
	f := serve(t, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Host != "drive.example" {
			http.Error(w, "not a proxy request", http.StatusBadRequest)
			return
		}
		answer(w, r)
	})
	g := dial(t, "http://drive.example", WithProxy(func(*http.Request) (*url.URL, error) { return url.Parse(f.URL) }))
	if r := must(t, g, Call{Method: "GET", URL: "http://drive.example/a"}); r.Status != 200 {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

// TLS goes through a tunnel of the proxy.
func TestThroughATunnel(t *testing.T) {
	f := serve(t, true, answer)
	ended := make(chan struct{}, 2)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := net.Dial("tcp", r.Host)
		if r.Method != http.MethodConnect || err != nil {
			http.Error(w, "no tunnel", http.StatusBadGateway)
			return
		}
		in, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(in, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(out, in); _ = out.Close(); ended <- struct{}{} }()
		go func() { _, _ = io.Copy(in, out); _ = in.Close(); ended <- struct{}{} }()
	}))
	defer proxy.Close()
	g := dial(t, f.URL, WithTLS(f.trust()), WithProxy(func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }))
	for range 3 {
		must(t, g, Call{Method: "GET", URL: f.URL + "/a"})
	}
	if f.connections() != 1 || f.count("GET /a") != 3 {
		t.Errorf("%d connections, %v", f.connections(), f.seen)
	}
	_ = g.Close()
	<-ended
	<-ended
}

// A service that takes requests and does not answer.
func TestSilentService(t *testing.T) {
	stop := make(chan struct{})
	f := serve(t, false, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-stop:
		}
	})
	defer close(stop)
	u, _ := url.Parse(f.URL)
	g, err := Open(Options{Dir: t.TempDir(), Name: u.Host, Gap: 500 * time.Millisecond, Scale: 0.04, Timeout: 200 * time.Millisecond, Wire: HTTPWire(u)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = g.Close() }()
	_, err = g.Do(t.Context(), Call{Method: "GET", URL: f.URL})
	if !client.Is(err, client.KindNetwork) || !strings.Contains(err.Error(), "did not answer in full within 200ms") {
		t.Error(err)
	}
	_, err = g.Do(t.Context(), Call{Method: "POST", URL: f.URL, Mutation: true, Epoch: AnyEpoch})
	if !client.Is(err, client.KindUnknown) {
		t.Error(err)
	}
}

// WithTLS sets the TLS configuration.
func WithTLS(c *tls.Config) HTTPOption {
	return func(t *http.Transport) { t.TLSClientConfig = c }
}

// WithProxy sets the function that chooses the proxy; the default is the
// environment's.
func WithProxy(f func(*http.Request) (*url.URL, error)) HTTPOption {
	return func(t *http.Transport) { t.Proxy = f }
}
