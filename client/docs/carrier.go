package docs

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/model"
	"aloft/model/text"
)

// idleLimit is how long no byte may come or go. There is no limit to the whole:
// a large file over a slow line takes as long as it takes.
const idleLimit = 60 * time.Second

// carrier sends and fetches bytes at signed addresses. Such an address is as
// good as a password, so none of its errors may repeat it, and the token never
// goes there.
type carrier struct {
	s      *Service
	client *http.Client
	own    *http.Transport // nil: the requests stay in this process
}

func newCarrier(s *Service) *carrier {
	c := &carrier{s: s, client: &http.Client{Transport: s.o.Bytes}}
	if s.o.Bytes == nil {
		c.own = &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
			TLSHandshakeTimeout:   10 * time.Second,
			IdleConnTimeout:       30 * time.Second,
			MaxIdleConnsPerHost:   2,
			DisableCompression:    true,
			ForceAttemptHTTP2:     true,
			ExpectContinueTimeout: time.Second,
		}
		c.client.Transport = c.own
	}
	c.client.CheckRedirect = c.redirect
	return c
}

func (c *carrier) close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

var errElsewhere = errors.New("a redirect to another server")

const maxRedirects = 5

// redirect follows a download within its server only, and an upload not at all:
// its bytes may go to no other address than the one that was given.
func (c *carrier) redirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	if first.Method != http.MethodGet || req.URL.Scheme != first.URL.Scheme || req.URL.Host != first.URL.Host || len(via) > maxRedirects {
		return errElsewhere
	}
	req.Header.Del("Referer") // it repeats the address
	return nil
}

// address checks where a request would go: https, or this machine, or what is
// answered in this process.
func (c *carrier) address(link client.SignedURL, e *client.Error) (*url.URL, *client.Error) {
	u, err := url.Parse(link.Reveal())
	ok := err == nil && u.Hostname() != "" && (u.Scheme == "https" ||
		u.Scheme == "http" && (c.own == nil || loopback(u.Hostname())))
	if !ok {
		e.Kind, e.What = client.KindInvalid, "the document service gave an address that is neither https nor on this machine; nothing was sent there."
		return nil, e
	}
	return u, nil
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// watch ends a context when nothing moves for too long.
type watch struct {
	ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer
	limit  time.Duration
	idle   atomic.Bool
}

func (c *carrier) watch(ctx context.Context) *watch {
	w := &watch{limit: idleLimit}
	w.ctx, w.cancel = context.WithCancel(ctx)
	w.timer = time.AfterFunc(w.limit, func() {
		w.idle.Store(true)
		w.cancel()
	})
	return w
}

func (w *watch) moved() { w.timer.Reset(w.limit) }

func (w *watch) end() {
	w.timer.Stop()
	w.cancel()
}

// broken says why a transfer ended, without the address. A transfer changes
// nothing by itself, so it may be done again.
func (w *watch) broken(ctx context.Context, e *client.Error, what text.Text, err error) *client.Error {
	e.Kind, e.What, e.Hint, e.Retry = client.KindNetwork, what, text.DocsTryAgain, true
	cause := bare(err)
	switch {
	case ctx.Err() != nil:
		e.Err, e.Retry = ctx.Err(), false
		e.Args = []any{ctx.Err().Error()}
	case w.idle.Load():
		e.Args = []any{(*text.Catalogue)(nil).Say("no byte came or went for %s", w.limit)}
	default:
		e.Err, e.Args = cause, []any{cause.Error()}
	}
	return e
}

// bare is the cause without the layers that repeat addresses.
func bare(err error) error {
	var u *url.Error
	for errors.As(err, &u) && u.Err != nil {
		err = u.Err
	}
	return err
}

// Upload sends the bytes of a file to the address of Prepare ("Import" in the
// document specification). Doing it again does no harm.
func (v *transfers) Upload(ctx context.Context, up client.Upload, body client.Body, sent func(int64)) error {
	return v.s.bytes.put(ctx, up, body, sent)
}

func (c *carrier) put(ctx context.Context, up client.Upload, body client.Body, sent func(int64)) error {
	e := &client.Error{Op: string(model.OpImport)}
	u, bad := c.address(up.URL, e)
	if bad != nil {
		return bad
	}
	if size, err := body.Seek(0, io.SeekEnd); err != nil || size != up.File.Size {
		e.Kind, e.What, e.Err = client.KindLocal, text.DocsUploadChanged, err
		return e
	}
	w := c.watch(ctx)
	defer w.end()
	from := &outgoing{Reader: io.NewSectionReader(body, 0, up.File.Size), watch: w, told: sent}
	req, err := http.NewRequestWithContext(w.ctx, http.MethodPut, u.String(), from)
	if err != nil {
		return w.broken(ctx, e, text.DocsUploadFailed, err)
	}
	req.ContentLength = up.File.Size
	// No token and nothing else (facts/documents.md "manage.*").
	req.Header = http.Header{"Content-Type": {"application/octet-stream"}, "User-Agent": {""}}
	resp, err := c.client.Do(req)
	if err != nil {
		if errors.Is(err, errElsewhere) {
			e.Kind, e.What = client.KindInvalid, text.DocsLinkRedirect
			return e
		}
		if local := from.fault.Load(); local != nil {
			e.Kind, e.What, e.Err = client.KindLocal, text.DocsUploadChanged, *local
			return e
		}
		return w.broken(ctx, e, text.DocsUploadFailed, err)
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
	if resp.StatusCode/100 == 2 {
		return nil
	}
	return refusedBytes(e, resp, "the upload was refused (HTTP %d).", c.s.o.Now())
}

// outgoing counts the bytes of an upload.
type outgoing struct {
	io.Reader
	watch *watch
	told  func(int64)
	n     int64
	fault atomic.Pointer[error]
}

func (o *outgoing) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	if err != nil && err != io.EOF {
		o.fault.Store(&err)
	}
	o.watch.moved()
	if o.n += int64(n); n > 0 && o.told != nil {
		o.told(o.n)
	}
	return n, err
}

// refusedBytes is the error of a status at a signed address.
func refusedBytes(e *client.Error, resp *http.Response, what text.Text, now time.Time) *client.Error {
	e.Status = resp.StatusCode
	e.What, e.Args = what, []any{resp.StatusCode}
	switch s := resp.StatusCode; {
	case s == http.StatusForbidden || s == http.StatusGone:
		e.Kind, e.What = client.KindStale, "the address for the file has expired (HTTP %d)."
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
