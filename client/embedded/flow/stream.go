package flow

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// held is how much of an answer is buffered until the handler ends, so that a short
// one has its length, as over a connection.
const held = 16 << 10

// stream runs the handler on a goroutine of its own. It reads the request's body
// while the caller still writes it, and the caller reads the answer while the
// handler writes it. The request's context ends for the handler when the caller
// closes the answer, as it does when a client hangs up.
func (t transport) stream(r *http.Request) (*http.Response, error) {
	ctx, hangUp := context.WithCancel(r.Context())
	in := inside(r.Clone(ctx))
	given := &onceBody{ReadCloser: r.Body}
	in.Body = given
	w := newStream(r.Method == http.MethodHead)
	w.given = given
	gone := context.AfterFunc(ctx, func() { given.Close() }) // wakes a handler that waits for more of it
	go func() {
		defer hangUp()
		w.run(t.handle, in)
		gone()
		given.Close()
	}()
	select {
	case <-w.begun:
	case <-r.Context().Done():
		w.out.CloseWithError(r.Context().Err())
		return nil, r.Context().Err()
	}
	switch {
	case w.wrong != nil:
		panic(w.wrong) // on the caller's goroutine, where it can be recovered
	case w.failed != nil:
		if err := r.Context().Err(); err != nil {
			return nil, err
		}
		return nil, w.failed
	}
	// Of two channels that are ready, select takes either.
	if err := r.Context().Err(); err != nil {
		w.out.CloseWithError(err)
		return nil, err
	}
	broken := context.AfterFunc(r.Context(), func() { w.out.CloseWithError(r.Context().Err()) })
	body := &streamBody{from: io.MultiReader(bytes.NewReader(w.first), w.in), close: func() error {
		broken()
		hangUp()
		return w.in.Close()
	}}
	return answered(r, w.status, w.sent, w.length, body), nil
}

// onceBody is the body of a request, closed only once.
type onceBody struct {
	io.ReadCloser
	once sync.Once
}

func (g *onceBody) Close() (err error) {
	g.once.Do(func() { err = g.ReadCloser.Close() })
	return err
}

// streamBody is an answer's body.
type streamBody struct {
	from  io.Reader
	close func() error
}

func (b *streamBody) Read(p []byte) (int, error) { return b.from.Read(p) }
func (b *streamBody) Close() error               { return b.close() }

// stream is a ResponseWriter whose first bytes are buffered until there are enough,
// the handler flushes or it ends; the rest goes through a pipe.
type stream struct {
	head   bool // no body whatever the handler writes
	given  io.Closer
	header http.Header
	status int
	told   int64 // the Content-Length set by the handler, or -1
	kept   []byte
	wrote  int64
	in     *io.PipeReader
	out    *io.PipeWriter
	open   bool // begun is closed

	begun  chan struct{} // closed when the fields below are set
	sent   http.Header   // the caller's from then on
	first  []byte
	length int64 // -1 unknown
	failed error
	wrong  any
}

var errTooLong = errors.New("the handler wrote more than it had announced")

func newStream(head bool) *stream {
	w := &stream{head: head, header: http.Header{}, begun: make(chan struct{}), length: -1, told: -1}
	w.in, w.out = io.Pipe()
	return w
}

func (w *stream) run(handle http.HandlerFunc, r *http.Request) {
	defer func() {
		p := recover()
		switch {
		case p == nil:
			w.end()
		case w.open:
			w.out.CloseWithError(errBroken())
		case p == any(http.ErrAbortHandler) && len(w.kept) == 0:
			w.failed = errBroken()
			close(w.begun)
		case p == any(http.ErrAbortHandler):
			w.begin(w.told) // earlier writes have been sent
			w.out.CloseWithError(errBroken())
		default:
			w.wrong = p
			close(w.begun)
		}
	}()
	handle(w, r)
}

func (w *stream) end() {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.open {
		length := w.told
		if length < 0 {
			length = int64(len(w.kept))
		}
		w.begin(length)
	}
	if !w.head && w.told > w.wrote {
		w.out.CloseWithError(errBroken())
		return
	}
	w.out.Close()
}

// begin sends the status, the header and the buffer.
func (w *stream) begin(length int64) {
	if w.open {
		return
	}
	w.open = true
	w.first, w.kept, w.length = w.kept, nil, length
	close(w.begun)
}

func (w *stream) Header() http.Header { return w.header }

func (w *stream) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status, w.sent = status, w.header.Clone()
		if n, err := strconv.ParseInt(w.sent.Get("Content-Length"), 10, 64); err == nil && n >= 0 {
			w.told = n
		}
	}
}

func (w *stream) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if w.head {
		return len(b), nil
	}
	if w.told >= 0 && w.wrote+int64(len(b)) > w.told {
		return 0, errTooLong
	}
	w.wrote += int64(len(b))
	if !w.open {
		if len(w.kept)+len(b) <= held {
			w.kept = append(w.kept, b...)
			return len(b), nil
		}
		w.begin(w.told)
	}
	return w.out.Write(b)
}

// Flush sends the buffer: an event stream must not wait for its end.
func (w *stream) Flush() {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	w.begin(w.told)
}

// SetReadDeadline ends the reading of the request if the time has passed; a future
// one has no effect here, where both ends are one process.
func (w *stream) SetReadDeadline(t time.Time) error {
	if w.given != nil && passed(t) {
		return w.given.Close()
	}
	return nil
}

// SetWriteDeadline does the same for the answer.
func (w *stream) SetWriteDeadline(t time.Time) error {
	if passed(t) {
		return w.out.CloseWithError(errBroken())
	}
	return nil
}

func passed(t time.Time) bool { return !t.IsZero() && t.Before(time.Now()) }
