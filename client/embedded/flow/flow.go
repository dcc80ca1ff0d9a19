// Package flow is what each request of the embedded service passes: its way within the process, as over a connection;
// the lifetime of the service, which waits for what runs; its bytes between a connection and a file, which time out
// when idle and end with the service; and the lab of tests.
package flow

import (
	"context"
	"io"
	"net/http"
	"time"
)

// stalled is how long a connection may be idle before it is closed.
const stalled = time.Minute

// Buffer is the size of a copy.
const Buffer = 256 << 10

// Hurry ends the reading and writing of a connection when the service closes: it must
// not wait for a slow reader or writer. The caller must call stop.
func Hurry(service context.Context, rc *http.ResponseController) (stop func() bool) {
	return context.AfterFunc(service, func() {
		_ = rc.SetReadDeadline(time.Unix(1, 0))
		_ = rc.SetWriteDeadline(time.Unix(1, 0))
	})
}

// Source is the body of an upload. It keeps the sender's errors apart from those of the disk and times out an idle
// sender.
type Source struct {
	From io.Reader
	RC   *http.ResponseController
	Ctx  context.Context // of the service
	Err  error           // of the sender
}

// Read implements io.Reader.
func (b *Source) Read(p []byte) (int, error) {
	// In process it cannot be set, and is not needed: the request ends.
	_ = b.RC.SetReadDeadline(time.Now().Add(stalled))
	if b.Err = b.Ctx.Err(); b.Err != nil {
		return 0, b.Err
	}
	n, err := b.From.Read(p)
	if err != nil && err != io.EOF {
		b.Err = err
	}
	return n, err
}

// OnlyWriter hides the other methods of a writer, so that a copy uses the given
// buffer.
type OnlyWriter struct{ io.Writer }

// Sink is the answer of a download. It times out an idle reader.
type Sink struct {
	http.ResponseWriter
	RC  *http.ResponseController
	Ctx context.Context // of the service
}

// Write implements io.Writer.
func (b *Sink) Write(p []byte) (n int, err error) {
	_ = b.RC.SetWriteDeadline(time.Now().Add(stalled))
	if err := b.Ctx.Err(); err != nil {
		return 0, err
	}
	return b.ResponseWriter.Write(p)
}
