package gate

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"time"
)

// Wire is the connection to a service.
type Wire interface {
	// Prepare returns a connection that is ready to send on: dialled, with the TLS
	// handshake done. It is called before a slot is taken. A Wire may have a method
	// Close(), which closes its idle connections.
	Prepare(ctx context.Context) (Conn, error)
}

// Conn is used to send one request on one connection.
//
// It may have two more methods. Alive() bool reports whether sending still makes
// sense; Sent() bool whether any byte of the request was written to the system.
// Without Sent a failure counts as sent.
type Conn interface {
	// RoundTrip sends exactly once and follows no redirect. It calls two hooks of
	// net/http/httptrace: WroteRequest, as soon as the request is written, and
	// GotFirstResponseByte.
	RoundTrip(*http.Request) (*http.Response, error)
	// LeastRTT is a lower bound of the round-trip time.
	LeastRTT() time.Duration
	// Close returns the connection to the Wire, which keeps it only if another
	// request can be sent on it.
	Close() error
}

// RoundTripperWire sends through rt, which answers in this process: there is no
// connection, and the request arrives when it is sent.
func RoundTripperWire(rt http.RoundTripper) Wire { return local{rt} }

type local struct{ rt http.RoundTripper }

func (l local) Prepare(ctx context.Context) (Conn, error) { return l, ctx.Err() }

func (l local) RoundTrip(req *http.Request) (*http.Response, error) {
	if t := httptrace.ContextClientTrace(req.Context()); t != nil && t.WroteRequest != nil {
		t.WroteRequest(httptrace.WroteRequestInfo{})
	}
	return l.rt.RoundTrip(req)
}

func (l local) LeastRTT() time.Duration { return 0 }
func (l local) Close() error            { return nil }
