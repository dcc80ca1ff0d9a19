// Package content carries the bytes of the drive's files: ranges of downloads, and the signed parts
// of uploads, as public clients show. These requests go to the servers that hold the bytes, not to
// the interface, so they take no slot of the Gate.
package content

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/signed"
	"aloft/model/text"
)

// Defaults of Options, the practice of public clients.
const (
	DefaultConnections = 3
	DefaultRange       = 10 << 20
)

// Options of a Carrier.
type Options struct {
	Bytes       http.RoundTripper // nil = the network, where only https and loopback addresses are accepted
	Connections int               // at most so many ranges of downloads at a time; 0 = 3
	Range       int64             // bytes of one range; 0 = 10 MiB
	Rate        int64             // bytes in a second, downloads and uploads together; 0 = no limit
	Drive       signed.Service    // whose bytes they are; its Origin is the Referer
	// Cookie is the whole cookie of the account, which downloads of the drive's own hosts
	// are sent with.
	Cookie func(ctx context.Context) (string, error)
}

// Carrier downloads ranges and uploads parts. A signed URL is as good as a password: no
// error contains it.
type Carrier struct {
	o      Options
	client *http.Client
	own    *http.Transport // nil: the requests stay in this process
	slots  chan struct{}   // one for each connection of downloads
	spare  chan []byte     // buffers that no range needs
	rate   *rate
}

// New returns a Carrier; it sends nothing.
func New(o Options) *Carrier {
	if o.Connections <= 0 {
		o.Connections = DefaultConnections
	}
	if o.Range <= 0 {
		o.Range = DefaultRange
	}
	o.Drive.Inside = o.Bytes != nil
	c := &Carrier{o: o, client: &http.Client{Transport: o.Bytes, CheckRedirect: signed.Redirect},
		slots: make(chan struct{}, o.Connections), spare: make(chan []byte, int64(o.Connections)*((o.Range+slab-1)/slab)), rate: &rate{perSecond: o.Rate}}
	if o.Bytes == nil {
		c.own = signed.Transport(o.Connections)
		c.own.ResponseHeaderTimeout = signed.IdleLimit
		c.client.Transport = c.own
	}
	return c
}

// Close closes the idle connections.
func (c *Carrier) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

// address accepts https, this machine for a drive that is on it, or what is answered in
// this process.
func (c *Carrier) address(raw string, e *client.Error) (*url.URL, *client.Error) {
	u, ok := c.o.Drive.Address(raw)
	if !ok {
		e.Kind, e.What = client.KindInvalid, "the drive gave an address that is not https, or is of this machine; nothing was sent there."
		return nil, e
	}
	return u, nil
}

// failed is the error of a refusal by a server that holds bytes.
func failed(e *client.Error, resp *http.Response, what text.Text) *client.Error {
	e.Status, e.What, e.Args = resp.StatusCode, what, []any{resp.StatusCode}
	e.After = gate.RetryAfter(resp.Header, time.Now())
	switch s := resp.StatusCode; {
	case s == http.StatusForbidden || s == http.StatusGone:
		e.Kind, e.What = client.KindStale, "the address for the file has expired or is of another session (HTTP %d)."
	case s == http.StatusPreconditionFailed, s == http.StatusUnauthorized:
		e.Kind, e.What = client.KindAuth, "the drive's servers want the whole cookie of the session (HTTP %d)."
		e.Hint = "sign in again with the whole value of the header Cookie"
	case s == http.StatusTooManyRequests:
		e.Kind, e.Retry = client.KindThrottled, true
	case s == http.StatusNotFound:
		e.Kind = client.KindNotFound
	case s >= 500 || s == http.StatusRequestTimeout:
		e.Kind, e.Retry = client.KindServer, true
	default:
		e.Kind = client.KindInvalid
	}
	return e
}

// without adds to a refusal that the host got no session. A link may have expired there,
// too, so 403 stays a reason to ask for another one.
func (c *Carrier) without(e *client.Error, u *url.URL) {
	switch e.Status {
	case http.StatusUnauthorized, http.StatusPreconditionFailed:
		e.Kind = client.KindInvalid
	case http.StatusForbidden:
	default:
		return
	}
	e.What, e.Args, e.Hint = "%s refuses the file (HTTP %d). The session was not sent there, it goes to %s only: if that host is the drive's, name it in download_hosts.",
		[]any{u.Host, e.Status, strings.Join(c.o.Drive.Hosts(), ", ")}, ""
}

// broken is the error of a transfer that broke off, without the URL. Bytes alone change
// nothing, so it may be retried.
func broken(ctx context.Context, w *signed.Watch, e *client.Error, what text.Text, err error) *client.Error {
	e.Kind, e.What, e.Retry = client.KindNetwork, what, true
	err = signed.Bare(err)
	switch {
	case ctx.Err() != nil:
		e.Err, e.Retry, e.Args = ctx.Err(), false, []any{ctx.Err().Error()}
	case errors.Is(err, signed.ErrElsewhere):
		e.Kind, e.Retry, e.What = client.KindInvalid, false, "the drive's server redirects to another one; the session is not sent there."
	case w.Idle():
		e.Args = []any{(*text.Catalogue)(nil).Say("no byte came or went for %s", signed.IdleLimit)}
	default:
		e.Err, e.Args = err, []any{err.Error()}
	}
	return e
}
