package drive

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
	"aloft/model"
	"aloft/model/text"
)

// Defaults of Options, from public clients.
const (
	DefaultConnections = 3
	DefaultRange       = 10 << 20
)

// CarrierOptions of a Carrier.
type CarrierOptions struct {
	Bytes       http.RoundTripper // nil = the network, where only https and loopback addresses are accepted
	Connections int               // largest number of parallel range requests; 0 = 3
	Range       int64             // bytes of one range; 0 = 10 MiB
	Rate        int64             // bytes per second, downloads and uploads together; 0 = no limit
	Drive       signed.Service    // the drive; its Origin is the Referer
	// Cookie returns the account's whole cookie, which is sent with downloads from the drive's own hosts.
	Cookie func(ctx context.Context) (string, error)
}

// Carrier downloads ranges and uploads parts. A signed URL is as good as a password, so no error contains it.
type Carrier struct {
	o      CarrierOptions
	client *http.Client
	own    *http.Transport // nil: the requests stay in this process
	slots  chan struct{}   // one for each connection of downloads
	spare  chan []byte     // unused buffers
	rate   *rate
}

// NewCarrier returns a Carrier; it sends nothing.
func NewCarrier(o CarrierOptions) *Carrier {
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

// address accepts https, this machine if the drive is on it, and any address that is answered in this process.
func (c *Carrier) address(raw string, e *client.Error) (*url.URL, *client.Error) {
	u, ok := c.o.Drive.Address(raw)
	if !ok {
		e.Kind, e.What = client.KindInvalid, "the service returned an unsafe address (not https, or on this machine); nothing was sent there"
		return nil, e
	}
	return u, nil
}

// failed returns the error of a refusal by a storage server.
func failed(e *client.Error, resp *http.Response, what text.Text) *client.Error {
	e.Status, e.What, e.Args = resp.StatusCode, what, []any{resp.StatusCode}
	e.After = gate.RetryAfter(resp.Header, time.Now())
	switch s := resp.StatusCode; {
	case s == http.StatusForbidden || s == http.StatusGone:
		e.Kind, e.What = client.KindStale, "the address for the file has expired (HTTP %d)"
	case s == http.StatusPreconditionFailed, s == http.StatusUnauthorized:
		e.Kind, e.What = client.KindAuth, "the drive's servers require the whole session cookie (HTTP %d)"
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

// without adds to a refusal that the host got no session. The link may have expired, too, so 403 is still a reason to
// request another one.
func (c *Carrier) without(e *client.Error, u *url.URL) {
	switch e.Status {
	case http.StatusUnauthorized, http.StatusPreconditionFailed:
		e.Kind = client.KindInvalid
	case http.StatusForbidden:
	default:
		return
	}
	e.What, e.Args, e.Hint = "%[1]s refused the download (HTTP %[2]d). aloft sends the session only to %[3]s. If %[1]s belongs to the drive, add it to download_hosts",
		[]any{u.Host, e.Status, strings.Join(c.o.Drive.Hosts(), ", ")}, ""
}

// broken returns the error of an interrupted transfer, without the URL. A transfer changes nothing, so it may be
// retried.
func broken(ctx context.Context, w *signed.Watch, e *client.Error, what text.Text, err error) *client.Error {
	e.Kind, e.What, e.Retry = client.KindNetwork, what, true
	err = signed.Bare(err)
	switch {
	case ctx.Err() != nil:
		e.Err, e.Retry, e.Args = ctx.Err(), false, []any{ctx.Err()}
	case errors.Is(err, signed.ErrElsewhere):
		e.Kind, e.Retry, e.What = client.KindInvalid, false, "the address redirects to another server; the redirect was not followed"
	case w.Idle():
		e.Args = []any{model.Say("no byte was sent or received for %s", signed.IdleLimit)}
	default:
		e.Err, e.Args = err, []any{err}
	}
	return e
}
