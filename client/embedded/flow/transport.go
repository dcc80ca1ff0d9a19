package flow

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"strings"

	"aloft/client/embedded/store"
)

// NewTransport returns a transport that answers requests in this process: exactly the same
// requests and answers as over a connection, but no port. The drive answers on the
// caller's goroutine; everything else streams in both directions.
//
// path is that of the database, direct the prefix of the drive's paths.
func NewTransport(handle http.HandlerFunc, path, direct string) http.RoundTripper {
	return transport{handle, path, direct}
}

type transport struct {
	handle http.HandlerFunc
	path   string // of the database
	direct string // paths with this prefix are answered on the caller's goroutine
}

// RoundTrip behaves like a real connection: a broken answer is io.ErrUnexpectedEOF,
// a request whose context ends gets the context's error though its work may have
// been done. A request that has met a damaged or removed database gets an *Error:
// it has changed nothing.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, met := store.WithTrouble(r.Context())
	w, err := t.roundTrip(r.WithContext(ctx))
	if bad := met.Met(t.path); bad != nil {
		if err == nil {
			w.Body.Close()
		}
		return nil, bad
	}
	if err == nil {
		w.Request = r
	}
	return w, err
}

func (t transport) roundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if r.Body == nil {
		r = r.WithContext(ctx) // a copy: a RoundTripper may not change its request
		r.Body = http.NoBody
	}
	if err := ctx.Err(); err != nil {
		r.Body.Close()
		return nil, err
	}
	if t.direct == "" || !strings.HasPrefix(r.URL.Path, t.direct) {
		return t.stream(r)
	}
	defer r.Body.Close()
	w := &writer{header: http.Header{}}
	if err := w.run(t.handle, inside(r.Clone(ctx))); err != nil {
		if e := ctx.Err(); e != nil {
			return nil, e
		}
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return w.response(r), nil
}

// inside converts a client's request to one for a handler.
func inside(in *http.Request) *http.Request {
	in.RequestURI = in.URL.RequestURI()
	in.RemoteAddr = "local"
	in.Proto, in.ProtoMajor, in.ProtoMinor = "HTTP/1.1", 1, 1
	in.Host = cmp.Or(in.Host, in.URL.Host)
	return in
}

// errBroken is the error of a connection that breaks.
func errBroken() error { return fmt.Errorf("aloft.local: %w", io.ErrUnexpectedEOF) }

// writer stores an answer.
type writer struct {
	header http.Header
	status int
	sent   http.Header // the header when the status was written
	body   bytes.Buffer
}

func (w *writer) run(handle http.HandlerFunc, r *http.Request) (err error) {
	defer func() {
		switch p := recover(); {
		case p == nil:
		case p == any(http.ErrAbortHandler):
			err = errBroken()
		default:
			panic(p)
		}
	}()
	handle(w, r)
	return nil
}

func (w *writer) Header() http.Header { return w.header }

func (w *writer) WriteHeader(status int) {
	if w.status == 0 {
		w.status, w.sent = status, w.header.Clone()
	}
}

func (w *writer) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(b)
}

func (w *writer) response(r *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	return answered(r, w.status, w.sent, int64(w.body.Len()), io.NopCloser(bytes.NewReader(w.body.Bytes())))
}

func answered(r *http.Request, status int, head http.Header, length int64, body io.ReadCloser) *http.Response {
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", status, http.StatusText(status)),
		StatusCode:    status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        head,
		Body:          body,
		ContentLength: length,
		Request:       r,
	}
}
