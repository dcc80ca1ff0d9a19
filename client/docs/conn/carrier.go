package conn

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"aloft/model"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/signed"
	"aloft/model/text"
)

type CarrierOptions struct {
	Bytes       http.RoundTripper // nil = the network, where only https is accepted, and loopback of a service there
	Endpoint    string            // of the service that names the addresses
	MaxDownload int64             // the largest file that is downloaded; 0 = 8 GiB
	Open        OpenPlatform      // for images where the service has no tool for them
	Now         func() time.Time
}

const maxDownload = 8 << 30

// Carrier uploads and downloads bytes. A signed URL is as good as a password: no
// error may contain it, and the token is never sent there.
type Carrier struct {
	o      CarrierOptions
	tags   tags
	client *http.Client
	own    *http.Transport // nil: the requests stay in this process
}

func NewCarrier(o CarrierOptions) *Carrier {
	if o.MaxDownload <= 0 {
		o.MaxDownload = maxDownload
	}
	c := &Carrier{o: o, client: &http.Client{Transport: o.Bytes}}
	if o.Bytes == nil {
		c.own = signed.Transport(2)
		c.client.Transport = c.own
	}
	c.client.CheckRedirect = redirect
	return c
}

func (c *Carrier) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

func redirect(req *http.Request, via []*http.Request) error {
	req.Header.Del("Referer") // it contains the URL
	return signed.Redirect(req, via)
}

// address accepts https, this machine for what is on it, or what is answered in this
// process. base is the address of who gave it.
func (c *Carrier) address(base string, link client.SignedURL, e *client.Error) (*url.URL, *client.Error) {
	u, ok := signed.Service{Base: base, Inside: c.own == nil}.Address(link.Reveal())
	if !ok {
		e.Kind, e.What = client.KindInvalid, "the service returned an unsafe address (not https, or on this machine); nothing was sent there"
		return nil, e
	}
	return u, nil
}

// send sends a request; e is the error when no answer comes.
func (c *Carrier) send(ctx context.Context, w *signed.Watch, req *http.Request, e *client.Error, failed text.Text) (*http.Response, *client.Error) {
	resp, err := c.client.Do(req)
	switch {
	case errors.Is(err, signed.ErrElsewhere):
		e.Kind, e.What = client.KindInvalid, text.DocsLinkRedirect
		return nil, e
	case err != nil:
		return nil, broken(ctx, w, e, failed, err)
	}
	return resp, nil
}

func refusedBytes(e *client.Error, resp *http.Response, what text.Text, now time.Time) *client.Error {
	e.Status = resp.StatusCode
	e.What, e.Args = what, []any{resp.StatusCode}
	switch s := resp.StatusCode; {
	case s == http.StatusForbidden || s == http.StatusGone:
		e.Kind, e.What = client.KindStale, "the address for the file has expired (HTTP %d)"
	case s == http.StatusTooManyRequests:
		e.Kind, e.Retry, e.After = client.KindThrottled, true, gate.RetryAfter(resp.Header, now)
	case s == http.StatusInsufficientStorage:
		e.Kind, e.Hint = client.KindInvalid, text.DocsFullHint
	case s >= 500 || s == http.StatusRequestTimeout:
		e.Kind, e.Retry, e.After = client.KindServer, true, gate.RetryAfter(resp.Header, now)
		e.Hint = text.DocsTryAgain
	case s == http.StatusNotFound:
		e.Kind = client.KindNotFound
	default:
		e.Kind = client.KindInvalid
	}
	return e
}

// OpenPlatform accepts images ("Authentication" in the specification of the doc
// tools). Without URL there is none.
type OpenPlatform struct {
	URL      string // https, or an address of this machine
	ClientID string
	OpenID   string
	Tokens   Tokens // of the open platform; the account's own is never sent there
}

// broken is the error of a transfer, without the URL. A transfer changes nothing,
// so it may be retried.
func broken(ctx context.Context, w *signed.Watch, e *client.Error, what text.Text, err error) *client.Error {
	e.Kind, e.What, e.Hint, e.Retry = client.KindNetwork, what, text.DocsTryAgain, true
	cause := signed.Bare(err)
	switch {
	case ctx.Err() != nil:
		e.Err, e.Retry = ctx.Err(), false
		e.Args = []any{ctx.Err()}
	case w.Idle():
		e.Args = []any{model.Say("no byte was sent or received for %s", signed.IdleLimit)}
	default:
		e.Err, e.Args = cause, []any{cause}
	}
	return e
}

// tags stores validators by URL, of which it keeps only a digest.
type tags struct {
	mu sync.Mutex
	of map[[sha256.Size]byte]string
}

const maxTags = 1000

func (t *tags) get(link client.SignedURL) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[sha256.Sum256([]byte(link.Reveal()))]
}

func (t *tags) keep(link client.SignedURL, tag string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil || len(t.of) >= maxTags {
		t.of = map[[sha256.Size]byte]string{}
	}
	t.of[sha256.Sum256([]byte(link.Reveal()))] = tag
}

// validator returns the validator for If-Range, for which weak tags cannot be used
// (RFC 9110, section 13.1.5).
func validator(h http.Header) string {
	if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
		return tag
	}
	return ""
}
