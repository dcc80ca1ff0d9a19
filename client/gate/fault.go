package gate

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// dialFault is the error of a connection that failed. Nothing was sent.
func dialFault(w *waiter, err error) error {
	if _, ok := errors.AsType[*client.Error](err); ok {
		return err
	}
	e := &client.Error{Kind: client.KindNetwork, What: "no connection to %s (%s)", Args: []any{w.host, innermost(err)},
		Hint: text.GateNetworkHint, Retry: true, Changed: client.Unchanged(w.call.Mutation), Err: err}
	say := func(t text.Text, hint text.Text, args ...any) error {
		e.What, e.Hint, e.Args = t, hint, append([]any{w.host}, args...)
		return e
	}
	var (
		op     *net.OpError
		dns    *net.DNSError
		record tls.RecordHeaderError
		verify *tls.CertificateVerificationError
		alert  tls.AlertError
	)
	switch {
	case errors.Is(err, context.Canceled):
		return say(text.GateClosed, "")
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return say("cannot connect to the proxy for %s (%s)", "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY", innermost(err))
	case errors.As(err, &dns) && dns.IsNotFound:
		e.Retry = false
		return say("the host %s was not found", "check the account's address (aloft config show) and the network")
	case errors.As(err, &dns):
		return say("the host %s was not found", text.GateNetworkHint)
	case errors.As(err, &record):
		e.Retry = false
		return say(text.GatePlainTLS, text.GatePlainHint)
	case errors.As(err, &verify), errors.As(err, &alert), isCertificate(err):
		e.Retry = false
		return say("no trusted connection to %s (%s)", "check the account's address and this machine's clock and certificates", innermost(err))
	case strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		e.Retry = false
		return say(text.GatePlainTLS, text.GatePlainHint)
	case errors.Is(err, errHungUp):
		return say(text.GateNotSent, text.GateRefusedHint)
	case system.Is(err, system.Refused):
		return say("%s refused the connection", text.GateRefusedHint)
	case system.Is(err, system.Unreachable):
		return say("%s cannot be reached from here", text.GateNetworkHint)
	case IsTimeout(err):
		return say("the connection to %s timed out", text.GateNetworkHint)
	}
	return e
}

func isCertificate(err error) bool {
	var (
		unknown x509.UnknownAuthorityError
		name    x509.HostnameError
		invalid x509.CertificateInvalidError
	)
	return errors.As(err, &unknown) || errors.As(err, &name) || errors.As(err, &invalid)
}

// IsTimeout: an answer, or a connection, timed out.
func IsTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &t) && t.Timeout()
}

// innermost is the cause without the errors that wrap it, some of which repeat
// URLs.
func innermost(err error) string {
	var op *net.OpError
	for errors.As(err, &op) && op.Err != nil {
		err = op.Err
	}
	return strings.TrimPrefix(err.Error(), "net/http: HTTP/1.x transport connection broken: ")
}

// isHangUp: the other end closed the connection. net/http has no exported error
// for a kept-alive connection that ends before the answer.
func isHangUp(err error) bool {
	m := err.Error()
	return system.Is(err, system.Cut) || errors.Is(err, net.ErrClosed) ||
		strings.HasSuffix(m, "EOF") || strings.Contains(m, "server closed idle connection")
}

func notSent(w *waiter, err error) error {
	return &client.Error{Kind: client.KindNetwork, What: text.GateNotSent, Args: []any{w.host},
		Hint: text.GateRetryHint, Retry: true, Changed: client.Unchanged(w.call.Mutation), Err: err}
}

// canceled wraps the context's error, so that errors.Is finds it.
func canceled(w *waiter, cause error) error {
	return &client.Error{Kind: client.KindNetwork, What: "canceled before %s answered", Args: []any{w.host}, Err: cause}
}

func superseded(w *waiter) error {
	return &client.Error{Kind: client.KindNetwork, What: "this lookup was not sent to %s: a newer one replaced it",
		Args: []any{w.host}, Err: context.Canceled}
}

func closing(w *waiter) error {
	return &client.Error{Kind: client.KindNetwork, What: text.GateClosed, Args: []any{w.host}, Err: context.Canceled}
}

func givenUp(cause error) error {
	return &client.Error{Kind: client.KindNetwork, What: "canceled while waiting for another job of this account", Err: cause}
}

func stale(w *waiter) error {
	return &client.Error{Kind: client.KindStale, What: "the account has changed since the lookup; the request to %s was not sent",
		Args: []any{w.host}, Retry: true}
}

// paused: the service asked for a pause that is too long to wait out.
func paused(w *waiter, d time.Duration) error {
	return &client.Error{Kind: client.KindThrottled, What: "%s asked for a pause of %s; nothing was sent", Args: []any{w.who, spoken(d)},
		Hint: "try again", Retry: true, After: d}
}

func badRequest(err error) error {
	// The outer error repeats the URL, whose query must not be shown.
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err
	}
	return &client.Error{Kind: client.KindInvalid, What: "the request cannot be sent: %s", Args: []any{err}, Err: err}
}

// Fault is an error of Do with the operation and the place of the call, where it has none.
func (c Call) Fault(op string, place model.Place, err error) *client.Error {
	var said *client.Error
	if !errors.As(err, &said) {
		kind := client.KindNetwork
		if c.Mutation && !errors.Is(err, context.Canceled) {
			kind = client.KindUnknown
		}
		return &client.Error{Kind: kind, Op: op, Place: place, Err: err}
	}
	e := *said
	e.Op = cmp.Or(e.Op, op)
	if e.Place.IsZero() {
		e.Place = place
	}
	if c.Class == client.Interactive && e.Kind == client.KindNetwork && system.Is(err, system.Refused) {
		e.Retry = false // a person waits, and a retry a second later does not help
	}
	return &e
}

var errHungUp = errors.New("the other end closed every connection")
