package gate

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"time"
)

// Wire is where requests go.
type Wire interface {
	// Prepare gives a connection that is ready to send on: dialled, through the
	// TLS handshake. It runs before a slot is taken. A Wire may have a method
	// Close(), which ends what it keeps.
	Prepare(ctx context.Context) (Conn, error)
}

// Conn is the right to send one request on one connection.
//
// It may have two more methods. Alive() bool says whether it still makes sense
// to send; Sent() bool whether any byte of the request was given to the system,
// without which a failure counts as sent.
type Conn interface {
	// RoundTrip sends exactly once and follows no redirect. It calls two hooks of
	// net/http/httptrace: WroteRequest, as soon as the request is written, and
	// GotFirstResponseByte.
	RoundTrip(*http.Request) (*http.Response, error)
	// LeastRTT is a lower bound of the time to the other end and back.
	LeastRTT() time.Duration
	// Close gives the connection back; it is kept only if a next request can be
	// sent on it.
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
