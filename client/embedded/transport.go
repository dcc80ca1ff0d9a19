package embedded

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
)

// Transport answers requests in this process, on the caller's goroutine: the
// very same requests and answers as over a connection, but no port.
func (s *Service) Transport() http.RoundTripper { return transport{s} }

type transport struct{ s *Service }

// RoundTrip gives what a real connection would give: a broken answer is
// io.ErrUnexpectedEOF, a request whose context ends gets the context's error
// though its work may have been done.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if r.Body == nil {
		r = r.WithContext(ctx) // a copy: a RoundTripper may not change its request
		r.Body = http.NoBody
	}
	defer r.Body.Close()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	in := r.Clone(ctx)
	in.RequestURI = r.URL.RequestURI()
	in.RemoteAddr = "local"
	in.Proto, in.ProtoMajor, in.ProtoMinor = "HTTP/1.1", 1, 1
	if in.Host == "" {
		in.Host = r.URL.Host
	}
	w := &writer{header: http.Header{}}
	if err := w.run(t.s, in); err != nil {
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

// writer keeps an answer.
type writer struct {
	header http.Header
	status int
	sent   http.Header // as it was when the status was written
	body   bytes.Buffer
}

func (w *writer) run(s *Service, r *http.Request) (err error) {
	defer func() {
		switch p := recover(); {
		case p == nil:
		case p == any(http.ErrAbortHandler):
			err = fmt.Errorf("aloft.local: %w", io.ErrUnexpectedEOF)
		default:
			panic(p)
		}
	}()
	s.serve(w, r)
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
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", w.status, http.StatusText(w.status)),
		StatusCode:    w.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        w.sent,
		Body:          io.NopCloser(bytes.NewReader(w.body.Bytes())),
		ContentLength: int64(w.body.Len()),
		Request:       r,
	}
}
