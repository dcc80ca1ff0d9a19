package gate

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"aloft/client"
)

const (
	dialLimit    = 10 * time.Second
	prepareLimit = 25 * time.Second // DNS, connect, proxy and TLS together
	// idleLimit is less than the time for which servers usually keep a connection:
	// a request that crosses the server's close has no clear outcome.
	idleLimit = 45 * time.Second
	idleMost  = 2
	// settleLimit: net/http releases a connection a moment after the last byte.
	settleLimit = 20 * time.Millisecond
)

// HTTPOption changes an HTTPWire.
type HTTPOption func(*http.Transport)

// HTTPWire sends to the scheme and host of base over HTTP/1.1 or 2, through the
// proxy of the environment. It uses single connections instead of a pool of
// net/http, because the pool sends a request again when a kept connection ends.
func HTTPWire(base *url.URL, opts ...HTTPOption) Wire {
	w := &httpWire{scheme: base.Scheme, host: base.Host}
	port := base.Port()
	if port == "" {
		port = base.Scheme // "http" and "https" are valid names of ports
		if p, err := net.LookupPort("tcp", base.Scheme); err == nil {
			port = strconv.Itoa(p)
		}
	}
	w.addr = net.JoinHostPort(base.Hostname(), port)
	w.least.Store(int64(time.Hour))
	w.tr = &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            w.dialTCP,
		TLSHandshakeTimeout:    dialLimit,
		MaxResponseHeaderBytes: 1 << 20,
		Protocols:              new(http.Protocols),
	}
	w.tr.Protocols.SetHTTP1(true)
	w.tr.Protocols.SetHTTP2(true)
	for _, o := range opts {
		o(w.tr)
	}
	return w
}

type httpWire struct {
	tr           *http.Transport
	scheme, host string
	addr         string
	least        atomic.Int64 // the least time of a connect

	mu   sync.Mutex
	idle []*httpConn // the last used one is last
}

// rawKey is the context key for the raw connection of a dial.
type rawKey struct{}

// dialTCP measures the connect and counts the bytes written.
func (w *httpWire) dialTCP(ctx context.Context, network, addr string) (net.Conn, error) {
	var began atomic.Int64
	origin := time.Now()
	d := net.Dialer{
		Timeout: dialLimit,
		// Called for each address that is tried; the time of the last one is the
		// least, whichever connects.
		Control: func(string, string, syscall.RawConn) error {
			began.Store(int64(time.Since(origin)))
			return nil
		},
	}
	c, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	w.shorter(time.Since(origin) - time.Duration(began.Load()))
	raw := &rawConn{Conn: c}
	if slot, ok := ctx.Value(rawKey{}).(**rawConn); ok {
		*slot = raw
	}
	return raw, nil
}

func (w *httpWire) shorter(d time.Duration) {
	for {
		was := w.least.Load()
		if int64(d) >= was || w.least.CompareAndSwap(was, int64(d)) {
			return
		}
	}
}

// rawConn counts the bytes written to the system.
type rawConn struct {
	net.Conn
	written atomic.Int64
}

func (c *rawConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.written.Add(int64(n))
	return n, err
}

// Prepare implements Wire.
func (w *httpWire) Prepare(ctx context.Context) (Conn, error) {
	for {
		w.mu.Lock()
		n := len(w.idle)
		if n == 0 {
			w.mu.Unlock()
			return w.connect(ctx)
		}
		c := w.idle[n-1]
		w.idle = w.idle[:n-1]
		w.mu.Unlock()
		if c.settle(ctx) && c.Alive() {
			c.used, c.whole = false, false
			return c, nil
		}
		_ = c.cc.Close()
	}
}

func (w *httpWire) connect(ctx context.Context) (Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, prepareLimit)
	defer cancel()
	var raw *rawConn
	ctx = context.WithValue(ctx, rawKey{}, &raw)
	cc, err := w.tr.NewClientConn(ctx, w.scheme, w.addr)
	if err != nil {
		return nil, err
	}
	c := &httpConn{wire: w, cc: cc, raw: raw, freed: make(chan struct{}, 1), since: time.Now()}
	cc.SetStateHook(func(*http.ClientConn) { client.Nudge(c.freed) })
	return c, nil
}

// Close closes the idle connections.
func (w *httpWire) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.idle {
		_ = c.cc.Close()
	}
	w.idle = nil
}

// httpConn is one connection, for one exchange at a time.
type httpConn struct {
	wire   *httpWire
	cc     *http.ClientConn
	raw    *rawConn
	freed  chan struct{} // signalled when net/http has changed the state of cc
	since  time.Time     // when it was last used
	before int64         // bytes written before this exchange
	used   bool
	whole  bool // the answer was read to its end
}

// settle waits until net/http has finished the previous exchange.
func (c *httpConn) settle(ctx context.Context) bool {
	if c.cc.Available() > 0 || c.cc.Err() != nil {
		return true
	}
	late := time.After(settleLimit)
	for c.cc.Available() == 0 && c.cc.Err() == nil {
		select {
		case <-c.freed:
		case <-late:
			return false
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// Alive: the server has not closed it, and will hardly do so just now.
func (c *httpConn) Alive() bool {
	return c.cc.Err() == nil && c.cc.Available() > 0 && time.Since(c.since) < idleLimit
}

// Sent: a byte of the request may have been sent.
func (c *httpConn) Sent() bool { return c.used && c.raw.written.Load() > c.before }

func (c *httpConn) RoundTrip(req *http.Request) (*http.Response, error) {
	c.before = c.raw.written.Load()
	if req.URL.Scheme != c.wire.scheme || req.URL.Host != c.wire.host {
		// The request would go to the connection's host, with the secrets of
		// another one.
		return nil, &client.Error{Kind: client.KindInvalid, What: "the request is for %s, but this account belongs to %s; nothing was sent",
			Args: []any{req.URL.Host, c.wire.host}}
	}
	c.used = true
	resp, err := c.cc.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = &wholeBody{ReadCloser: resp.Body, whole: &c.whole}
	return resp, nil
}

func (c *httpConn) LeastRTT() time.Duration {
	if d, ok := kernelRTT(c.raw.Conn); ok {
		c.wire.shorter(d)
	}
	return time.Duration(c.wire.least.Load())
}

func (c *httpConn) Close() error {
	c.since = time.Now()
	w := c.wire
	if c.used && !c.whole || c.cc.Err() != nil {
		return c.cc.Close()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.idle) >= idleMost {
		return c.cc.Close()
	}
	w.idle = append(w.idle, c)
	return nil
}

// wholeBody notes that the body was read to its end.
type wholeBody struct {
	io.ReadCloser
	whole *bool
}

func (b *wholeBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		*b.whole = true
	}
	return n, err
}
