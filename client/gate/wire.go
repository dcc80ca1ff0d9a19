package gate

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Wire is where requests go.
type Wire interface {
	// Prepare gives a connection that is ready to send on: dialled, through the
	// TLS handshake. It runs before a slot is taken.
	Prepare(ctx context.Context) (Conn, error)
}

// Conn is the right to send on one connection.
type Conn interface {
	// RoundTrip sends exactly once and follows no redirect. It calls the hooks
	// of net/http/httptrace: WroteRequest and GotFirstResponseByte.
	RoundTrip(*http.Request) (*http.Response, error)
	// LeastRTT is a lower bound of the time to the other end and back.
	LeastRTT() time.Duration
	// Close gives the connection back; it is kept only if a next request can be
	// sent on it.
	Close() error
}

// HTTPWire sends to the scheme and host of base.
func HTTPWire(base *url.URL, opts ...HTTPOption) Wire { return nil }

// HTTPOption changes an HTTPWire.
type HTTPOption func(*httpWire)

type httpWire struct{}

// RoundTripperWire sends through rt, which answers in this process.
func RoundTripperWire(rt http.RoundTripper) Wire { return nil }
