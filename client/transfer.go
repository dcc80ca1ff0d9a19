package client

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"aloft/model"
)

// Span is a time drawn anew between two bounds each time.
type Span struct{ Min, Max time.Duration }

// SignedURL is a temporary address that is as good as a password: it never
// reaches a log, a journal or a screen.
type SignedURL struct{ url string }

// Signed wraps an address.
func Signed(url string) SignedURL { return SignedURL{url} }

// Reveal gives the address to whoever sends the request.
func (s SignedURL) Reveal() string { return s.url }

// IsZero reports whether there is no address.
func (s SignedURL) IsZero() bool { return s.url == "" }

const hidden = "[redacted]"

func (s SignedURL) String() string               { return hidden }
func (s SignedURL) GoString() string             { return hidden }
func (s SignedURL) Format(f fmt.State, _ rune)   { _, _ = f.Write([]byte(hidden)) }
func (s SignedURL) MarshalJSON() ([]byte, error) { return json.Marshal(hidden) }
func (s SignedURL) MarshalText() ([]byte, error) { return []byte(hidden), nil }
func (s SignedURL) LogValue() slog.Value         { return slog.StringValue(hidden) }

// Body is a file that is read, from anywhere in it and more than once.
type Body interface {
	Read(p []byte) (int, error)
	ReadAt(p []byte, off int64) (int, error)
	Seek(offset int64, whence int) (int64, error)
	Close() error
}

// Sink takes a download.
type Sink interface {
	Write(p []byte) (int, error)
	// Restart drops what has been written: the bytes come from the start.
	Restart() error
}

// Partial is a file that is not there yet: hidden, beside its target.
type Partial interface {
	Sink
	Body
	// Size is how many bytes it holds.
	Size() int64
	// Commit makes it durable and gives it its name, if nobody has it (else
	// KindConflict, and it stays as it is). Entry is as it came to be.
	Commit(name string) (model.Entry, error)
	// Drop removes it.
	Drop() error
}
