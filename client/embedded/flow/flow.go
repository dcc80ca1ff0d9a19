// Package flow is what each request of the embedded service passes: its way within the process, as over a connection;
// the watcher, which counts it; the lifetime of the service, which waits for what runs; and its bytes between a
// connection and a file, which time out when idle, end with the service, and have the faults of the switches.
package flow

import (
	"context"
	"io"
	"net/http"
	"strconv"
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
	Slow Slow
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
	b.Slow.carried(n)
	return n, err
}

// Slow is a connection of that many bytes per second.
type Slow struct {
	Rate int64                    // 0: as fast as it is
	Wait func(time.Duration) bool // returns false if nobody waits any more
}

func (s Slow) carried(n int) {
	if s.Rate > 0 && n > 0 {
		s.Wait(time.Duration(n) * time.Second / time.Duration(s.Rate))
	}
}

// OnlyWriter hides the other methods of a writer, so that a copy uses the given
// buffer.
type OnlyWriter struct{ io.Writer }

// Never is the place of a fault that does not strike.
const Never = int64(-1)

// Sink is the answer of a download. It times out an idle reader and breaks off or spoils the bytes if a switch says
// so.
type Sink struct {
	http.ResponseWriter
	RC    *http.ResponseController
	Ctx   context.Context // of the service
	Cut   int64           // the connection breaks after that many bytes
	Half  bool            // as Cut, after half of the announced bytes
	Short bool            // one byte less than it should be is announced and sent
	Wrong bool            // one byte is another
	Stop  func()          // waits where the last hundredth should come; nil: it comes
	Slow  Slow

	sent, length int64
	begun        bool
}

// NewSink returns a sink without faults.
func NewSink(w http.ResponseWriter, rc *http.ResponseController, service context.Context) *Sink {
	return &Sink{ResponseWriter: w, RC: rc, Ctx: service, Cut: Never, length: -1}
}

// WriteHeader implements http.ResponseWriter.
func (b *Sink) WriteHeader(status int) {
	if !b.begun {
		b.begun = true
		if n, err := strconv.ParseInt(b.Header().Get("Content-Length"), 10, 64); err == nil {
			b.length = n
		}
		if b.Short && b.length > 0 {
			b.length--
			b.Header().Set("Content-Length", strconv.FormatInt(b.length, 10))
		}
		if b.Half && b.length > 0 {
			b.Cut = b.length / 2
		}
	}
	b.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (b *Sink) Write(p []byte) (n int, err error) {
	for len(p) > 0 {
		_ = b.RC.SetWriteDeadline(time.Now().Add(stalled))
		if err := b.Ctx.Err(); err != nil {
			return n, err
		}
		some := p
		if b.Slow.Rate > 0 && len(some) > 16<<10 {
			some = some[:16<<10]
		}
		if b.Short && b.length >= 0 && b.sent+int64(len(some)) > b.length {
			if some = some[:b.length-b.sent]; len(some) == 0 {
				return n + len(p), nil
			}
		}
		if end := b.end(); end >= 0 && b.sent+int64(len(some)) >= end {
			if some = some[:end-b.sent]; len(some) == 0 {
				return n, b.breakOff()
			}
		}
		if b.Wrong && b.sent == 0 {
			some = append([]byte{some[0] ^ 1}, some[1:]...)
		}
		m, err := b.ResponseWriter.Write(some)
		b.sent, n, p = b.sent+int64(m), n+m, p[m:]
		if err != nil {
			return n, err
		}
		b.Slow.carried(m)
	}
	return n, nil
}

// end is the length at which the answer stops, or -1.
func (b *Sink) end() int64 {
	if b.Cut >= 0 {
		return b.Cut
	}
	if b.Stop != nil && b.length > 0 {
		return b.length * 99 / 100
	}
	return Never
}

func (b *Sink) breakOff() error {
	_ = b.RC.Flush()
	if b.Stop != nil {
		b.Stop()
	}
	panic(http.ErrAbortHandler)
}
