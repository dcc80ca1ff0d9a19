package receive

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// DefaultPort is the port when the configured one is zero or negative
// ("Webhook receiver" in the drive specification).
const DefaultPort = 9111

// ErrTaken says that another process listens on the port.
var ErrTaken = errors.New("the port is taken")

// Listener holds the receiver's sockets and, while it serves, their connections.
type Listener struct {
	ls []net.Listener // a TCP one first
	h  atomic.Pointer[http.Handler]

	mu     sync.Mutex
	server *server // nil before Serve
	closed bool
}

// Listen opens the sockets. The address "", "127.0.0.1" or "localhost" means both loopback families, except one that
// the machine lacks; any other address means only itself. The port is 1 to 65535, 0 for DefaultPort, or
// client.AnyPort for a free one. Errors wrap ErrTaken if another process has the port.
func Listen(ctx context.Context, address string, port int) (*Listener, error) {
	switch {
	case port == client.AnyPort:
		port = 0
	case port == 0:
		port = DefaultPort
	case port < 0 || port > 65535:
		return nil, fail(client.KindInvalid, text.HookPortHint, "%d is not a port", port)
	}
	switch address {
	case "", "localhost", "127.0.0.1":
		return both(ctx, port)
	}
	a, err := netip.ParseAddr(unbracket(address))
	if err != nil {
		return nil, fail(client.KindInvalid, text.HookAddressHint, "%s is not an address", strconv.Quote(address))
	}
	l, err := open(ctx, a, port)
	if err != nil {
		return nil, refused(err, a.String(), port)
	}
	return &Listener{ls: []net.Listener{l}}, nil
}

// freeTries limits the attempts: a port free on one family may be taken on the other.
const freeTries = 20

func both(ctx context.Context, port int) (*Listener, error) {
	for try := 0; ; try++ {
		l, err := pair(ctx, port)
		if port == 0 && errors.Is(err, ErrTaken) && try < freeTries {
			continue
		}
		if port == 0 && errors.Is(err, ErrTaken) {
			return nil, fail(client.KindLocal, "", "no port is free on all loopback addresses at once")
		}
		return l, err
	}
}

// pair listens on both families. It fails if one is taken, since messages to "localhost" would go to the other
// program.
func pair(ctx context.Context, port int) (*Listener, error) {
	l := &Listener{}
	var lacks error
	for _, a := range []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()} {
		one, err := open(ctx, a, port)
		if err != nil && lacking(err) {
			lacks = err
			continue
		}
		if err != nil {
			l.drop()
			return nil, refused(err, a.String(), port)
		}
		l.ls = append(l.ls, one)
		port = l.Port()
	}
	if len(l.ls) == 0 {
		return nil, fail(client.KindLocal, "", "this machine has no loopback address: %s", cause(lacks))
	}
	return l, nil
}

func open(ctx context.Context, a netip.Addr, port int) (net.Listener, error) {
	network := "tcp4"
	switch {
	case a == netip.IPv6Unspecified():
		network = "tcp" // both families, as other programs interpret ::
	case a.Is6():
		network = "tcp6"
	}
	var c net.ListenConfig
	return c.Listen(ctx, network, net.JoinHostPort(a.String(), strconv.Itoa(port)))
}

// lacking reports whether the machine has no such address.
func lacking(err error) bool {
	var a *net.AddrError
	return errors.As(err, &a) || system.Is(err, system.NoAddress)
}

func refused(err error, address string, port int) error {
	var e *client.Error
	switch {
	case system.Is(err, system.Taken):
		e = fail(client.KindConflict, "end that program, or set another webhook.port in config.toml", "port %d on %s is in use by another program", port, address)
		err = fmt.Errorf("%w: %w", ErrTaken, err)
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		e = fail(client.KindLocal, text.HookPortHint, "port %d needs more privileges than this program has", port)
	case lacking(err):
		e = fail(client.KindInvalid, text.HookAddressHint, "%s is not an address of this machine", address)
	default:
		e = fail(client.KindLocal, "", text.HookListen, net.JoinHostPort(address, strconv.Itoa(port)), cause(err))
	}
	e.Err = err
	return e
}

// Serve answers requests until Close; it blocks. The error is nil after Close, or else says why listening ended.
func (l *Listener) Serve(h http.Handler) error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	l.Use(h)
	s := newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*l.h.Load()).ServeHTTP(w, r) }))
	l.server = s
	l.mu.Unlock()
	ends := make(chan error, len(l.ls))
	for _, one := range l.ls {
		go func() { ends <- s.http.Serve(one) }()
	}
	var first error
	for range l.ls {
		err := <-ends
		if first == nil && !errors.Is(err, http.ErrServerClosed) {
			first = fail(client.KindLocal, "", text.HookListen, l.Addr(), cause(err))
			l.drop() // both sockets or none
		}
	}
	l.mu.Lock()
	closed := l.closed
	l.mu.Unlock()
	if closed || first == nil {
		return nil
	}
	// Open connections would still be served.
	ctx, cancel := context.WithTimeout(context.Background(), brokenTime)
	defer cancel()
	_ = s.close(ctx) // what does not end is cut off
	return first
}

// Use makes h answer the requests that come from now on.
func (l *Listener) Use(h http.Handler) { l.h.Store(&h) }

// brokenTime is how long running requests may take after a socket has failed.
const brokenTime = time.Second

// Addr is the first address and its port, such as 127.0.0.1:9111.
func (l *Listener) Addr() string { return l.ls[0].Addr().String() }

// Port is the port of the sockets.
func (l *Listener) Port() int {
	if a, ok := l.ls[0].Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

// Close stops listening and waits for running requests. When ctx ends, it cuts them off.
func (l *Listener) Close(ctx context.Context) error {
	l.mu.Lock()
	s := l.server
	l.closed = true
	l.mu.Unlock()
	if s == nil {
		l.drop()
		return nil
	}
	return s.close(ctx)
}

func (l *Listener) drop() {
	for _, one := range l.ls {
		// A socket without connections has nothing to lose.
		_ = one.Close()
	}
}

func fail(k client.Kind, hint, t text.Text, args ...any) *client.Error {
	return client.Errorf(k, "listen", model.Place{}, t, args...).Hinted(hint)
}

// cause extracts the system's error message, without the addresses around it.
func cause(err error) string {
	if n, ok := errors.AsType[syscall.Errno](err); ok {
		return n.Error()
	}
	return strings.TrimSpace(err.Error())
}

// "Time-outs" of "Where the specification is silent".
const (
	headerTime = 5 * time.Second
	wholeTime  = 30 * time.Second
	storeTime  = 20 * time.Second // for Accept
	idleTime   = 60 * time.Second
	headerMost = 64 << 10
	maxConns   = 2048
	// Reading, waiting for a place and storing come before the answer is written.
	answerTime = wholeTime + storeTime + lingerTime
)

// maxOf reserves half of the program's open files for other work: without files it could neither store a delivery nor
// list a folder.
func maxOf(files uint64) int { return int(min(maxConns, max(files/2, 16))) }

// After the answer, an unwanted body is read for a while: closing a connection with unread bytes can lose the answer
// of a sender that is still sending.
const (
	lingerMost  = 64 << 20
	lingerTime  = 10 * time.Second
	lingerPause = 2 * time.Second // without a byte
	lingerKeep  = 256 << 10       // a larger rest closes the connection
)
